import { simulateProcessing } from '@logyard/contract/pipelines/simulator'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { runTooLarge } from '../../platform/bounded-runs/run-errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_LINE } from '../../platform/server-log/message-line.ts'
import { exactJson } from '../../search/statements/exact-json.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import { charactersOf } from './message-documents.ts'
import type { PipelineRunner } from './pipeline-runner.ts'
import { simulateTask } from './simulate-task.ts'

export interface SimulatorRoutesDeps {
  readonly published: Pick<PublishedPipelines, 'current'>
  readonly runner: PipelineRunner
  /** Whether there is a live lookup table of this name that the caller may read. */
  readonly isReadableTable: (name: string, caller: Caller) => boolean
  /** Throws if the stream does not exist. */
  readonly requireStream: (id: string) => Promise<unknown>
  readonly ids: Ids
  readonly log: Log
}

/** Longer than the evaluator works on one message. */
const SIMULATION_LIMIT_MS = 8000

export function simulatorRoutes(api: FastifyInstance, deps: SimulatorRoutesDeps): void {
  const { published, runner, isReadableTable, requireStream, ids, log } = deps
  serve(api, simulateProcessing, async ({ body, caller, signal, reply }) => {
    const { stream_id: streamId, message: fields, input_id: inputId } = body
    caller.require('pipeline_rule:read')
    caller.require(`streams:read:${streamId}`)
    await requireStream(streamId)
    const given = fields['_id']
    const id = typeof given === 'string' && given.trim() !== '' ? given : ids.uuid()
    const world = runner.world('simulator', published.current())
    const input = { world, fields, id, streamId, inputId: inputId ?? '' }
    const options = {
      ...{ userId: caller.userId, signal, limitMs: SIMULATION_LIMIT_MS, characters: charactersOf(fields) },
      // The message is the caller's own, so its keys are, too.
      isReadableTable: (name: string) => isReadableTable(name, caller),
    }
    const simulated = await runner.run(simulateTask, input, options)
    if (simulated.isTooLarge) throw runTooLarge()
    for (const line of simulated.debugLines) log.info(MESSAGE_LINE, line)
    const messages = simulated.messages.map((message) => {
      return { message, index: '', highlight_ranges: null, decoration_stats: null }
    })
    const answer = { messages, simulation_trace: simulated.trace, took_microseconds: simulated.tookMicroseconds }
    // Integers keep all of their digits.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(answer))
  })
}
