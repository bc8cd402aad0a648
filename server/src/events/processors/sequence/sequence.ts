/** `sequence-v1`: an event when one message follows another with the same values in time, or does not follow. */
import type { SequenceConfig } from '@logyard/contract/events/processor-configs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../../../platform/errors.ts'
import type { FoundMessage, Measures } from '../../../search/measures/measures.ts'
import type { Evaluation, EvaluationInput, EventProcessor, EventRange, FoundEvent } from '../../event-processor.ts'
import { durationText } from '../duration-text.ts'
import { lastEnd } from '../last-end.ts'
import { foundEvent, groupFields, groupText } from '../occurrence.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'
import { followed, type SequenceMessage, unfollowed } from './match-messages.ts'

const PAGE = 2000
/** Messages of one step in a run. */
export const MAX_SEQUENCE_MESSAGES = 20_000

/** As much of the past as a run reads at most to close a gap. */
const MAX_GAP_MS = 86_400_000

const SequenceState = Type.Object({ untilMs: Type.Number({ description: 'The end of the last run' }) })
type SequenceState = Static<typeof SequenceState>

const tooMany = () =>
  new LogyardError(
    'invalid',
    'sequence-messages-exhausted',
    `A step of the sequence matches more than ${MAX_SEQUENCE_MESSAGES} messages in one run: use a narrower query or a shorter rhythm.`,
  )

export interface SequenceDeps {
  readonly measures: Pick<Measures, 'messages'>
}

export function createSequence(deps: SequenceDeps): EventProcessor<SequenceConfig> {
  return {
    type: 'sequence-v1',
    name: 'Sequence of messages',
    description: 'One message that is followed, or not followed, by another one within some time',
    normalise: ({ first, next, ...config }) => ({
      ...config,
      first: { ...first, query_parameters: first.query_parameters ?? [] },
      next: { ...next, query_parameters: next.query_parameters ?? [] },
    }),
    problems: ({ within_ms, execute_every_ms, key_fields, ...config }) => ({
      ...(key_fields.some((name) => name.trim() === '') ? { key_fields: ['A field cannot be empty.'] } : {}),
      ...ownDurationProblems({ within_ms, execute_every_ms }),
      ...cronProblems(config),
    }),
    streamsOf: ({ first, next }) =>
      first.streams.length === 0 || next.streams.length === 0 ? [] : [...new Set([...first.streams, ...next.streams])],
    timing: ({ execute_every_ms }) => ({ windowMs: execute_every_ms, hopMs: execute_every_ms }),
    evaluate: (input) => findSequences(deps, input),
  }
}

/** Ranges of runs follow one another, and each event belongs to the run in whose range it happens. */
async function findSequences(deps: SequenceDeps, input: EvaluationInput<SequenceConfig>): Promise<Evaluation> {
  const range = wholeRange(input)
  const state: SequenceState = { untilMs: range.toMs }
  return { events: await eventsOfRange(deps, input, range), state }
}

/** Ranges of a cron expression have gaps between them; the run goes on where the last one ended. */
function wholeRange(input: EvaluationInput<SequenceConfig>): EventRange {
  const { config, range, state } = input
  const lastMs = lastEnd(input, Value.Check(SequenceState, state) ? state.untilMs : undefined)
  if (config.use_cron_scheduling !== true || lastMs === undefined) return range
  const fromMs = Math.max(lastMs + 1, range.toMs - MAX_GAP_MS)
  return { fromMs: Math.min(range.fromMs, fromMs), toMs: range.toMs }
}

async function eventsOfRange(
  deps: SequenceDeps,
  input: EvaluationInput<SequenceConfig>,
  range: EventRange,
): Promise<readonly FoundEvent[]> {
  const { config } = input
  const { within_ms } = config
  const all = { fromMs: range.fromMs - within_ms, toMs: range.toMs }
  const firstRange = config.is_missing ? { fromMs: all.fromMs, toMs: range.toMs - within_ms } : all
  const first = await readStep(deps, input, config.first, firstRange)
  if (first.length === 0) return []
  const next = await readStep(deps, input, config.next, all)
  if (config.is_missing) {
    return unfollowed(first, next, within_ms).map((message) => missingEvent(input, message))
  }
  const pairs = followed(first, next, within_ms).filter((pair) => pair.next.message.timestampMs >= range.fromMs)
  return pairs.map((pair) => followedEvent(input, pair.first, pair.next))
}

async function readStep(
  { measures }: SequenceDeps,
  input: EvaluationInput<SequenceConfig>,
  step: SequenceConfig['first'],
  range: EventRange,
): Promise<readonly SequenceMessage[]> {
  const selection = await input.select(step, range)
  const found: FoundMessage[] = []
  for (;;) {
    const after = found.at(-1)
    const page = await measures.messages(
      selection,
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
      input.options,
    )
    found.push(...page)
    if (found.length > MAX_SEQUENCE_MESSAGES) throw tooMany()
    if (page.length < PAGE) break
  }
  return found.flatMap((message) => {
    const key = keyOf(input.config.key_fields, message)
    return key === undefined ? [] : [{ key, message }]
  })
}

function keyOf(names: readonly string[], { fields }: FoundMessage): readonly string[] | undefined {
  const values = names.map((name) => fields[name])
  if (values.some((value) => value === undefined || value === null)) return undefined
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

const inStep = ({ streams }: SequenceConfig['first'], message: FoundMessage) =>
  streams.length === 0 ? message.streams : message.streams.filter((id) => streams.includes(id))

function followedEvent(
  input: EvaluationInput<SequenceConfig>,
  { message: first }: SequenceMessage,
  { key, message: next }: SequenceMessage,
): FoundEvent {
  const { config } = input
  const afterMs = next.timestampMs - first.timestampMs
  const event = foundEvent(input, {
    name: [next.index, next.id],
    timestampMs: next.timestampMs,
    timerange: { fromMs: first.timestampMs, toMs: next.timestampMs },
    text: `${groupText(key)}the second message followed the first after ${durationText(afterMs)}`,
    group: key,
    sourceStreams: [...new Set([...inStep(config.first, first), ...inStep(config.next, next)])],
    source: { ...next.fields, ...groupFields(config.key_fields, key), first: first.fields, next: next.fields },
  })
  return { ...event, originContext: originOf(next) }
}

function missingEvent(input: EvaluationInput<SequenceConfig>, { key, message: first }: SequenceMessage): FoundEvent {
  const { config } = input
  const endMs = first.timestampMs + config.within_ms
  const event = foundEvent(input, {
    name: [first.index, first.id],
    timestampMs: endMs,
    timerange: { fromMs: first.timestampMs, toMs: endMs },
    text: `${groupText(key)}no second message followed the first within ${durationText(config.within_ms)}`,
    group: key,
    sourceStreams: inStep(config.first, first),
    source: { ...first.fields, ...groupFields(config.key_fields, key), first: first.fields },
  })
  return { ...event, originContext: originOf(first) }
}

const originOf = ({ index, id }: FoundMessage) => `urn:graylog:message:es:${index}:${id}`
