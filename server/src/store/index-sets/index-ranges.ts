import { type IndexRange, UNKNOWN_INSTANT } from '@logyard/contract/store/index-ranges'
import type { Clock } from '../../platform/clock.ts'
import { indexOfRangeNotManaged, indexRangeNotFound } from './index-errors.ts'
import type { IndexLookup } from './index-lookup.ts'
import type { IndexSetStore, StoredIndex } from './index-set-store.ts'
import type { MessagePartitions } from './message-partitions.ts'

/** The time range of the messages in each index. */
export type IndexRanges = ReturnType<typeof createIndexRanges>

/** The range of an index that is empty, or still written to. */
export const unknownRange = (now: Date): NonNullable<StoredIndex['range']> => ({
  begin: UNKNOWN_INSTANT,
  end: UNKNOWN_INSTANT,
  calculated_at: now.toISOString(),
  took_ms: 0,
})

export const rangeOf = ({ id, range }: StoredIndex): IndexRange | null =>
  range === null ? null : { index_name: id, ...range }

export function createIndexRanges(deps: {
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly partitions: MessagePartitions
  readonly clock: Clock
}) {
  const { store, lookup, partitions, clock } = deps
  return {
    /** Sorted by end, then begin, then name. */
    async list() {
      const ranges = (await lookup.list()).flatMap(({ index }) => rangeOf(index) ?? [])
      return ranges.sort(
        (a, b) =>
          a.end.localeCompare(b.end) || a.begin.localeCompare(b.begin) || a.index_name.localeCompare(b.index_name),
      )
    },
    async get(name: string) {
      const found = await lookup.find(name)
      if (found === undefined && !(await lookup.isManagedName(name))) throw indexOfRangeNotManaged(name)
      const range = found === undefined ? null : rangeOf(found.index)
      if (range === null) throw indexRangeNotFound(name)
      return range
    },
    /** Does nothing for an index that is closed or deleted. The range of a write index is always unknown. */
    async calculate(name: string) {
      const found = await lookup.find(name)
      if (found === undefined || found.index.state !== 'open') return
      const startMs = clock.monotonicMs()
      const times = found.isWriteIndex ? undefined : await partitions.timeRange(name)
      const now = clock.now()
      const range =
        times === undefined
          ? unknownRange(now)
          : {
              begin: new Date(times.beginMs).toISOString(),
              end: new Date(times.endMs).toISOString(),
              calculated_at: now.toISOString(),
              took_ms: Math.round(clock.monotonicMs() - startMs),
            }
      await store.indices.update(name, (index) => (index.state === 'open' ? { ...index, range } : index))
    },
  }
}
