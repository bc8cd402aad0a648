/** The condition of an aggregation as the editor shows it: rows that compare a figure, in groups of all or any. */
import { COMPARISONS, type Comparison, type Expression, type NumberExpr } from '@logyard/contract/events/expressions'
import type { AggregationFunction, AggregationSeries } from '@logyard/contract/events/processor-configs'

export type Match = 'all' | 'any'

export interface ConditionRow {
  readonly kind: 'row'
  readonly id: number
  /** Undefined until the user selects one. */
  readonly function: AggregationFunction | undefined
  readonly field: string
  readonly comparison: Comparison | undefined
  /** Empty while the user types. */
  readonly threshold: number | undefined
}

export interface ConditionGroup {
  readonly kind: 'group'
  readonly id: number
  readonly match: Match
  readonly items: readonly ConditionItem[]
}

export type ConditionItem = ConditionRow | ConditionGroup

const RULE_PROBLEMS = ['function', 'field', 'condition', 'threshold'] as const
export type RuleProblem = (typeof RULE_PROBLEMS)[number]

let lastId = 0
/** Tells the rows of the editor apart; never sent. */
const nextId = (): number => {
  lastId += 1
  return lastId
}

export const newRow = (): ConditionRow => ({
  kind: 'row',
  id: nextId(),
  function: 'count',
  field: '',
  comparison: '>',
  threshold: 0,
})

export const newGroup = (match: Match, items: readonly ConditionItem[] = [newRow()]): ConditionGroup => ({
  kind: 'group',
  id: nextId(),
  match,
  items,
})

export const opposite = (match: Match): Match => (match === 'all' ? 'any' : 'all')

export function rowProblems({ function: name, field, comparison, threshold }: ConditionRow): readonly RuleProblem[] {
  return [
    ...(name === undefined ? (['function'] as const) : []),
    ...(name !== undefined && name !== 'count' && field.trim() === '' ? (['field'] as const) : []),
    ...(comparison === undefined ? (['condition'] as const) : []),
    ...(threshold === undefined || !Number.isFinite(threshold) ? (['threshold'] as const) : []),
  ]
}

export const rowsOf = (group: ConditionGroup): readonly ConditionRow[] =>
  group.items.flatMap((item) => (item.kind === 'row' ? [item] : rowsOf(item)))

/** The group with the item replaced; without it if `change` answers undefined, and without groups that became empty. */
export function withItem(
  group: ConditionGroup,
  id: number,
  change: (item: ConditionItem) => ConditionItem | readonly ConditionItem[] | undefined,
): ConditionGroup {
  const items = group.items.flatMap((item): readonly ConditionItem[] => {
    if (item.id === id) {
      const changed = change(item)
      return changed === undefined ? [] : 'kind' in changed ? [changed] : changed
    }
    if (item.kind === 'row') return [item]
    const inner = withItem(item, id, change)
    return inner.items.length === 0 ? [] : [inner]
  })
  return { ...group, items }
}

export const seriesId = (name: AggregationFunction, field: string): string => `${name}-${field.trim()}`

export interface WrittenCondition {
  readonly series: readonly AggregationSeries[]
  readonly expression: Expression
}

/** The condition as the API takes it; undefined while a part is missing. */
export function writeCondition(group: ConditionGroup): WrittenCondition | undefined {
  const series = new Map<string, AggregationSeries>()
  const expression = writeGroup(group, series)
  return expression === undefined ? undefined : { series: [...series.values()], expression }
}

function writeGroup(group: ConditionGroup, series: Map<string, AggregationSeries>): Expression | undefined {
  const operator = group.match === 'all' ? '&&' : '||'
  let joined: Expression | undefined
  for (const item of group.items) {
    const one = item.kind === 'row' ? writeRow(item, series) : writeInner(item, series)
    if (one === undefined) return undefined
    joined = joined === undefined ? one : { expr: operator, left: joined, right: one }
  }
  return joined
}

function writeInner(group: ConditionGroup, series: Map<string, AggregationSeries>): Expression | undefined {
  const child = writeGroup(group, series)
  return child && { expr: 'group', operator: group.match === 'all' ? '&&' : '||', child }
}

function writeRow(row: ConditionRow, series: Map<string, AggregationSeries>): Expression | undefined {
  const { function: name, field, comparison, threshold } = row
  if (rowProblems(row).length > 0 || name === undefined || comparison === undefined || threshold === undefined) {
    return undefined
  }
  const id = seriesId(name, field)
  series.set(id, { id, function: name, field: field.trim() === '' ? null : field.trim() })
  return { expr: comparison, left: { expr: 'number-ref', ref: id }, right: { expr: 'number', value: threshold } }
}

/** A stored condition for the editor; undefined if it has parts that the editor does not offer. */
export function readCondition(
  expression: Expression,
  series: readonly AggregationSeries[],
): ConditionGroup | undefined {
  const read = readItem(expression, new Map(series.map((one) => [one.id ?? '', one])))
  if (read === undefined) return undefined
  return read.kind === 'group' ? read : newGroup('all', [read])
}

type SeriesById = ReadonlyMap<string, AggregationSeries>

function readItem(expression: Expression, series: SeriesById): ConditionItem | undefined {
  switch (expression.expr) {
    case 'true':
    case '!':
      return undefined
    case 'group':
      return readItem(expression.child, series)
    case '&&':
    case '||': {
      const items = operandsOf(expression, expression.expr).map((operand) => readItem(operand, series))
      const read = items.filter((item) => item !== undefined)
      if (read.length < items.length) return undefined
      return newGroup(expression.expr === '&&' ? 'all' : 'any', read)
    }
    default:
      return readRow(expression.expr, expression.left, expression.right, series)
  }
}

/** `a && b && c`, however it is nested, without looking into groups. */
function operandsOf(expression: Expression, operator: '&&' | '||'): readonly Expression[] {
  if (expression.expr !== operator) return [expression]
  return [...operandsOf(expression.left, operator), ...operandsOf(expression.right, operator)]
}

const FLIPPED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' } as const

function readRow(
  comparison: Comparison,
  left: NumberExpr,
  right: NumberExpr,
  series: SeriesById,
): ConditionRow | undefined {
  if (left.expr === 'number' && right.expr === 'number-ref') return readRow(FLIPPED[comparison], right, left, series)
  if (left.expr !== 'number-ref' || right.expr !== 'number') return undefined
  const one = series.get(left.ref)
  if (one === undefined) return undefined
  return { ...newRow(), function: one.function, field: one.field ?? '', comparison, threshold: right.value }
}

export const isComparison = (value: unknown): value is Comparison => COMPARISONS.some((one) => one === value)
