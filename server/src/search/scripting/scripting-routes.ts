/** Searches for scripts. They are run as searches of the console are, with the same permissions. */
import * as scripting from '@logyard/contract/search/scripting'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Job } from '../run/search-job.ts'
import { endOfJob } from '../run/wait-for-job.ts'
import type { Searches } from '../search-service.ts'
import { jsonChunksOf, sendJsonChunks } from '../statements/json-chunks.ts'
import { tabulateAggregation } from './aggregation-table.ts'
import { tabulateMessages } from './message-table.ts'
import { csvOf } from './table-csv.ts'
import { scriptRefused, type Tabulation } from './tabulation.ts'
import { aggregationRequest, messagesRequest } from './url-requests.ts'

interface Call {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signal: AbortSignal
}

export function scriptingRoutes(
  api: FastifyInstance,
  { searches, clock }: { readonly searches: Pick<Searches, 'run'>; readonly clock: Clock },
): void {
  async function send({ caller, request, reply, signal }: Call, { draft, tableOf }: Tabulation) {
    const outcome: { table?: scripting.SearchTable; cause?: unknown } = {}
    const job = await searches.run(caller, draft, {
      shape: (result) => (outcome.table = tableOf(result)),
      failed: (error) => (outcome.cause = error),
    })
    await endOfJob(job, { signal, clock })
    const { table, cause } = outcome
    if (table === undefined || job.errors.length > 0) throw searchFailed(job, cause)
    if (!wantsJson(request)) return reply.type('text/csv; charset=utf-8').send(await csvOf(table))
    return sendJsonChunks(reply, await jsonChunksOf(table, () => undefined))
  }

  serve(api, scripting.tabulateMessages, (call) => send(call, tabulateMessages(call.body)))
  serve(api, scripting.tabulateMessagesByUrl, (call) => send(call, tabulateMessages(messagesRequest(call.query))))
  serve(api, scripting.tabulateAggregation, (call) => send(call, tabulateAggregation(call.body)))
  serve(api, scripting.tabulateAggregationByUrl, (call) =>
    send(call, tabulateAggregation(aggregationRequest(call.query))),
  )
}

/** CSV only if the client does not accept JSON. */
const wantsJson = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept === undefined || accept === '' || accepts(accept, 'application/json')

/** What other searches answer with 500, as Graylog does. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['field-unknown-to-sort', 'field-not-sortable'])

/** A table has no place for errors beside it. What a query cannot do is the fault of the request. */
function searchFailed({ errors: [first] }: Job, cause: unknown): LogyardError {
  if (first?.type === 'search_type' && cause instanceof LogyardError)
    return OF_THE_REQUEST.has(cause.code) ? scriptRefused(cause.message) : cause
  const isFault = cause !== undefined && !(cause instanceof LogyardError)
  const message = first?.description ?? 'The search has no result.'
  return isFault
    ? new LogyardError('failed', 'script-search-failed', message, { cause })
    : new LogyardError('invalid', 'script-search-failed', message, { cause })
}
