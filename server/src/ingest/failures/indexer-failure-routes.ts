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
  serve(api, contract.listIndexerFailures, async ({ query: { limit = 0, offset = 0 } }) => {
    const page = { offset, limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit }
    const { rows, total } = await failures.search({}, page)
    return { failures: rows.map(describe), total }
  })
  serve(api, contract.countIndexerFailures, ({ query }) => ({
    count: failures.countSince(readInstant(query.since ?? '', timeZone)),
  }))
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
