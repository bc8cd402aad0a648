import { type TSchema, Type } from 'typebox'
import type { JobKind } from '../../jobs/job-kind.ts'

const kind = <S extends TSchema>({ name, ...facts }: JobKind<S>): JobKind<S> => ({
  name: `org.graylog2.indexer.${name}`,
  ...facts,
})
const plain = { isCancelable: false, providesProgress: false }
const ofIndex = Type.Object({ index: Type.String() })

export const REBUILD = kind({
  name: 'ranges.RebuildIndexRangesJob',
  parameters: Type.Object({
    /** Set whose ranges are calculated; all sets if it is missing. */
    index_set_id: Type.Optional(Type.String()),
    /** Ranges that were calculated later are done. */
    asked_at: Type.String(),
  }),
  description: () => 'Rebuilds index range information.',
  info: () => 'No further information available.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1,
})
export const SINGLE_RANGE = kind({
  name: 'ranges.CreateNewSingleIndexRangeJob',
  parameters: ofIndex,
  description: () => 'Creates new single index range information.',
  info: ({ index }) => `Calculating ranges for index ${index}.`,
  ...plain,
  maxRunning: Number.POSITIVE_INFINITY,
})
export const SETTLE = kind({
  name: 'indices.jobs.SetIndexReadOnlyAndCalculateRangeJob',
  parameters: ofIndex,
  description: ({ index }) => `Makes index ${index} read only and calculates and adds its index range afterwards.`,
  info: ({ index }) => `Settling index ${index}.`,
  ...plain,
  maxRunning: 1000,
})
export const OPTIMIZE = kind({
  name: 'indices.jobs.OptimizeIndexJob',
  parameters: ofIndex,
  description: () => 'Optimizes an index for read performance.',
  info: ({ index }) => `Optimizing index ${index}.`,
  ...plain,
  maxRunning: 20,
})
export const CLEAN_UP = kind({
  name: 'indices.jobs.IndexSetCleanupJob',
  parameters: Type.Object({ index_set_id: Type.String() }),
  description: () => 'Deletes all indices in an index set.',
  info: ({ index_set_id }) => `Deleting the indices of index set ${index_set_id}.`,
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1000,
})
