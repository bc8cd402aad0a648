/** The mutations of an index set, with their toasts. */
import {
  createIndexSet,
  deleteIndexSet,
  type IndexSetDraft,
  type IndexSetUpdate,
  setDefaultIndexSet,
  updateIndexSet,
} from '@logyard/contract/store/index-sets'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { INDEX_SETS_KEY } from './index-set-queries.ts'

interface NamedIndexSet {
  readonly id: string
  readonly title: string
}
const CHANGED = [INDEX_SETS_KEY] as const

export function useCreateIndexSet() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: IndexSetDraft) => call(createIndexSet, { body }),
    succeeded: ({ title }) => t('indexSets.toast.created', { title }),
    failed: (_, status) => ({
      title: t('indexSets.toast.createFailed.title'),
      text: t('indexSets.toast.createFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useUpdateIndexSet() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, change }: { id: string; change: IndexSetUpdate }) =>
      call(updateIndexSet, { params: { id }, body: change }),
    succeeded: (_, { title }) => t('indexSets.toast.updated', { title }),
    failed: (_, status) => ({
      title: t('indexSets.toast.updateFailed.title'),
      text: t('indexSets.toast.updateFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useSetDefault() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: NamedIndexSet) => call(setDefaultIndexSet, { params: { id } }),
    succeeded: ({ title }) => t('indexSets.toast.defaultSet', { title }),
    failed: (_, status) => ({
      title: t('indexSets.toast.defaultFailed.title'),
      text: t('indexSets.toast.defaultFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useDeleteIndexSet() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ indexSet, withIndices }: { indexSet: NamedIndexSet; withIndices: boolean }) =>
      call(deleteIndexSet, { params: { id: indexSet.id }, query: { delete_indices: withIndices } }),
    succeeded: ({ indexSet }) => t('indexSets.toast.deleted', { title: indexSet.title }),
    failed: (_, status) => ({
      title: t('indexSets.toast.deleteFailed.title'),
      text: t('indexSets.toast.deleteFailed', { status }),
    }),
    changes: CHANGED,
  })
}
