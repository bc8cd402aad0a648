/** Runs sources of rules and pipelines on messages, without a server around them. */
import { UTC } from '@logyard/codecs/time-zone'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { Message } from '../../store/messages/message.ts'
import { createFieldSetter } from '../../store/messages/normalise-fields.ts'
import { createPipelineCompiler } from '../evaluation/compile-pipelines.ts'
import type { EvaluationEnvironment } from '../evaluation/evaluation-environment.ts'
import type { PipelineFunction, RuleStream } from '../evaluation/rule-run.ts'
import { ruleFunctions } from '../functions/rule-functions.ts'
import type { PipelineSettings } from '../published-pipelines.ts'

export const NOW = Date.parse('2026-03-01T09:00:00Z')

export interface TestSources {
  /** Sources by title; each is `rule "TITLE" ...`. */
  readonly rules?: Readonly<Record<string, string>>
  readonly off?: readonly string[]
  /** Sources of stages by title of the pipeline. */
  readonly pipelines: Readonly<Record<string, string>>
  /** Titles of pipelines by stream id. Without it all pipelines are connected to the default stream. */
  readonly connections?: Readonly<Record<string, readonly string[]>>
  readonly hasRuleMetrics?: boolean
}

export const testPipelines = (sources: TestSources): PipelineSettings => {
  const titles = Object.keys(sources.pipelines)
  return {
    rules: Object.entries(sources.rules ?? {}).map(([title, rest]) => ({
      id: `rule-${title}`,
      title,
      source: `rule "${title}" ${rest} end`,
      isOff: sources.off?.includes(title) ?? false,
    })),
    pipelines: titles.map((title) => ({
      id: `pipe-${title}`,
      title,
      source: `pipeline "${title}" ${sources.pipelines[title]} end`,
    })),
    connections: new Map(
      Object.entries(sources.connections ?? { [DEFAULT_STREAM_ID]: titles }).map(([stream, names]) => [
        stream,
        names.map((name) => `pipe-${name}`),
      ]),
    ),
    hasRuleMetrics: sources.hasRuleMetrics ?? false,
  }
}

export const testMessage = (more: Partial<Message> = {}): Message => ({
  timestampMs: NOW,
  source: 'web-1',
  message: 'a message',
  fields: new Map(),
  inputId: 'input-1',
  nodeId: 'node-1',
  remoteAddress: '192.0.2.7',
  remotePort: 514,
  receivedAtMs: NOW,
  place: 0,
  streams: [DEFAULT_STREAM_ID],
  ...more,
})

interface TestSurroundings {
  readonly streams?: readonly RuleStream[]
  readonly lookupTables?: LookupTables
  readonly functions?: readonly PipelineFunction[]
  readonly env?: Partial<EvaluationEnvironment>
}

export function compileSources(sources: TestSources, surroundings: TestSurroundings = {}) {
  const { streams = [], functions = [] } = surroundings
  const compile = createPipelineCompiler({
    functions: new Map([...ruleFunctions, ...functions].map((one) => [one.name, one])),
    toolsOf: () => ({ grokPatterns: BUILT_IN_PATTERNS, guard: (test) => test(), zone: UTC }),
  })
  const compiled = compile(testPipelines(sources), BUILT_IN_PATTERNS)
  const log: string[] = []
  const trace: string[] = []
  let places = 0
  const env: EvaluationEnvironment = {
    nowMs: () => NOW,
    monotonicMs: () => performance.now(),
    setField: createFieldSetter(),
    idOf: ({ place }) => `m${place}`,
    places: {
      next: () => {
        places += 1
        return places
      },
      mark: () => places,
      reset(mark) {
        places = mark
      },
    },
    lookupTables: surroundings.lookupTables ?? { find: () => undefined },
    settings: () => ({
      streamsById: new Map(streams.map((stream) => [stream.id, stream])),
      streamsByTitle: Map.groupBy(streams, ({ title }) => title),
      inputs: new Map([['input-1', 'Syslog UDP']]),
      threatIntel: { tor: false, spamhaus: false, abuseCh: false },
    }),
    writesToTables: true,
    effects: {
      debug: (text) => void log.push(text),
      count: (name, by) => void log.push(`count ${name} ${by}`),
      onInvalidTimestamp: () => void log.push('invalid timestamp'),
      onLimit: (problem) => void log.push(`limit: ${problem}`),
    },
    trace: { add: (text) => void trace.push(text), clear: () => void trace.splice(0) },
    ...surroundings.env,
  }
  return { ...compiled, evaluator: compiled.createEvaluator(env), log, trace }
}
