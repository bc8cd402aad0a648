/** The index set of a page, and its breadcrumbs. */
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { getIndex } from '@logyard/contract/store/indices'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { useListCrumbs } from '../../ui/page/use-list-crumbs.ts'
import { indexSetQuery } from './index-set-queries.ts'

/** Loads the index set. For a missing one, the page shows "not found" instead of a toast. */
export function useIndexSet(id: string): UseQueryResult<IndexSet> {
  const t = useText()
  const indexSet = useQuery(indexSetQuery(useCall(), id))
  const failed = (status: string) => t('indexSets.toast.getFailed', { id, status })
  useFailureToast(unlessMissing(indexSet.error), failed, t('indexSets.toast.getFailed.title'))
  return indexSet
}

export const useIndexSetCrumbs = () => useListCrumbs('shell.indices', routes.indices.list(), getIndex)
