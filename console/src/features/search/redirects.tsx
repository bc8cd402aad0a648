/** Routes that only redirect. */
import { useEffect } from 'react'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useGo, useQueryValues, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { Loading } from '../../ui/page/loading.tsx'

export function Redirect({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return <Loading />
}

export function ToNewSearch() {
  const drafts = useDrafts()
  // A search that was asked for as a new one takes over no draft.
  useEffect(() => void drafts.isFirstOpening(), [drafts])
  return <Redirect to={routes.search()} />
}

export function ToNewStreamSearch() {
  const { id } = useRouteParams(routes.streamSearchNew)
  return <Redirect to={routes.streamSearch(id)} />
}

export function ToStreamSearch() {
  const { id } = useRouteParams(routes.streamMessages)
  const values = useQueryValues()
  return <Redirect to={`${routes.streamSearch(id)}${values.size === 0 ? '' : `?${values}`}`} />
}
