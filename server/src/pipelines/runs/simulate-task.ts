/** Runs all pipelines on one message, with a trace. */
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import { systemClock } from '../../platform/clock.ts'
import { charactersOf, documentOf, type Fields, messageOfClient } from './message-documents.ts'
import type { FoundLookups } from './run-lookups.ts'
import { resultsOf } from './run-results.ts'
import { openRun, type RunWorld } from './run-world.ts'

export interface SimulationTask {
  readonly world: RunWorld
  readonly found: FoundLookups
  readonly fields: Fields
  readonly id: string
  readonly streamId: string
  /** Empty without an input. */
  readonly inputId: string
}

const MAX_TRACE_LINES = 20_000
const TRACE_CUT = `The trace is cut: it has more than ${MAX_TRACE_LINES} lines`
/** Characters of all resulting messages. */
const MAX_RESULT_CHARACTERS = 16_000_000

export function simulate({ world, found, fields, id, streamId, inputId }: SimulationTask) {
  const trace = createTimedTrace()
  const run = openRun(world, found, trace)
  const message = messageOfClient(fields, { streams: [streamId], inputId, nowMs: world.nowMs }, run.setField)
  run.setId(message, id)
  const outcome = run.evaluator.run(message)
  const tookMicroseconds = trace.microseconds()
  const results = resultsOf(message, outcome).map((result) => documentOf(result, run.idOf(result)))
  /** The messages have more characters than a response can have. */
  const isTooLarge = results.reduce((sum, document) => sum + charactersOf(document), 0) > MAX_RESULT_CHARACTERS
  return {
    missing: run.tables.missing(),
    messages: isTooLarge ? [] : results,
    trace: trace.lines(),
    tookMicroseconds,
    debugLines: run.debugLines,
    isTooLarge,
  }
}

function createTimedTrace() {
  let lines: { time: number; message: string }[] = []
  const startedAtMs = systemClock.monotonicMs()
  const microseconds = () => Math.floor((systemClock.monotonicMs() - startedAtMs) * 1000)
  return {
    add(message: string) {
      if (lines.length < MAX_TRACE_LINES) lines.push({ time: microseconds(), message })
      else if (lines.length === MAX_TRACE_LINES) lines.push({ time: microseconds(), message: TRACE_CUT })
    },
    clear() {
      lines = []
    },
    microseconds,
    lines: () => lines,
  }
}

export const simulateTask = boundedTask(import.meta.url, simulate)
