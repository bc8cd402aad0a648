/** Routes that only redirect. */
import { useEffect } from 'react'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useGo, useQueryValues, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { Loading } from '../../ui/page/loading.tsx'
import { useSearchTabs } from './tabs/use-search-tabs.ts'

export function Redirect({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return <Loading />
}

export function ToNewSearch() {
  const drafts = useDrafts()
  const tabs = useSearchTabs()
  // A search that was asked for as a new one takes over no draft, and the place of the shown one.
  useEffect(() => {
    drafts.isFirstOpening()
    tabs.startOver()
  }, [drafts, tabs])
  return <Redirect to={routes.search()} />
}

export function ToNewStreamSearch() {
  const { id } = useRouteParams(routes.streamSearchNew)
  const tabs = useSearchTabs()
  useEffect(() => tabs.startOver(), [tabs])
  return <Redirect to={routes.streamSearch(id)} />
}

export function ToStreamSearch() {
  const { id } = useRouteParams(routes.streamMessages)
  const values = useQueryValues()
  return <Redirect to={`${routes.streamSearch(id)}${values.size === 0 ? '' : `?${values}`}`} />
}
