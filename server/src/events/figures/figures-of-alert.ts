/** Measures the figure of an alert's group around the time it opened, with the permissions of the caller. */
import { type AlertFigures, MAX_FIGURE_POINTS } from '@logyard/contract/alerts/alert-evidence'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { GroupWindows, MeasureSeries, Measures, WindowPlan } from '../../search/measures/measures.ts'
import { slicesOf } from '../../search/measures/windows/slices.ts'
import type { Select } from '../evaluation/owner-selection.ts'
import type { ProcessorTiming } from '../event-processor.ts'
import type { EventProcessors } from '../event-processors.ts'
import { isFilter } from '../processors/aggregation/aggregation-config.ts'
import { comparedFigure } from '../processors/aggregation/compared-figure.ts'
import { groupQuery } from './group-query.ts'

export interface FiguredAlert {
  readonly definition: EventDefinition
  readonly group: readonly string[]
  /** Streams of its events; the caller may read them all. */
  readonly sourceStreams: readonly string[]
  readonly firstEventMs: number
  readonly latestEventMs: number
}

export type FiguresOfAlert = (caller: Caller, alert: FiguredAlert, signal: AbortSignal) => Promise<AlertFigures>

interface FiguresDeps {
  readonly processors: EventProcessors
  readonly selectionFor: (caller: Caller, signal: AbortSignal) => Select
  readonly measures: Pick<Measures, 'windows'>
  readonly clock: Clock
}

const DAY_MS = 86_400_000
/** Windows before the first event and after the latest one. */
const POINTS_BEFORE = 30
const POINTS_AFTER = 10
const SECONDS = 10
/** Finer parts of windows are not measured. */
const MAX_SLICES = 20_000
/** Groups of the narrowed selection: a list of values belongs to several. */
const MAX_GROUPS = 20
const MESSAGES: MeasureSeries = { id: 'count-', function: 'count', field: null }

export function createFiguresOfAlert({ processors, selectionFor, measures, clock }: FiguresDeps): FiguresOfAlert {
  return async (caller, alert, signal) => {
    const { config } = alert.definition
    const processor = processors.find(config)
    const compared = shownFigure(config)
    if (processor === undefined || compared === undefined) return NO_FIGURES
    const timing = processor.timing(config)
    const windows = windowsAround(alert, timing, clock.now().getTime())
    const { series, comparison, limit } = compared
    const facts = { series: textOf(series), comparison, limit, window_ms: timing.windowMs }
    if (slicesOf(windows).count > MAX_SLICES) return { ...facts, points: [] }
    const fields = 'group_by' in config ? config.group_by : []
    const query = groupQuery(compared.query, fields, alert.group)
    const messages = { ...config, query, streams: alert.sourceStreams }
    const range = { fromMs: (windows.ends[0] ?? 0) - windows.lengthMs + 1, toMs: windows.ends.at(-1) ?? 0 }
    const { groups } = await measures.windows(
      await selectionFor(caller, signal)(messages, range),
      { fields, series: [series], windows, groups: MAX_GROUPS, named: 0, figures: MAX_GROUPS * MAX_FIGURE_POINTS },
      { signal, turnOf: caller.userId, seconds: SECONDS },
    )
    const own = groups.find(({ key }) => key.every((value, place) => value === alert.group[place]))
    return { ...facts, points: pointsOf(windows, series, own) }
  }
}

const NO_FIGURES: AlertFigures = { series: null, comparison: null, limit: null, window_ms: 0, points: [] }

interface Shown extends Pick<AlertFigures, 'comparison' | 'limit'> {
  readonly series: MeasureSeries
  readonly query: string
}

/** For a filter the number of messages. */
function shownFigure(config: ProcessorConfig): Shown | undefined {
  if (config.type !== 'aggregation-v1') return undefined
  if (isFilter(config)) return { series: MESSAGES, comparison: null, limit: null, query: config.query }
  const compared = comparedFigure(config)
  return compared && { ...compared, query: config.query }
}

const textOf = ({ function: name, field }: Pick<MeasureSeries, 'function' | 'field'>) => `${name}(${field ?? ''})`

/** Windows that end where those of its events end; of a long alert only some, and only of its first day. */
function windowsAround(
  { firstEventMs, latestEventMs }: FiguredAlert,
  { windowMs, hopMs }: ProcessorTiming,
  nowMs: number,
): WindowPlan {
  const lastedMs = Math.min(latestEventMs - firstEventMs, DAY_MS)
  const wanted = POINTS_BEFORE + lastedMs / hopMs + POINTS_AFTER
  const stepMs = hopMs * Math.ceil(wanted / MAX_FIGURE_POINTS)
  const after = Math.min(Math.floor(lastedMs / stepMs) + POINTS_AFTER, Math.floor((nowMs - firstEventMs) / stepMs))
  const ends: number[] = []
  // The time of an event is the first instant after its window.
  for (let place = -POINTS_BEFORE; place <= Math.max(0, after); place += 1) ends.push(firstEventMs - 1 + place * stepMs)
  return { lengthMs: windowMs, hopMs: stepMs, ends: ends.slice(0, MAX_FIGURE_POINTS) }
}

const EMPTY_IS_ZERO: readonly MeasureSeries['function'][] = ['count', 'card']

function pointsOf({ ends }: WindowPlan, { id, function: name }: MeasureSeries, own: GroupWindows | undefined) {
  const byWindow = new Map(own?.windows.map((window, place) => [window, own.values.get(id)?.[place]]))
  const empty = EMPTY_IS_ZERO.includes(name) ? 0 : null
  return ends.map((end, window) => {
    const value = byWindow.get(window) ?? Number.NaN
    return { at: new Date(end + 1).toISOString(), value: Number.isFinite(value) ? value : empty }
  })
}
