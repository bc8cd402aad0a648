import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import type { PartKind } from './part-kind.ts'
import { partTypesQuery } from './part-queries.ts'

/** The types of caches or data adapters, with their forms. */
export function usePartTypes(partKind: PartKind) {
  const { kind } = partKind
  const types = useQuery(partTypesQuery(useCall(), partKind))
  useFailureToast(types.error, `lookup.toast.${kind}TypesFailed`)
  return types
}
