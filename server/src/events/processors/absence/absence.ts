/** `absence-v1`: an event when no message arrived for some time, in each group that had messages before. */
import type { AbsenceConfig } from '@logyard/contract/events/processor-configs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MeasuredGroup, Measures } from '../../../search/measures/measures.ts'
import type {
  Evaluation,
  EvaluationInput,
  EventProcessor,
  EventRange,
  FoundEvent,
  MessagesAhead,
} from '../../event-processor.ts'
import { durationText } from '../duration-text.ts'
import { lastEnd } from '../last-end.ts'
import { foundEvent, groupFields, groupText } from '../occurrence.ts'
import { sourceStreams } from '../source-streams.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'

const MAX_GROUPS = 10_000
/** A part of a run looks at so many ends, or makes so many events. */
const ENDS_OF_PART = 60
const EVENTS_OF_PART = 500
const LAST = { id: 'last', function: 'max', field: 'timestamp' } as const

const AbsenceState = Type.Object({ untilMs: Type.Number({ description: 'The end of the last run' }) })
type AbsenceState = Static<typeof AbsenceState>
const Cursor = Type.Object({ endMs: Type.Number({ description: 'The last end that the part before looked at' }) })

export interface AbsenceDeps {
  readonly measures: Pick<Measures, 'groups'>
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export function createAbsence(deps: AbsenceDeps): EventProcessor<AbsenceConfig> {
  return {
    type: 'absence-v1',
    name: 'No messages',
    description: 'No message for some time, also for each value of a field',
    normalise: (config) => ({ ...config, query_parameters: config.query_parameters ?? [] }),
    problems: ({ silence_ms, remember_ms, execute_every_ms, ...config }) => ({
      ...ownDurationProblems({ silence_ms, remember_ms, execute_every_ms }),
      ...(remember_ms < silence_ms ? { remember_ms: ['Groups must be remembered for at least the silence.'] } : {}),
      ...cronProblems(config),
    }),
    streamsOf: ({ streams }) => streams,
    timing: ({ execute_every_ms }) => ({ windowMs: execute_every_ms, hopMs: execute_every_ms, isDivisible: true }),
    evaluate: (input) => findSilences(deps, input),
  }
}

/** A silence is found at the first end of a run that it lasts to. */
async function findSilences(deps: AbsenceDeps, input: EvaluationInput<AbsenceConfig>): Promise<Evaluation> {
  const { range, config } = input
  const state = Value.Check(AbsenceState, input.state) ? input.state : undefined
  const doneMs = Value.Check(Cursor, input.cursor) ? input.cursor.endMs : undefined
  const allStreams = await deps.messageStreams()
  const ahead = input.ahead === undefined ? [] : await silencesAhead(deps, input, input.ahead)
  let sinceMs = doneMs ?? lastEnd(input, state?.untilMs)
  const events: FoundEvent[] = []
  let stillMet: readonly (readonly string[])[] = []
  let looked = 0
  for (let endMs = firstEnd(input, doneMs); endMs <= range.toMs; endMs += config.execute_every_ms) {
    const silences = await silencesAt(deps, input, { endMs, sinceMs, ahead })
    const isNew = ({ completeMs }: Silence) => sinceMs === undefined || completeMs > sinceMs
    events.push(...silences.filter(isNew).map((one) => eventOf(input, one, endMs, sinceMs, allStreams)))
    stillMet = silences.map(({ group }) => group.key)
    sinceMs = endMs
    looked += 1
    const isPartFull = looked >= ENDS_OF_PART || events.length >= EVENTS_OF_PART || !input.hasTime()
    if (isPartFull && endMs < range.toMs) return { events, cursor: { endMs } }
  }
  const next: AbsenceState = { untilMs: range.toMs }
  return { events, stillMet, state: next }
}

/** Single runs would have ended every so often, the last of them at the end of the range. */
function firstEnd(
  { config: { execute_every_ms: everyMs }, range }: EvaluationInput<AbsenceConfig>,
  doneMs: number | undefined,
): number {
  if (doneMs !== undefined) return doneMs + everyMs
  return range.toMs - Math.max(0, Math.ceil((range.toMs - range.fromMs) / everyMs) - 1) * everyMs
}

interface LastOfGroup {
  readonly group: MeasuredGroup
  /** NaN if there is no message. */
  readonly lastMs: number
}

interface Silence extends LastOfGroup {
  /** When it had lasted long enough. `-Infinity` if there is no message, or the silence is told already. */
  readonly completeMs: number
}

interface Look {
  readonly endMs: number
  readonly sinceMs: number | undefined
  readonly ahead: readonly Silence[]
}

async function silencesAt(
  deps: AbsenceDeps,
  input: EvaluationInput<AbsenceConfig>,
  { endMs, sinceMs, ahead }: Look,
): Promise<readonly Silence[]> {
  const { silence_ms, remember_ms } = input.config
  const fromMs = endMs - Math.max(remember_ms, silence_ms + endMs - (sinceMs ?? endMs))
  const silences = (await lastOfGroups(deps, input, { fromMs, toMs: endMs })).map(({ group, lastMs }) => ({
    group,
    lastMs,
    completeMs: Number.isNaN(lastMs) ? Number.NEGATIVE_INFINITY : lastMs + silence_ms,
  }))
  const remembered = ahead.filter(({ lastMs }) => lastMs >= fromMs)
  return latest([...silences, ...remembered]).filter(({ completeMs }) => completeMs <= endMs)
}

async function lastOfGroups(
  { measures }: AbsenceDeps,
  { config, select, options }: EvaluationInput<AbsenceConfig>,
  range: EventRange,
): Promise<readonly LastOfGroup[]> {
  const by = { fields: config.group_by, series: [LAST], limit: MAX_GROUPS }
  const groups = await measures.groups(await select(config, range), by, options)
  return groups.map((group) => ({ group, lastMs: group.values.get(LAST.id) ?? Number.NaN }))
}

/** Messages that lie in the future arrived before the clock was set back. Silences of that time are told already. */
async function silencesAhead(
  deps: AbsenceDeps,
  input: EvaluationInput<AbsenceConfig>,
  { range, setBackMs }: MessagesAhead,
): Promise<readonly Silence[]> {
  const { silence_ms, remember_ms } = input.config
  // The last ones were not evaluated any more.
  const all = { fromMs: range.fromMs, toMs: range.toMs + remember_ms }
  return (await lastOfGroups(deps, input, all)).map(({ group, lastMs }) => ({
    group,
    lastMs: Number.isNaN(lastMs) ? lastMs : setBackMs,
    completeMs: lastMs + silence_ms > range.toMs ? setBackMs + silence_ms : Number.NEGATIVE_INFINITY,
  }))
}

/** One for each group. */
function latest(silences: readonly Silence[]): readonly Silence[] {
  const byKey = new Map<string, Silence>()
  for (const one of silences) {
    const key = JSON.stringify(one.group.key)
    const other = byKey.get(key)
    if (other === undefined || !(one.lastMs <= other.lastMs)) byKey.set(key, one)
  }
  return [...byKey.values()]
}

function eventOf(
  input: EvaluationInput<AbsenceConfig>,
  { group, lastMs, completeMs }: Silence,
  endMs: number,
  sinceMs: number | undefined,
  allStreams: readonly string[],
): FoundEvent {
  const { config } = input
  const isNever = Number.isNaN(lastMs)
  const last = isNever ? null : new Date(lastMs).toISOString()
  const lastSeen = last === null ? `no message for ${durationText(config.remember_ms)}` : `the last one was at ${last}`
  return foundEvent(input, {
    name: [group.key, isNever ? endMs : lastMs],
    // At its first run a definition tells of silences that began long ago.
    timestampMs: sinceMs === undefined ? endMs : completeMs,
    timerange: { fromMs: isNever ? endMs - config.remember_ms : lastMs, toMs: endMs },
    text: `${groupText(group.key)}no message for ${durationText(config.silence_ms)} (${lastSeen})`,
    group: group.key,
    sourceStreams: sourceStreams(config.streams, group.streams, allStreams),
    source: {
      ...groupFields(config.group_by, group.key),
      last_message: last,
      silence: durationText(config.silence_ms),
    },
  })
}
