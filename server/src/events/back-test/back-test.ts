/** Runs a definition over the past, in one pass over the messages and with the permissions of the caller. */
import {
  type BackTest,
  type BackTestGroup,
  type BackTestRequest,
  MAX_BACK_TEST_FIRINGS,
  MAX_BACK_TEST_GROUPS,
  MAX_BACK_TEST_WINDOWS,
  MAX_NAMED_GROUPS,
} from '@logyard/contract/events/back-test'
import { type BackTestRule, countFirings, MESSAGES_SERIES } from '@logyard/contract/events/back-test-count'
import type { Expression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { MeasureSeries, Measures } from '../../search/measures/measures.ts'
import { slicesOf } from '../../search/measures/windows/slices.ts'
import type { FindLookupTable } from '../../search/steps/join-values.ts'
import { definitionRefused } from '../definitions/definition-errors.ts'
import type { EventDefinitions } from '../definitions/definition-service.ts'
import type { Select } from '../evaluation/owner-selection.ts'
import type { TableConfig } from '../processors/table/table-rows.ts'
import { durationInWords, summaryInWords } from './back-test-words.ts'
import { type PastWindows, pastWindows } from './past-windows.ts'
import { backTestTable, MAX_TABLE_WINDOWS } from './table-back-test.ts'

const backTestUnsupported = (type: string) =>
  new LogyardError(
    'invalid',
    'back-test-unsupported',
    `Conditions of the type ${type.slice(0, 100)} cannot be tested on the past.`,
  )

const backTestTooFine = () =>
  new LogyardError(
    'invalid',
    'back-test-too-fine',
    'The times of the cron expression and the length of the window have no common measure: use whole minutes.',
  )

export type RunBackTest = (caller: Caller, request: BackTestRequest, signal: AbortSignal) => Promise<BackTest>

export interface BackTestDeps {
  readonly readForTest: EventDefinitions['readForTest']
  readonly selectionFor: (caller: Caller, signal: AbortSignal) => Select
  readonly measures: Pick<Measures, 'windows' | 'count' | 'table'>
  /** Lookup tables that the caller may read. */
  readonly tablesFor: (caller: Caller) => FindLookupTable
  readonly clock: Clock
}

/** Time limit of each of the two statements. */
export const BACK_TEST_SECONDS = 30
/** Back-tests that run at once; others wait. */
export const BACK_TESTS_AT_ONCE = 2
export const MAX_WAITING_BACK_TESTS = 20
export const MAX_WAITING_OF_USER = 3
/** Figures of all groups together: counting the firings of so many takes some 100 ms. */
export const MAX_BACK_TEST_FIGURES = 500_000
/** Parts of windows that do not overlap. */
export const MAX_BACK_TEST_SLICES = 250_000

const ALWAYS_MET: Expression = { expr: 'true' }
const DAY_MS = 86_400_000

export function createBackTest(deps: BackTestDeps): RunBackTest {
  const { readForTest, selectionFor, measures, clock } = deps
  const queue = createFairQueue({
    clock,
    places: BACK_TESTS_AT_ONCE,
    waiting: MAX_WAITING_BACK_TESTS,
    // A user who changes a draft runs it again while the former run is being cancelled.
    placesOfOwner: 1,
    waitingOfOwner: MAX_WAITING_OF_USER,
  })
  return async (caller, { definition, days }, signal) => {
    const startedMs = clock.now().getTime()
    const { config, processor } = readForTest(caller, definition)
    if (!isAggregation(config) && !isTable(config)) throw backTestUnsupported(config.type)
    using _place = await queue.acquire({ owner: caller.userId, signal })
    const past = (maxWindows: number) =>
      pastWindows(config, processor.timing(config), { nowMs: startedMs, pastMs: days * DAY_MS, maxWindows })
    const rule: BackTestRule = {
      expression: (isAggregation(config) ? config.conditions?.expression : undefined) ?? ALWAYS_MET,
      gracePeriodMs: definition.notification_settings.grace_period_ms,
      tellsEnds: definition.recovery?.notify === true,
      limit: definition.notification_limit ?? null,
      notifications: definition.notifications?.length ?? 0,
      isKeyed: definition.key_spec.length > 0,
    }
    const answered = async (): Promise<Omit<BackTest, 'took_ms'>> => {
      if (isTable(config)) {
        const { keyNames, ...found } = await backTestTable(deps, {
          config,
          windows: await past(MAX_TABLE_WINDOWS),
          select: (range) => selectionFor(caller, signal)(config, range),
          findTable: deps.tablesFor(caller),
          turnOf: caller.userId,
          signal,
        })
        return answerOf({ mode: 'rows', groupBy: keyNames, series: [COUNT], rule, ...found })
      }
      const series = seriesOf(config)
      const most = Math.min(MAX_BACK_TEST_WINDOWS, Math.floor(MAX_BACK_TEST_FIGURES / series.length))
      const windows = await past(most)
      const measured = await measure({ selectionFor, measures }, caller, { config, series, windows, signal })
      const mode = config.series.length === 0 ? 'messages' : 'figures'
      return answerOf({ mode, groupBy: config.group_by, series, windows, rule, ...measured })
    }
    return { ...(await answered()), took_ms: clock.now().getTime() - startedMs }
  }
}

const COUNT: MeasureSeries = { id: MESSAGES_SERIES, function: 'count', field: null }

const isTable = (config: ProcessorConfig): config is TableConfig =>
  config.type === 'steps-v1' || config.type === 'sql-v1'
const isAggregation = (config: ProcessorConfig): config is AggregationConfig => config.type === 'aggregation-v1'

/** Without series each message is an event: they are counted. */
function seriesOf({ series, conditions }: AggregationConfig): readonly MeasureSeries[] {
  if (series.length === 0) return [COUNT]
  const named = series.map(({ id, function: name, field }) => ({
    id: id ?? name,
    function: name,
    field: field ?? null,
  }))
  const unknown = refsOf(conditions?.expression ?? ALWAYS_MET).find((ref) => !named.some(({ id }) => id === ref))
  if (unknown === undefined) return named
  throw definitionRefused({ conditions: [`The condition names the series "${unknown}", which does not exist.`] })
}

function refsOf(expression: Expression): readonly string[] {
  switch (expression.expr) {
    case 'true':
      return []
    case '&&':
    case '||':
      return [...refsOf(expression.left), ...refsOf(expression.right)]
    case '!':
      return refsOf(expression.left)
    case 'group':
      return refsOf(expression.child)
    default:
      return [expression.left, expression.right].flatMap((side) => (side.expr === 'number-ref' ? [side.ref] : []))
  }
}

interface Measuring {
  readonly config: AggregationConfig
  readonly series: readonly MeasureSeries[]
  readonly windows: PastWindows
  readonly signal: AbortSignal
}

interface MeasuredGroups {
  readonly groups: readonly BackTestGroup[]
  readonly leftOut: BackTest['groups_left_out']
  /** Matching messages, if there are no groups although the condition has some. */
  readonly ungrouped: number
}

async function measure(
  { selectionFor, measures }: Pick<BackTestDeps, 'selectionFor' | 'measures'>,
  caller: Caller,
  { config, series, windows, signal }: Measuring,
): Promise<MeasuredGroups> {
  if (windows.ends.length === 0) return { groups: [], leftOut: { count: 0, keys: [] }, ungrouped: 0 }
  if (slicesOf(windows).count > MAX_BACK_TEST_SLICES) throw backTestTooFine()
  const selection = await selectionFor(caller, signal)(config, rangeOf(windows))
  const by = {
    fields: config.group_by,
    series,
    windows,
    groups: MAX_BACK_TEST_GROUPS,
    named: MAX_NAMED_GROUPS,
    figures: MAX_BACK_TEST_FIGURES,
  }
  const options = { signal, turnOf: caller.userId, seconds: BACK_TEST_SECONDS }
  const { groups, others } = await measures.windows(selection, by, options)
  const isUngrouped = config.group_by.length > 0 && groups.length === 0
  const limit = series[0]?.id === MESSAGES_SERIES && config.series.length === 0 ? config.event_limit : undefined
  return {
    groups: groups.map(({ key, messages, windows: places, values }) => ({
      key: [...key],
      messages,
      windows: [...places],
      values: Object.fromEntries(
        [...values].map(([id, figures]) => [id, figures.map((figure) => written(figure, limit))]),
      ),
    })),
    leftOut: { count: others.count, keys: others.keys.map((key) => [...key]) },
    ungrouped: isUngrouped ? await measures.count(selection, options) : 0,
  }
}

/** JSON has no NaN. */
function written(figure: number, limit: number | undefined): number | null {
  if (!Number.isFinite(figure)) return null
  return limit ? Math.min(figure, limit) : figure
}

const rangeOf = ({ ends, lengthMs }: PastWindows) => ({
  fromMs: (ends[0] ?? 0) - lengthMs + 1,
  toMs: ends.at(-1) ?? 0,
})

type Answered = MeasuredGroups & {
  readonly mode: BackTest['mode']
  readonly groupBy: readonly string[]
  readonly series: readonly MeasureSeries[]
  readonly windows: PastWindows
  readonly rule: BackTestRule
}

function answerOf({
  mode,
  groupBy,
  series,
  windows,
  rule,
  groups,
  leftOut,
  ungrouped,
}: Answered): Omit<BackTest, 'took_ms'> {
  const measured = {
    mode,
    window_ms: windows.lengthMs,
    window_ends: [...windows.ends],
    groups: [...groups],
  } satisfies Partial<BackTest>
  const { firings, events, notifications } = countFirings(measured, rule)
  const { fromMs, toMs } = rangeOf(windows)
  const facts = {
    ...measured,
    is_shortened: windows.isShortened,
    groups_left_out: leftOut,
    ungrouped_messages: ungrouped,
    firing_count: firings.length,
    event_count: events,
    notifications,
  }
  const coveredMs = toMs - (windows.ends[0] ?? 0) + (windows.hopMs ?? windows.lengthMs)
  return {
    ...facts,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    series: series.map((one) => ({ ...one })),
    firings: firings
      .slice(-MAX_BACK_TEST_FIRINGS)
      .reverse()
      .map((firing) => ({
        ...firing,
        group: [...firing.group],
        lasted: durationInWords(Date.parse(firing.to) - Date.parse(firing.from) + 1),
      })),
    summary: summaryInWords({ ...facts, coveredMs, groupBy, notificationCount: rule.notifications }),
  }
}
