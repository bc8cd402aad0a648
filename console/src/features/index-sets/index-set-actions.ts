/** The changes of index sets and of their indices. */
import { cycle } from '@logyard/contract/store/deflector'
import { rebuildIndexRange, rebuildIndexRangesOfSet } from '@logyard/contract/store/index-ranges'
import {
  createIndexSet,
  deleteIndexSet,
  type IndexSet,
  type IndexSetDraft,
  type IndexSetUpdate,
  setDefaultIndexSet,
  updateIndexSet,
} from '@logyard/contract/store/index-sets'
import { closeIndex, deleteIndex, reopenIndex } from '@logyard/contract/store/indices'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { INDEX_SETS_KEY } from './index-set-queries.ts'

const CHANGED = [INDEX_SETS_KEY] as const

export const useCreateIndexSet = () =>
  useAction({
    run: (call, body: IndexSetDraft) => call(createIndexSet, { body }),
    texts: 'indexSets.toast.create',
    changes: CHANGED,
  })

export const useUpdateIndexSet = (id: string) =>
  useAction({
    run: (call, body: IndexSetUpdate) => call(updateIndexSet, { params: { id }, body }),
    texts: 'indexSets.toast.update',
    values: (_, indexSet) => ({ title: indexSet?.title ?? '' }),
    changes: CHANGED,
  })

export const useSetDefault = () =>
  useAction({
    run: (call, { id }: IndexSet) => call(setDefaultIndexSet, { params: { id } }),
    texts: 'indexSets.toast.setDefault',
    changes: CHANGED,
  })

export const useDeleteIndexSet = ({ id, title }: IndexSet) =>
  useAction({
    run: (call, withIndices: boolean) =>
      call(deleteIndexSet, { params: { id }, query: { delete_indices: withIndices } }),
    texts: 'indexSets.toast.delete',
    values: () => ({ title }),
    changes: CHANGED,
  })

export const useCycle = () =>
  useAskedAction({
    run: (call, indexSetId: string) => call(cycle, { params: { indexSetId } }),
    texts: 'indexSets.toast.cycle',
    question: 'indexSets.cycle',
    confirmLabel: 'indexSets.cycle',
    isHarmless: true,
    changes: CHANGED,
  })

export const useRebuildRanges = () =>
  useAskedAction({
    run: (call, indexSetId: string) => call(rebuildIndexRangesOfSet, { params: { indexSetId } }),
    texts: 'indexSets.toast.rebuild',
    question: 'indexSets.rebuild',
    confirmLabel: 'indexSets.rebuild',
    isHarmless: true,
    changes: CHANGED,
  })

export const useRebuildRange = () =>
  useAction({
    run: (call, index: string) => call(rebuildIndexRange, { params: { index } }),
    texts: 'indexSets.toast.rebuild',
    done: 'indexSets.toast.rangeStarted',
    values: (index) => ({ index }),
    changes: CHANGED,
  })

export const useReopenIndex = () =>
  useAction({
    run: (call, index: string) => call(reopenIndex, { params: { index } }),
    texts: 'indexSets.toast.index.reopen',
    values: (index) => ({ index }),
    changes: CHANGED,
  })

export const useCloseIndex = () =>
  useAskedAction({
    run: (call, index: string) => call(closeIndex, { params: { index } }),
    texts: 'indexSets.toast.index.close',
    question: 'indexSets.index.close',
    namedText: 'indexSets.index.close.text',
    confirmLabel: 'indexSets.index.close',
    isHarmless: true,
    values: (index) => ({ index }),
    changes: CHANGED,
  })

export const useDeleteIndex = () =>
  useAskedAction({
    run: (call, index: string) => call(deleteIndex, { params: { index } }),
    texts: 'indexSets.toast.index.delete',
    question: 'indexSets.index.delete',
    namedText: 'indexSets.index.delete.text',
    confirmLabel: 'indexSets.index.delete',
    values: (index) => ({ index }),
    changes: CHANGED,
  })
