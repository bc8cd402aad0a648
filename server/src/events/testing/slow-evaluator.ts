/**
 * A slow, straightforward evaluator of `aggregation-v1`, without any of the server's code: it looks at every message for
 * every window. The proof compares what it finds with what the server stored.
 */
import type { Expression, NumberExpr } from '@logyard/contract/events/expressions'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import type { History, HistoryMessage } from './random-history.ts'

export interface Times {
  /** The wall clock at each step; everything that is due runs before the next one. */
  readonly steps: readonly number[]
  readonly waitMs: number
  readonly catchupMs: number
}

interface Run {
  readonly fromMs: number
  readonly toMs: number
}

interface Group {
  readonly key: readonly string[]
  readonly messages: readonly HistoryMessage[]
}

const SECOND_MS = 1000
const CRON_MS = 120_000

/** One line for each event, sorted. */
export function slowEvents(history: History, title: string, { steps, waitMs, catchupMs }: Times): readonly string[] {
  const { config, enabledMs } = history
  const found: string[] = []
  let latestMs = Number.NEGATIVE_INFINITY
  let run: Run | undefined
  for (const nowMs of steps) {
    latestMs = Math.max(latestMs, nowMs)
    const visible = history.messages.filter(({ arrivesMs }) => arrivesMs <= latestMs)
    if (run === undefined && nowMs >= enabledMs) run = firstRun(config, nowMs)
    while (run !== undefined && run.toMs + waitMs <= nowMs) {
      found.push(...eventsOfRun(history, title, run, visible))
      run = nextRun(config, run, nowMs, catchupMs)
    }
  }
  return found.toSorted()
}

const isCron = (config: AggregationConfig) => config.use_cron_scheduling === true
const nextCron = (afterMs: number) => (Math.floor(afterMs / CRON_MS) + 1) * CRON_MS

function firstRun(config: AggregationConfig, nowMs: number): Run {
  const toMs = isCron(config) ? nextCron(nowMs) : nowMs
  return { fromMs: toMs - config.search_within_ms, toMs }
}

function nextRun(config: AggregationConfig, { toMs }: Run, nowMs: number, catchupMs: number): Run {
  const { search_within_ms: window, execute_every_ms: hop } = config
  if (isCron(config)) {
    const next = nextCron(Math.max(toMs, nowMs - window))
    return { fromMs: next - window + 1, toMs: next }
  }
  const single = { fromMs: toMs + hop - window + 1, toMs: toMs + hop }
  const isFarBehind = catchupMs > window && toMs + catchupMs < nowMs && hop <= window && window % SECOND_MS === 0
  if (!isFarBehind) return single
  const wholeWindows = Math.floor(catchupMs / window) * window
  return { ...single, toMs: toMs + Math.floor(wholeWindows / hop) * hop }
}

function eventsOfRun(history: History, title: string, run: Run, visible: readonly HistoryMessage[]): string[] {
  const { config, selection } = history
  const selected = visible.filter(
    ({ streams, fields }) => streams.some((id) => config.streams.includes(id)) && selection.matches(fields),
  )
  if (config.series.length === 0) return eventsOfMessages(config, title, within(selected, run))
  const { search_within_ms: window, execute_every_ms: hop } = config
  const isSingle = run.toMs - run.fromMs <= window
  const singles = [isSingle ? run : { fromMs: run.fromMs, toMs: run.fromMs + window - 1 }]
  while (!isSingle) {
    const last = singles.at(-1)
    if (last === undefined || last.toMs + hop > run.toMs) break
    singles.push({ fromMs: last.fromMs + hop, toMs: last.toMs + hop })
  }
  return singles.flatMap((single) => eventsOfWindow(config, title, single, within(selected, single)))
}

const within = (messages: readonly HistoryMessage[], { fromMs, toMs }: Run) =>
  messages.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)

const lineOf = (atMs: number, text: string, key: string, streams: readonly string[]) =>
  `${new Date(atMs).toISOString()} ${text} key=${key} in ${streams.toSorted().join()}`

function eventsOfMessages(config: AggregationConfig, title: string, messages: readonly HistoryMessage[]): string[] {
  const limited = config.event_limit ? messages.slice(0, config.event_limit) : messages
  return limited.map(({ atMs, fields, streams }) =>
    lineOf(
      atMs,
      title,
      String(fields['user'] ?? ''),
      streams.filter((id) => config.streams.includes(id)),
    ),
  )
}

function eventsOfWindow(
  config: AggregationConfig,
  title: string,
  window: Run,
  messages: readonly HistoryMessage[],
): string[] {
  const atMs = window.fromMs + Math.floor(config.search_within_ms / SECOND_MS) * SECOND_MS
  const expression = config.conditions?.expression
  return groupsOf(config, messages).flatMap((group) => {
    const figures = new Map(config.series.map((series) => [String(series.id), figureOf(series, group.messages)]))
    if (!expression || !isMet(expression, figures)) return []
    const texts = config.series.map(
      ({ id, function: name, field }) => `${name}(${field ?? ''})=${numberText(figures.get(String(id)) ?? Number.NaN)}`,
    )
    const place = config.group_by.indexOf('user')
    const streams = new Set(group.messages.flatMap((message) => message.streams))
    return lineOf(
      atMs,
      `${title}: ${group.key.length === 0 ? '' : `${group.key.join('|')} - `}${texts.join(' ')}`,
      place < 0 ? '' : String(group.key[place]),
      config.streams.filter((id) => streams.size === 0 || streams.has(id)),
    )
  })
}

const numberText = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value))

function groupsOf({ group_by }: AggregationConfig, messages: readonly HistoryMessage[]): readonly Group[] {
  if (group_by.length === 0) return [{ key: [], messages }]
  const complete = messages.filter(({ fields }) => group_by.every((name) => fields[name] !== undefined))
  const keyOf = ({ fields }: HistoryMessage) => JSON.stringify(group_by.map((name) => fields[name]))
  return [...Map.groupBy(complete, keyOf)].map(([key, members]) => ({ key: JSON.parse(key), messages: members }))
}

function figureOf(
  { function: name, field }: AggregationConfig['series'][number],
  messages: readonly HistoryMessage[],
): number {
  if (name === 'count' && !field) return messages.length
  const values = messages.map(({ fields }) => fields[field ?? '']).filter((value) => value !== undefined)
  const numbers = values.map(Number)
  const sum = numbers.reduce((total, one) => total + one, 0)
  switch (name) {
    case 'count':
      return values.length
    case 'card':
      return new Set(values).size
    case 'sum':
      return sum
    case 'avg':
      return sum / numbers.length
    case 'min':
      return values.length === 0 ? Number.NaN : Math.min(...numbers)
    case 'max':
      return values.length === 0 ? Number.NaN : Math.max(...numbers)
    default:
      return values.length === 0 ? Number.NaN : numbers.reduce((total, one) => total + one * one, 0)
  }
}

function isMet(expression: Expression, figures: ReadonlyMap<string, number>): boolean {
  const operandOf = (operand: NumberExpr) =>
    operand.expr === 'number' ? operand.value : (figures.get(operand.ref) ?? Number.NaN)
  switch (expression.expr) {
    case 'true':
      return true
    case '&&':
      return isMet(expression.left, figures) && isMet(expression.right, figures)
    case '||':
      return isMet(expression.left, figures) || isMet(expression.right, figures)
    case '!':
      return !isMet(expression.left, figures)
    case 'group':
      return isMet(expression.child, figures)
    case '<':
      return operandOf(expression.left) < operandOf(expression.right)
    case '<=':
      return operandOf(expression.left) <= operandOf(expression.right)
    case '>':
      return operandOf(expression.left) > operandOf(expression.right)
    case '>=':
      return operandOf(expression.left) >= operandOf(expression.right)
    case '==':
      return operandOf(expression.left) === operandOf(expression.right)
  }
}
