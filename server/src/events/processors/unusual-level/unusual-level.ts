/** `unusual-level-v1`: an event when a figure is far from its median at the same time of the past weeks. */
import type { UnusualLevelConfig } from '@logyard/contract/events/processor-configs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MeasuredGroup, Measures } from '../../../search/measures/measures.ts'
import type { Evaluation, EvaluationInput, EventProcessor, EventRange, FoundEvent } from '../../event-processor.ts'
import { type EvaluationWindow, evaluationWindows } from '../evaluation-windows.ts'
import { foundEvent, groupFields, groupText } from '../occurrence.ts'
import { sourceStreams } from '../source-streams.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'
import { usualLevel } from './usual-level.ts'

const WEEK_MS = 7 * 86_400_000
const MAX_GROUPS = 10_000
/** A part of a run ends after so many windows: each of them is measured in every week. */
const WINDOWS_OF_PART = 10
const LEAST_WEEKS = 2
/** Figures that are 0 without messages; others do not exist then. */
const ZERO_WITHOUT_MESSAGES: readonly string[] = ['count', 'card', 'sum']

const Cursor = Type.Object({ windows: Type.Number() })

export interface UnusualLevelDeps {
  readonly measures: Pick<Measures, 'groups' | 'messages'>
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export function createUnusualLevel(deps: UnusualLevelDeps): EventProcessor<UnusualLevelConfig> {
  return {
    type: 'unusual-level-v1',
    name: 'Unusual level',
    description: 'A figure that is far from its usual level at this time of the week',
    normalise: ({ series, ...config }) => ({
      ...config,
      query_parameters: config.query_parameters ?? [],
      series: { ...series, id: series.id ?? `${series.function}-${series.field ?? ''}`, field: series.field || null },
    }),
    problems: ({ series, search_within_ms, execute_every_ms, ...config }) => ({
      ...(series.function !== 'count' && !series.field ? { series: ['This function needs a field.'] } : {}),
      ...(search_within_ms > WEEK_MS ? { search_within_ms: ['The window must be at most a week.'] } : {}),
      ...ownDurationProblems({ search_within_ms, execute_every_ms }),
      ...cronProblems(config),
    }),
    streamsOf: ({ streams }) => streams,
    timing: (config) => ({ windowMs: config.search_within_ms, hopMs: config.execute_every_ms }),
    evaluate: (input) => findUnusual(deps, input),
  }
}

async function findUnusual(deps: UnusualLevelDeps, input: EvaluationInput<UnusualLevelConfig>): Promise<Evaluation> {
  const { config } = input
  const timing = { windowMs: config.search_within_ms, hopMs: config.execute_every_ms }
  const done = Value.Check(Cursor, input.cursor) ? input.cursor.windows : 0
  const allStreams = await deps.messageStreams()
  const events: FoundEvent[] = []
  let windows = 0
  for (const window of evaluationWindows(input.range, timing)) {
    windows += 1
    if (windows <= done) continue
    events.push(...(await eventsOfWindow(deps, input, window, allStreams)))
    if (windows - done >= WINDOWS_OF_PART || !input.hasTime()) return { events, cursor: { windows } }
  }
  return { events }
}

interface Level {
  readonly group: MeasuredGroup
  readonly now: number
  /** Figures of the past weeks, the last one first. */
  readonly past: readonly number[]
}

async function eventsOfWindow(
  deps: UnusualLevelDeps,
  input: EvaluationInput<UnusualLevelConfig>,
  window: EvaluationWindow,
  allStreams: readonly string[],
): Promise<readonly FoundEvent[]> {
  const levels = await levelsOf(deps, input, window.range)
  return levels.flatMap((level) => {
    if (level.past.length < LEAST_WEEKS || Number.isNaN(level.now)) return []
    const usual = usualLevel(level.past, ZERO_WITHOUT_MESSAGES.includes(input.config.series.function))
    const distance = (level.now - usual.median) / usual.deviation
    return isFar(input.config, distance) ? [eventOf(input, window, { ...level, ...usual, distance }, allStreams)] : []
  })
}

function isFar({ direction, sensitivity }: UnusualLevelConfig, distance: number): boolean {
  if (Math.abs(distance) < sensitivity) return false
  return direction === 'both' || (direction === 'above') === distance > 0
}

async function levelsOf(
  { measures }: UnusualLevelDeps,
  input: EvaluationInput<UnusualLevelConfig>,
  range: EventRange,
): Promise<readonly Level[]> {
  const { config, options } = input
  const series = { id: 'level', function: config.series.function, field: config.series.field ?? null }
  const by = { fields: config.group_by, series: [series], limit: MAX_GROUPS }
  const weeks: ReadonlyMap<string, MeasuredGroup>[] = []
  for (let week = 0; week <= config.weeks; week += 1) {
    const of = weekBefore(range, week)
    if (week > 0 && !(await hasBefore(measures, input, of.toMs))) break
    const groups = await measures.groups(await input.select(config, of), by, options)
    weeks.push(new Map(groups.map((group) => [JSON.stringify(group.key), group])))
  }
  const [now, ...past] = weeks
  const known = new Map(weeks.toReversed().flatMap((week) => [...week]))
  return Array.from(known, ([key, group]) => ({
    group: now?.get(key) ?? { ...group, streams: [], values: new Map() },
    now: figureOf(config, now?.get(key)),
    past: past.map((week) => figureOf(config, week.get(key))).filter((figure) => !Number.isNaN(figure)),
  }))
}

const weekBefore = ({ fromMs, toMs }: EventRange, week: number): EventRange => ({
  fromMs: fromMs - week * WEEK_MS,
  toMs: toMs - week * WEEK_MS,
})

/** A week without messages counts only if there were messages before it: otherwise nothing was received yet. */
async function hasBefore(
  measures: UnusualLevelDeps['measures'],
  { config, options, select }: EvaluationInput<UnusualLevelConfig>,
  toMs: number,
): Promise<boolean> {
  const selection = await select(config, { fromMs: toMs - config.weeks * WEEK_MS, toMs })
  const [newest] = await measures.messages(selection, { limit: 1, order: 'newest-first' }, options)
  return newest !== undefined
}

function figureOf({ series }: UnusualLevelConfig, group: MeasuredGroup | undefined): number {
  const value = group?.values.get('level')
  if (value !== undefined) return value
  return ZERO_WITHOUT_MESSAGES.includes(series.function) ? 0 : Number.NaN
}

interface UnusualLevel extends Level {
  readonly median: number
  readonly deviation: number
  readonly distance: number
}

function eventOf(
  input: EvaluationInput<UnusualLevelConfig>,
  { range }: EvaluationWindow,
  { group, now, past, median, distance }: UnusualLevel,
  allStreams: readonly string[],
): FoundEvent {
  const { config } = input
  const { function: name, field } = config.series
  const figure = `${name}(${field ?? ''})`
  const direction = distance > 0 ? 'above' : 'below'
  const far = rounded(Math.abs(distance))
  return foundEvent(input, {
    name: [range, group.key],
    timestampMs: range.toMs,
    timerange: range,
    text:
      `${groupText(group.key)}${figure} is ${rounded(now)}, usually about ${rounded(median)} at this time: ` +
      `${far} deviations ${direction} the median of the past ${past.length} weeks (${past.map(rounded).join(', ')})`,
    group: group.key,
    sourceStreams: sourceStreams(config.streams, group.streams, allStreams),
    source: {
      ...groupFields(config.group_by, group.key),
      level: rounded(now),
      usual_level: rounded(median),
      deviations: far,
      direction,
      past_levels: past.map(rounded),
    },
  })
}

/** Number with at most three decimals. */
const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)
