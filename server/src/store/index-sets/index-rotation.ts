import type { Notifications } from '../../notices/notifications.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { eachWritableSet } from './each-writable-set.ts'
import type { ManagedIndex } from './index-lookup.ts'
import type { IndexSetStore, StoredIndexSet } from './index-set-store.ts'
import { rotationKindOf } from './index-strategies.ts'
import type { Indices } from './indices.ts'
import type { MessagePartitions, PartitionFigures } from './message-partitions.ts'
import { parseRotationPeriod, rotationDueAt } from './rotation-period.ts'

const EMPTY: Pick<PartitionFigures, 'rows' | 'bytes'> = { rows: 0, bytes: 0 }

/** Starts the next index of every writable set whose current one is full or old enough. */
export function createIndexRotation(deps: {
  readonly store: Pick<IndexSetStore, 'sets'>
  readonly partitions: MessagePartitions
  readonly indices: Indices
  readonly notifications: Notifications
  readonly clock: Clock
  /** By time nothing is rotated soon after the clock was set: retention would delete indices that are not old. */
  readonly isClockSteady: () => boolean
  readonly log: Log
}) {
  const { store, partitions, indices, notifications, clock, isClockSteady, log } = deps

  function isDue(set: StoredIndexSet, figures: ReadonlyMap<string, PartitionFigures>, current: ManagedIndex): boolean {
    const { rows, bytes } = figures.get(current.index.id) ?? EMPTY
    const { max_docs_per_index, max_size, rotation_period } = set.rotation_strategy
    switch (rotationKindOf(set.rotation_strategy_class)) {
      case 'count':
        return max_docs_per_index !== undefined && rows > max_docs_per_index
      case 'size':
        return max_size !== undefined && bytes > max_size
      case 'time':
        return isClockSteady() && isOldEnough(current.index.created_at, rotation_period)
      case undefined:
        return false
    }
  }

  function isOldEnough(createdAt: string | null, periodText: string | undefined): boolean {
    const period = parseRotationPeriod(periodText ?? '')
    if (period === undefined) return false
    return createdAt === null || clock.now() >= rotationDueAt(new Date(createdAt), period)
  }

  return {
    async run() {
      const figures = await partitions.figures()
      await eachWritableSet({ store, log }, async (set) => {
        if (rotationKindOf(set.rotation_strategy_class) === undefined) {
          await notifications.raise('generic', 'urgent', unknownStrategy(set))
          return
        }
        await indices.cycle(set.id, (current) => current === undefined || isDue(set, figures, current))
      })
    },
  }
}

const unknownStrategy = ({ title, rotation_strategy_class }: StoredIndexSet) => ({
  title: 'Index Rotation Problem!',
  description: `Index set ${title} is not rotated: the strategy ${rotation_strategy_class} is not known. Edit the index set and choose another one.`,
  page: 'indices',
})
