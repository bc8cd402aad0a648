import * as contract from '@logyard/contract/ingest/indexer-failures'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { createMessageIds, nodeNumber } from '../../store/messages/message-ids.ts'
import type { FailureFacts, Failures } from './failures.ts'
import { readInstant } from './read-instant.ts'

/** Failures in the format of the reference's API. */
export function indexerFailureRoutes(
  api: FastifyInstance,
  { failures, timeZone }: { readonly failures: Failures; readonly timeZone: string },
): void {
  serve(
    api,
    contract.listIndexerFailures,
    async ({ query }) => {
      // The page is cut from those of all nodes.
      const { rows, total } = await failures.search({}, { offset: 0, limit: endOf(query) })
      return { failures: rows.map(describe), total }
    },
    {
      merge(own, others, query) {
        const all = [own, ...others.filter((other) => other !== null)]
        const merged = newestFirst(all.map((one) => one.failures))
        const total = all.reduce((sum, one) => sum + one.total, 0)
        return { failures: merged.slice(query.offset ?? 0, endOf(query)), total }
      },
    },
  )
  serve(
    api,
    contract.countIndexerFailures,
    ({ query }) => ({ count: failures.countSince(readInstant(query.since ?? '', timeZone)) }),
    { merge: (own, others) => ({ count: others.reduce((sum, other) => sum + (other?.count ?? 0), own.count) }) },
  )
}

const endOf = ({ limit = 0, offset = 0 }: { readonly limit?: number; readonly offset?: number }): number =>
  limit === 0 ? Number.MAX_SAFE_INTEGER : offset + limit

/** Merges lists without changing the order of any, so that pages do not overlap. */
function newestFirst(lists: readonly (readonly contract.IndexerFailure[])[]): contract.IndexerFailure[] {
  const rests = lists.map((list) => list.toReversed())
  const merged: contract.IndexerFailure[] = []
  for (;;) {
    const [first] = rests.toSorted((a, b) => (b.at(-1)?.timestamp ?? '').localeCompare(a.at(-1)?.timestamp ?? ''))
    const next = first?.pop()
    if (next === undefined) return merged
    merged.push(next)
  }
}

function describe({ origin, offset, receivedAtMs, reason, detail }: FailureFacts): contract.IndexerFailure {
  return {
    timestamp: new Date(receivedAtMs).toISOString(),
    // The id that the first of its messages will get.
    letter_id: createMessageIds(nodeNumber(origin.nodeId))(receivedAtMs, offset, 0).id,
    message: `${reason}: ${detail}`,
    index: '',
    type: reason === 'not-storable' ? 'MappingError' : 'Unknown',
  }
}
