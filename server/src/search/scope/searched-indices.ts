/** The indices of messages, as far as searches need them. */

import { UNKNOWN_INSTANT } from '@logyard/contract/store/index-ranges'
import type { IndexSets } from '../../store/index-sets/index-sets.ts'
import { EVENT_STREAM_IDS } from '../../streams/stream-access.ts'
import type { Streams } from '../../streams/stream-service.ts'
import type { InstantRange } from './message-scope.ts'

export type SearchedIndices = ReturnType<typeof createSearchedIndices>

export function createSearchedIndices({
  indexSets,
  streams,
}: {
  readonly indexSets: Pick<IndexSets, 'lookup' | 'ranges'>
  readonly streams: Pick<Streams, 'list'>
}) {
  return {
    /** The names of the indices that only events are written to. */
    async ofEvents() {
      const all = await streams.list()
      const sets = all.filter(({ id }) => EVENT_STREAM_IDS.includes(id)).map(({ index_set_id }) => index_set_id)
      const indices = await Promise.all([...new Set(sets)].map((id) => indexSets.lookup.list(id)))
      return indices.flat().map(({ index }) => index.id)
    },
    /** The indices that may have messages in the range, which always includes those being written to. */
    async within({ fromMs, toMs }: InstantRange) {
      const ranges = await indexSets.ranges.list()
      return ranges.filter(
        ({ begin, end }) => end === UNKNOWN_INSTANT || (Date.parse(begin) <= toMs && Date.parse(end) >= fromMs),
      )
    },
    /** What became of an index with messages. */
    async fateOf(name: string): Promise<'open' | 'closed' | 'deleted'> {
      const found = await indexSets.lookup.find(name)
      if (found === undefined) return 'deleted'
      return found.index.state === 'closed' ? 'closed' : 'open'
    },
    /** Throws if the name belongs to no index set, or the index is closed or was deleted. */
    async get(name: string) {
      const { set } = await indexSets.lookup.get(name)
      return { analyzer: set.index_analyzer }
    },
  }
}
