import * as contract from '@logyard/contract/indexer-failures'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import { LogyardError } from '../platform/errors.ts'

/** The messages that could not be decoded or stored, as processing keeps them. */
export interface IndexerFailureList {
  /** Newest first; a limit of 0 is none. `total` counts all that are kept. */
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly failures: readonly contract.IndexerFailure[]; readonly total: number }>
  count(since: Date): Promise<number>
}

const dateRefused = (text: string) =>
  new LogyardError('invalid', 'failures-since-refused', `Invalid date parameter provided: [${text}]`)

export function indexerFailureRoutes(
  api: FastifyInstance,
  { failures, timeZone }: { readonly failures: IndexerFailureList; readonly timeZone: string },
): void {
  serve(api, contract.listIndexerFailures, async ({ query }) => {
    const page = await failures.list({ limit: query.limit ?? 0, offset: query.offset ?? 0 })
    return { failures: [...page.failures], total: page.total }
  })
  serve(api, contract.countIndexerFailures, async ({ query }) => ({
    count: await failures.count(readInstant(query.since ?? '', timeZone)),
  }))
}

/** An instant, or what a clock in the zone of the server showed at it. */
function readInstant(text: string, timeZone: string): Date {
  const hasZone = /(?:[zZ]|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]*\])?$/.test(text.replace(/^[^T ]*/, ''))
  try {
    const instant = hasZone
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
    return new Date(instant.epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) throw dateRefused(text)
    throw error
  }
}
