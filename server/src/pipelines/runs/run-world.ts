/** What runs of pipelines in a thread of their own need: plain data of the main thread, and what is made of it. */

import { createLruMap } from '@logyard/languages/caches/lru-map'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { serverZone } from '../../platform/server-zone.ts'
import type { Message } from '../../store/messages/message.ts'
import { createFieldSetter, type SetField } from '../../store/messages/normalise-fields.ts'
import {
  type CompiledPipelines,
  type CompilePipelines,
  createPipelineCompiler,
} from '../evaluation/compile-pipelines.ts'
import type { EvaluationTrace } from '../evaluation/evaluation-trace.ts'
import type { Evaluator } from '../evaluation/evaluator.ts'
import type { RuleStream } from '../evaluation/rule-run.ts'
import { ruleFunctions } from '../functions/rule-functions.ts'
import type { PipelineSettings } from '../published-pipelines.ts'
import { createRunTables, type FoundLookups, type RunTables } from './run-lookups.ts'

/** Plain data. */
export interface RunWorld {
  /** Runs with the same name share what they compiled. */
  readonly name: string
  readonly pipelines: PipelineSettings
  readonly grokPatterns: ReadonlyMap<string, string>
  readonly streams: readonly RuleStream[]
  /** The titles of the running inputs of this node, by id. */
  readonly inputs: ReadonlyMap<string, string>
  readonly threatIntel: ThreatIntelSources
  readonly nowMs: number
}

export interface OpenedRun {
  readonly evaluator: Evaluator
  readonly compiled: CompiledPipelines
  readonly tables: RunTables
  readonly setField: SetField
  idOf(message: Message): string
  setId(message: Message, id: string): void
  /** What rules passed to `debug`: the first lines. */
  readonly debugLines: readonly string[]
}

const COMPILERS = 10
const MAX_DEBUG_LINES = 100
const MAX_DEBUG_LENGTH = 2000

const functions = new Map(ruleFunctions.map((one) => [one.name, one]))
/** A thread runs the same pipelines again and again. */
const compilers = createLruMap<string, CompilePipelines>(COMPILERS)
const setField = createFieldSetter()
const ids = createIds(systemClock.now)

export function openRun(world: RunWorld, found: FoundLookups, trace?: EvaluationTrace): OpenedRun {
  const compiled = compilerOf(world.name)(world.pipelines, world.grokPatterns)
  const tables = createRunTables(found)
  const knownIds = new WeakMap<Message, string>()
  const debugLines: string[] = []
  const idOf = (message: Message) => {
    const known = knownIds.get(message) ?? ids.uuid()
    knownIds.set(message, known)
    return known
  }
  const settings = {
    streamsById: new Map(world.streams.map((stream) => [stream.id, stream])),
    streamsByTitle: Map.groupBy(world.streams, ({ title }) => title),
    inputs: world.inputs,
    threatIntel: world.threatIntel,
  }
  const evaluator = compiled.createEvaluator({
    nowMs: () => world.nowMs,
    monotonicMs: systemClock.monotonicMs,
    setField,
    idOf,
    places: createPlaces(),
    lookupTables: tables,
    settings: () => settings,
    writesToTables: false,
    effects: {
      debug(text) {
        if (debugLines.length < MAX_DEBUG_LINES) debugLines.push(text.slice(0, MAX_DEBUG_LENGTH))
      },
      count: () => undefined,
      onInvalidTimestamp: () => undefined,
      onLimit: () => undefined,
    },
    ...(trace === undefined ? {} : { trace }),
  })
  return { evaluator, compiled, tables, setField, idOf, setId: (message, id) => knownIds.set(message, id), debugLines }
}

function compilerOf(name: string): CompilePipelines {
  const known = compilers.get(name)
  if (known !== undefined) return known
  const compiler = createPipelineCompiler({
    functions,
    // The whole thread is stopped if a regular expression takes too long.
    toolsOf: (_id, grokPatterns) => ({ grokPatterns, guard: (test) => test(), zone: serverZone() }),
  })
  compilers.set(name, compiler)
  return compiler
}

/** Created messages need no place in the journal. */
function createPlaces() {
  let next = 0
  return {
    next: () => next++,
    mark: () => next,
    reset: (mark: number) => {
      next = mark
    },
  }
}
