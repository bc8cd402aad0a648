import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { partQuery } from './part-queries.ts'
import { usePartTypes } from './use-part-types.ts'

interface WithPartProps {
  readonly partKind: PartKind
  readonly name: string
  /** `type` is undefined if the server does not know it, or the user may not know it. */
  readonly children: (part: Part, type: PartType | undefined) => ReactNode
}

/** Loads the cache or the data adapter that a page is about. */
export function WithPart({ partKind, name, children }: WithPartProps) {
  const { kind } = partKind
  const t = useText()
  const part = useQuery(partQuery(useCall(), partKind, name))
  const types = usePartTypes(partKind)
  useFailureToast(
    part.error,
    (status) => t(`lookup.toast.${kind}Failed`, { name, status }),
    t(`lookup.toast.${kind}Failed.title`),
  )
  if (part.isError) return <LoadFailed error={part.error} onRetry={part.refetch} isPageEntity />
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (part.isPending || types.isLoading) return <Loading />
  return children(part.data, types.data?.[part.data.config.type])
}
