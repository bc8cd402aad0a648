/** `aggregation-v1`: an event for each matching message, or for each group whose figures meet a condition. */
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { FoundMessage, Measures } from '../../../search/measures/measures.ts'
import type { Evaluation, EvaluationInput, EventProcessor, FoundEvent, ProcessorTiming } from '../../event-processor.ts'
import { evaluationWindows } from '../evaluation-windows.ts'
import { aggregationProblems, isFilter, normaliseAggregation } from './aggregation-config.ts'
import { aggregationEvents, measuredSeries } from './aggregation-events.ts'
import { comparedFigure, mostTelling } from './compared-figure.ts'

/** Messages that become events in one commit. */
const MESSAGES_OF_PART = 500
/** A part of a run ends after so many windows, or so many events. */
const WINDOWS_OF_PART = 60
const EVENTS_OF_PART = 500
/** Groups of one window; more are refused. */
export const MAX_EVENT_GROUPS = 10_000

const FilterCursor = Type.Object({ timestampMs: Type.Number(), id: Type.String(), found: Type.Number() })
const WindowCursor = Type.Object({ windows: Type.Number() })

export interface AggregationDeps {
  readonly measures: Pick<Measures, 'groups' | 'messages'>
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export function createAggregation(deps: AggregationDeps): EventProcessor<AggregationConfig> {
  return {
    type: 'aggregation-v1',
    name: 'Filter & Aggregation',
    description: 'Messages that match a query, or figures of them that reach a threshold',
    normalise: normaliseAggregation,
    problems: aggregationProblems,
    streamsOf: ({ streams }) => streams,
    timing: timingOf,
    evaluate: (input) => (isFilter(input.config) ? findMessages(deps, input) : findGroups(deps, input)),
  }
}

/** A filter finds a message once in each run, though overlapping windows have it twice, and counts to its limit. */
function timingOf(config: AggregationConfig): ProcessorTiming {
  const { search_within_ms: windowMs, execute_every_ms: hopMs, event_limit } = config
  return { windowMs, hopMs, isDivisible: !isFilter(config) || (windowMs === hopMs && !event_limit) }
}

async function findMessages(
  { measures }: AggregationDeps,
  input: EvaluationInput<AggregationConfig>,
): Promise<Evaluation> {
  const { config, range } = input
  const after = Value.Check(FilterCursor, input.cursor) ? input.cursor : undefined
  const found = after?.found ?? 0
  const most = input.limit ?? (config.event_limit || Number.POSITIVE_INFINITY)
  const limit = Math.min(MESSAGES_OF_PART, most - found)
  if (limit <= 0) return { events: [] }
  const selection = await input.select(config, range)
  const page = after === undefined ? { limit } : { limit, after }
  const messages = await measures.messages(selection, page, input.options)
  const last = messages.at(-1)
  const events = messages.map((message) => eventOfMessage(input, message))
  const total = found + messages.length
  const isEnd = last === undefined || messages.length < MESSAGES_OF_PART || total >= most
  if (isEnd) return { events }
  const cursor: Static<typeof FilterCursor> = { timestampMs: last.timestampMs, id: last.id, found: total }
  return { events, cursor }
}

function eventOfMessage(
  { definition, config: { streams }, range }: EvaluationInput<AggregationConfig>,
  message: FoundMessage,
): FoundEvent {
  return {
    // Windows may overlap, and each finds the message.
    occurrence: JSON.stringify([range.toMs, message.index, message.id]),
    timestampMs: message.timestampMs,
    timerange: null,
    message: definition.title,
    originContext: `urn:graylog:message:es:${message.index}:${message.id}`,
    sourceStreams: streams.length === 0 ? message.streams : message.streams.filter((id) => streams.includes(id)),
    source: message.fields,
    group: [],
  }
}

async function findGroups(deps: AggregationDeps, input: EvaluationInput<AggregationConfig>): Promise<Evaluation> {
  const { config } = input
  const by = { fields: config.group_by, series: measuredSeries(config), limit: MAX_EVENT_GROUPS }
  const timing = timingOf(config)
  const done = Value.Check(WindowCursor, input.cursor) ? input.cursor.windows : 0
  const allStreams = await deps.messageStreams()
  const compared = comparedFigure(config)
  const figures: number[] = []
  const found = () => compared && { figure: mostTelling(compared.comparison, figures), comparison: compared.comparison }
  const events: FoundEvent[] = []
  let windows = 0
  for (const window of evaluationWindows(input.range, timing)) {
    if (windows - done >= WINDOWS_OF_PART || events.length >= EVENTS_OF_PART || (windows > done && !input.hasTime()))
      return { events, cursor: { windows }, ...found() }
    windows += 1
    if (windows <= done) continue
    const selection = await input.select(config, window.range)
    const groups = await deps.measures.groups(selection, by, input.options)
    events.push(...aggregationEvents(input, window, groups, allStreams))
    if (compared === undefined) continue
    const ofWindow = groups.map(({ values }) => values.get(compared.series.id) ?? Number.NaN)
    figures.push(mostTelling(compared.comparison, ofWindow) ?? Number.NaN)
  }
  return { events, ...found() }
}
