import { inspectSearch } from '@logyard/contract/search/search-inspection'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { endOfJob } from '../run/wait-for-job.ts'
import type { Searches } from '../search-service.ts'
import { createStatementTrace } from '../statements/statement-trace.ts'
import { inspectionAnswer } from './inspection-answer.ts'

/** The caller inspects an execution of its own: its statements hold the streams and values of this caller only. */
export function inspectionRoutes(
  api: FastifyInstance,
  { searches, clock }: { readonly searches: Searches; readonly clock: Clock },
): void {
  serve(api, inspectSearch, async ({ caller, body, signal }) => {
    const trace = createStatementTrace(clock)
    const startMs = clock.monotonicMs()
    const job = await searches.trace(caller, body.search, body.execution_state ?? {}, trace)
    try {
      await endOfJob(job, { signal, clock })
      return inspectionAnswer(job, trace.take(), clock.monotonicMs() - startMs, caller)
    } finally {
      // The job keeps the trace as long as it is kept.
      trace.take()
    }
  })
}
