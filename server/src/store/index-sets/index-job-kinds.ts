import type { JobKind } from '../../jobs/system-jobs.ts'

const kind = (name: string, facts: Omit<JobKind, 'name'>): JobKind => ({
  name: `org.graylog2.indexer.${name}`,
  ...facts,
})
const plain = { isCancelable: false, providesProgress: false }
export const REBUILD = kind('ranges.RebuildIndexRangesJob', {
  description: 'Rebuilds index range information.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1,
})
export const SINGLE_RANGE = kind('ranges.CreateNewSingleIndexRangeJob', {
  description: 'Creates new single index range information.',
  ...plain,
  maxRunning: Number.POSITIVE_INFINITY,
})
export const SETTLE = (name: string) =>
  kind('indices.jobs.SetIndexReadOnlyAndCalculateRangeJob', {
    description: `Makes index ${name} read only and calculates and adds its index range afterwards.`,
    ...plain,
    maxRunning: 1000,
  })
export const OPTIMIZE = kind('indices.jobs.OptimizeIndexJob', {
  description: 'Optimizes an index for read performance.',
  ...plain,
  maxRunning: 20,
})
export const CLEAN_UP = kind('indices.jobs.IndexSetCleanupJob', {
  description: 'Deletes all indices in an index set.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1000,
})
