/** Steps that make one row of several: stats, timechart, top and rare. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import { checkExpression } from './check-expression.ts'
import { type Checked, call, madeCall, requireType } from './check-types.ts'
import { STEP_AGGREGATES } from './step-functions.ts'
import { insertingAt, listed, refuse, replacing, similarName } from './step-problem.ts'
import type { StepScope } from './step-scope.ts'
import type { DefinitionSyntax, ExpressionSyntax, NameSyntax, StepSyntax } from './step-syntax.ts'
import {
  AGGREGATE_NAMES,
  type AggregateName,
  type Step,
  type StepAggregate,
  type StepChart,
  type StepColumn,
  type StepExpression,
  type StepType,
} from './step-tree.ts'

type Of<Kind extends StepSyntax['kind']> = Extract<StepSyntax, { kind: Kind }>
type Grouping = Of<'stats'> | Of<'timechart'> | Of<'top'>

export interface CheckedGroups {
  readonly steps: readonly Step[]
  readonly chart: StepChart
}

export function checkGroups(step: Grouping, scope: StepScope): CheckedGroups {
  if (step.kind === 'top') return checkTop(step, scope)
  const aggregates = step.aggregates.map((one) => checkAggregate(one, scope))
  const keys = step.keys.map((one) => checkKey(one, scope))
  const time = step.kind === 'timechart' ? [timeKey(step, scope)] : []
  return grouped([...time, ...keys], aggregates, scope)
}

interface Named {
  readonly syntax: NameSyntax
  readonly column: StepColumn
}
type NamedAggregate = Named & { readonly aggregate: StepAggregate }
type NamedKey = Named & { readonly value: StepExpression }

function grouped(keys: readonly NamedKey[], aggregates: readonly NamedAggregate[], scope: StepScope): CheckedGroups {
  const all = [...keys, ...aggregates]
  const terms = keys.map(({ column: { id } }) => ({ id, isDescending: false }))
  scope.replaceAll(
    all.map(({ column }) => column),
    all.map(({ syntax }) => syntax),
    { terms, areMessages: false },
  )
  const step: Step = {
    kind: 'group',
    aggregates: aggregates.map(({ aggregate }) => aggregate),
    keys: keys.map(({ column: { id }, value }) => ({ id, value })),
  }
  const over = keys[0]?.column.type === 'time' ? 'time' : 'values'
  return { steps: [step], chart: { over, keys: keys.length } }
}

type CallSyntax = Extract<ExpressionSyntax, { kind: 'call' }>

function checkAggregate({ value, as }: DefinitionSyntax, scope: StepScope): NamedAggregate {
  const isCall = value.kind === 'call' && !value.isOperator
  if (!isCall) {
    const known = value.kind === 'name' ? aggregateOf(value.name) : undefined
    const fix = known === undefined ? undefined : insertingAt(value.span.to, '()')
    return refuse(`Here belongs an aggregate: ${listed(AGGREGATE_NAMES)}.`, value.span, fix)
  }
  const name = aggregateOf(value.name)
  if (name === undefined) {
    const meant = similarName(value.name, AGGREGATE_NAMES)
    const hint = meant === undefined ? `There are ${listed(AGGREGATE_NAMES)}` : `Did you mean ${meant}?`
    return refuse(
      `There is no aggregate ${value.name}. ${hint}`,
      value.nameSpan,
      meant === undefined ? undefined : replacing(value.nameSpan, meant),
    )
  }
  const [arg, ...more] = value.args
  if ((arg === undefined && name !== 'count') || more.length > (name === 'percentile' ? 1 : 0))
    return refuse(`${name} is written as ${STEP_AGGREGATES[name].call}.`, value.span)
  const checked = arg === undefined ? undefined : { ...checkExpression(arg, scope), syntax: arg }
  const type = checked === undefined ? 'number' : aggregateType(name, checked, scope)
  const id = scope.newId()
  return {
    syntax: as ?? { name: defaultName(name, value), span: value.span },
    column: { id, name: as?.name ?? defaultName(name, value), type, field: undefined },
    aggregate: { id, name, type, value: checked, level: name === 'percentile' ? levelOf(value) : 0.5 },
  }
}

const aggregateOf = (name: string): AggregateName | undefined =>
  AGGREGATE_NAMES.find((one) => one === name.toLowerCase())

function levelOf({ args: [, rank], span }: CallSyntax): number {
  if (rank?.kind !== 'number' || rank.value < 0 || rank.value > 100)
    return refuse('A percentile has a number from 0 to 100, as in: percentile(took_ms, 95)', rank?.span ?? span)
  return rank.value / 100
}

function aggregateType(name: AggregateName, value: Checked, { order }: StepScope): StepType {
  switch (name) {
    case 'count':
    case 'distinct':
      return 'number'
    case 'count_if':
      requireType(value, 'boolean', 'count_if needs a condition')
      return 'number'
    case 'sum':
    case 'avg':
    case 'median':
    case 'percentile':
      requireType(value, 'number', `${name} calculates with numbers`)
      return 'number'
    case 'min':
    case 'max':
      return value.type
    case 'first':
    case 'last':
      if (!order.areMessages)
        refuse(`${name} is about messages: behind stats, top or transaction there are none.`, value.syntax.span)
      return value.type
    default:
      return name satisfies never
  }
}

/** `count`, `avg_took_ms`, `p95_took_ms`. */
function defaultName(name: AggregateName, { args: [arg, rank] }: CallSyntax): string {
  const of = arg?.kind === 'name' ? `_${arg.name}` : ''
  if (name === 'percentile') return `p${rank?.kind === 'number' ? rank.value : ''}${of}`
  return `${name}${of}`
}

function checkKey({ value: syntax, as }: DefinitionSyntax, scope: StepScope): NamedKey {
  const value = checkExpression(syntax, scope)
  const plain = syntax.kind === 'name' ? syntax : binned(syntax)
  if (as === undefined && plain === undefined)
    refuse(
      'A calculated group needs a name, as in: by hour(timestamp) as hour',
      syntax.span,
      insertingAt(syntax.span.to, ' as name'),
    )
  const named = as ?? { name: plain?.name ?? '', span: syntax.span }
  const field = syntax.kind === 'name' ? scope.find(syntax.name, syntax.span).field : undefined
  return { syntax: named, column: { id: scope.newId(), name: named.name, type: value.type, field }, value }
}

/** `bin(timestamp, 5m)` is named after the field. */
function binned(syntax: ExpressionSyntax) {
  const [first] = syntax.kind === 'call' && syntax.name.toLowerCase() === 'bin' ? syntax.args : []
  return first?.kind === 'name' ? first : undefined
}

/** Widths of bars, of which the first that gives at most so many bars is taken. */
const WIDTHS_MS = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800].map(
  (seconds) => seconds * 1000,
)
const WANTED_BARS = 100
const DAY_MS = 86_400_000

function timeKey({ spanMs, span }: Of<'timechart'>, scope: StepScope): NamedKey {
  const time = scope.find(FIELD.timestamp, span)
  if (time.type !== 'time') refuse('timechart needs the time of each row in the column timestamp.', span)
  const { rangeMs } = scope.environment
  const widthMs =
    spanMs ??
    WIDTHS_MS.find((width) => rangeMs / width <= WANTED_BARS) ??
    Math.ceil(rangeMs / WANTED_BARS / DAY_MS) * DAY_MS
  const value = madeCall({ name: 'bin', widthMs }, 'time', [{ kind: 'column', id: time.id, type: 'time' }])
  const id = scope.newId()
  return {
    syntax: { name: FIELD.timestamp, span },
    column: { id, name: FIELD.timestamp, type: 'time', field: undefined },
    value,
  }
}

/** The most or least frequent values; messages without one of the fields are left out. */
function checkTop({ isRare, count, names }: Of<'top'>, scope: StepScope): CheckedGroups {
  const keys = names.map((name) => checkKey({ value: { kind: 'name', ...name }, as: undefined }, scope))
  const present = keys.map(({ value }) => call('exists', 'boolean', value))
  const [only] = present
  const condition = present.length === 1 && only !== undefined ? only : call('and', 'boolean', ...present)
  const id = scope.newId()
  const name = keys.some(({ column }) => column.name === 'count') ? 'rows' : 'count'
  const counted: NamedAggregate = {
    syntax: names[0] ?? { name, span: { from: 0, to: 0 } },
    column: { id, name, type: 'number', field: undefined },
    aggregate: { id, name: 'count', type: 'number', value: undefined, level: 0 },
  }
  const { steps, chart } = grouped(keys, [counted], scope)
  scope.order = { terms: [{ id, isDescending: !isRare }, ...scope.order.terms], areMessages: false }
  const limit: Step = { kind: 'limit', count, order: scope.order }
  return { steps: [{ kind: 'where', condition }, ...steps, limit], chart }
}
