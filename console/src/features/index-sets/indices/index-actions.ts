/** The mutations of indices, with their toasts. */
import { cycle } from '@logyard/contract/store/deflector'
import { rebuildIndexRange, rebuildIndexRangesOfSet } from '@logyard/contract/store/index-ranges'
import { closeIndex, deleteIndex, reopenIndex } from '@logyard/contract/store/indices'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { INDEX_SETS_KEY } from '../index-set-queries.ts'

const CHANGED = [INDEX_SETS_KEY] as const
export type IndexAction = 'close' | 'reopen' | 'delete'
const CALLS = { close: closeIndex, reopen: reopenIndex, delete: deleteIndex }

export function useCycle() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (indexSetId: string) => call(cycle, { params: { indexSetId } }),
    succeeded: () => t('indexSets.toast.cycled'),
    failed: (_, status) => ({
      title: t('indexSets.toast.cycleFailed.title'),
      text: t('indexSets.toast.cycleFailed', { status }),
    }),
    changes: CHANGED,
  })
}

/** For the whole set, or for one index. */
export function useRebuildRanges() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ indexSetId, index }: { indexSetId: string; index?: string }) =>
      index === undefined
        ? call(rebuildIndexRangesOfSet, { params: { indexSetId } })
        : call(rebuildIndexRange, { params: { index } }),
    succeeded: ({ index }) =>
      index === undefined ? t('indexSets.toast.rangesStarted') : t('indexSets.toast.rangeStarted', { index }),
    failed: (_, status) => ({
      title: t('indexSets.toast.rangesFailed.title'),
      text: t('indexSets.toast.rangesFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useChangeIndex() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ action, index }: { action: IndexAction; index: string }) => call(CALLS[action], { params: { index } }),
    succeeded: ({ action, index }) => t(`indexSets.toast.index.${action}`, { index }),
    failed: ({ action, index }, status) => ({
      title: t(`indexSets.toast.index.${action}.failed.title`),
      text: t(`indexSets.toast.index.${action}.failed`, { index, status }),
    }),
    changes: CHANGED,
  })
}
