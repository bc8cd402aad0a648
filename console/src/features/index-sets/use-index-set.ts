import type { IndexSet } from '@logyard/contract/store/index-sets'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { indexSetQuery } from './index-set-queries.ts'

/** The index set of a page. One that does not exist has a page of its own instead of a toast. */
export function useIndexSet(id: string): UseQueryResult<IndexSet> {
  const t = useText()
  const indexSet = useQuery(indexSetQuery(useCall(), id))
  useFailureToast(
    unlessMissing(indexSet.error),
    (status) => t('indexSets.toast.getFailed', { id, status }),
    t('indexSets.toast.getFailed.title'),
  )
  return indexSet
}
