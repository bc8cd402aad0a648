import type { IndexSet } from '@logyard/contract/store/index-sets'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { indexSetQuery } from './index-set-queries.ts'

/** Loads the index set. For a missing one, the page shows "not found" instead of a toast. */
export function useIndexSet(id: string): UseQueryResult<IndexSet> {
  const indexSet = useQuery(indexSetQuery(useCall(), id))
  useFailureToast(unlessMissing(indexSet.error), 'indexSets.toast.getFailed', { id })
  return indexSet
}
