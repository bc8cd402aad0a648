import * as contract from '@logyard/contract/ingest/failures'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FailureSelection, FailureService } from './failure-service.ts'
import { failureSummary } from './failure-summary.ts'
import type { FailureFacts, FailureQuery, Failures } from './failures.ts'
import { mergeFailureCounts } from './merge-failure-counts.ts'
import { readInstant } from './read-instant.ts'

const DAY_MS = 86_400_000
const DEFAULT_PER_PAGE = 50

export interface FailureRoutesDeps {
  readonly failures: Failures
  readonly service: FailureService
  readonly titleOf: (inputId: string) => string | undefined
  readonly timeZone: string
  readonly clock: Pick<Clock, 'now'>
}

export function failureRoutes(api: FastifyInstance, deps: FailureRoutesDeps): void {
  const { failures, service, clock } = deps
  const summaryOf = (facts: FailureFacts) => failureSummary(facts, deps.titleOf)
  const newest = async () => (await failures.numbers({}, 1))[0] ?? null
  const queryOf = (filter: contract.FailureFilter): FailureQuery => ({
    ...(filter.input === undefined ? {} : { inputId: filter.input }),
    ...(filter.reason === undefined ? {} : { reason: filter.reason }),
    ...(filter.from === undefined ? {} : { from: readInstant(filter.from, deps.timeZone) }),
    ...(filter.to === undefined ? {} : { to: readInstant(filter.to, deps.timeZone) }),
    ...(filter.text === undefined ? {} : { text: filter.text }),
    ...(filter.up_to === undefined ? {} : { upTo: filter.up_to }),
  })
  const selectionOf = (selection: contract.FailureSelection): FailureSelection =>
    'numbers' in selection
      ? { kind: 'numbers', numbers: selection.numbers }
      : { kind: 'query', query: queryOf(selection.filter) }

  serve(api, contract.listFailures, async ({ query }) => {
    const { page = 1, per_page = DEFAULT_PER_PAGE, node_id: _, ...filter } = query
    const offset = (page - 1) * per_page
    const { rows, total } = await failures.search(queryOf(filter), { offset, limit: per_page })
    return { failures: rows.map(summaryOf), total, count: rows.length, page, per_page, newest: await newest() }
  })
  const counts = async (): Promise<contract.FailureCounts> => {
    const { failures: total, byInput, byReason, sizeBytes, sizeLimitBytes } = failures.figures()
    const mostFirst = <Counted extends { readonly count: number }>(list: Counted[]) =>
      list.sort((a, b) => b.count - a.count)
    return {
      total,
      newest: await newest(),
      inputs: mostFirst(Array.from(byInput, ([id, count]) => ({ id, title: deps.titleOf(id) ?? null, count }))),
      reasons: mostFirst(Array.from(byReason, ([reason, count]) => ({ reason, count }))),
      last_day: failures.countSince(new Date(clock.now().getTime() - DAY_MS)),
      size: sizeBytes,
      size_limit: sizeLimitBytes,
    }
  }
  serve(api, contract.countFailures, counts, { merge: mergeFailureCounts })
  serve(api, contract.getFailure, ({ params }) => {
    const failure = service.get(params.number)
    const shown = Buffer.from(failure.raw.payload.subarray(0, contract.MAX_SHOWN_BYTES))
    return { ...summaryOf(failure), payload: shown.toString('base64'), shown: shown.byteLength }
  })
  serve(api, contract.downloadFailure, ({ params, reply }) => {
    const { number, raw } = service.get(params.number)
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="failure-${number}.bin"`)
      .send(Buffer.from(raw.payload))
  })
  serve(api, contract.replayFailures, async ({ body, request }) => {
    const answer = await service.replay(selectionOf(body))
    request.log.info({ stored: answer.stored, failed: answer.failed }, 'failures replayed')
    return answer
  })
  serve(api, contract.deleteFailures, async ({ body, request }) => {
    const answer = await service.delete(selectionOf(body))
    request.log.info({ deleted: answer.deleted }, 'failures deleted')
    return answer
  })
}
