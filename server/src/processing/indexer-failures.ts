import type { IndexerFailure } from '@logyard/contract/indexer-failures'
import type { Failure, Failures } from './failures.ts'

/** What could not be decoded or stored, as clients of the reference API ask for it. */
export function createIndexerFailures(failures: Failures) {
  return {
    async list({ limit, offset }: { readonly limit: number; readonly offset: number }) {
      const total = failures.figures().failures
      const wanted = limit === 0 ? total : offset + limit
      const newest = failures.list({ limit: Math.min(wanted, total) })
      return { failures: newest.slice(offset).map(describe), total }
    },
    async count(since: Date) {
      const { failures: total } = failures.figures()
      return failures.list({ limit: total }).filter(({ failedAt }) => failedAt >= since).length
    },
  }
}

function describe({ number, reason, detail, raw }: Failure): IndexerFailure {
  return {
    timestamp: new Date(raw.receivedAtMs).toISOString(),
    letter_id: String(number),
    message: `${reason}: ${detail}`,
    index: '',
    type: reason === 'not-storable' ? 'MappingError' : 'Unknown',
  }
}
