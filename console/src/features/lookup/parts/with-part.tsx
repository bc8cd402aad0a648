import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import type { Part, PartKind } from './part-kind.ts'
import { partQuery } from './part-queries.ts'

interface WithPartProps {
  readonly partKind: PartKind
  readonly name: string
  readonly children: (part: Part) => ReactNode
}

/** Loads the cache or the data adapter that a page is about. */
export function WithPart({ partKind, name, children }: WithPartProps) {
  const { kind } = partKind
  const t = useText()
  const part = useQuery(partQuery(useCall(), partKind, name))
  useFailureToast(
    part.error,
    (status) => t(`lookup.toast.${kind}Failed`, { name, status }),
    t(`lookup.toast.${kind}Failed.title`),
  )
  if (part.isPending) return <Loading />
  if (part.isError) return <LoadFailed error={part.error} onRetry={part.refetch} isPageEntity />
  return children(part.data)
}
