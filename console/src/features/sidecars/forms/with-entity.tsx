import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { useLeaveIfMissing } from '../use-leave-if-missing.ts'

interface WithEntityProps<Entity> {
  readonly kind: 'collector' | 'configuration'
  readonly id: string
  readonly result: UseQueryResult<Entity>
  readonly children: (entity: Entity) => ReactNode
}

/** Loads what a form edits; if it is gone, the list is shown. */
export function WithEntity<Entity>({ kind, id, result, children }: WithEntityProps<Entity>) {
  const t = useText()
  useLeaveIfMissing(result.error, {
    title: t(`sidecars.toast.${kind}Failed.title`),
    text: t(`sidecars.toast.${kind}Missing`, { id }),
    failed: (status) => t(`sidecars.toast.${kind}Failed`, { status }),
    back: routes.sidecars.configuration(),
  })
  if (result.isPending) return <Loading />
  if (result.data !== undefined) return children(result.data)
  return result.isError ? <LoadFailed error={result.error} onRetry={result.refetch} /> : <Loading />
}
