/** Runs steps over rows in memory, slowly and plainly: the meaning that the SQL must have. */

import { unquoted } from '../../grok/collect-captures.ts'
import { runExpression } from '../run-expression.ts'
import { compare, finite, javaScriptOf, numberOfText } from '../run-function.ts'
import type {
  Step,
  StepAggregate,
  StepExpression,
  StepExtract,
  StepJoin,
  StepOrder,
  StepProgram,
  StepTransaction,
  StepType,
  StepValue,
} from '../step-tree.ts'

/** A message: its fields as values of a type, and its place in time, later ones with greater numbers. */
export interface StepMessage {
  readonly place: number
  read(field: string, type: StepType): StepValue
}

interface Row {
  readonly place: number
  readonly values: ReadonlyMap<number, StepValue>
}

export type LookUp = (table: string, key: string, value: string | undefined) => string | null

export function runProgram(
  { base, steps, columns, order }: StepProgram,
  messages: readonly StepMessage[],
  lookUp: LookUp = () => null,
): readonly (readonly StepValue[])[] {
  let rows: readonly Row[] = messages.map((message) => ({
    place: message.place,
    values: new Map(base.map(({ id, field, type }) => [id, message.read(field, type)])),
  }))
  for (const step of steps) rows = runStep(rows, step, lookUp)
  return ordered(rows, order).map((row) => columns.map(({ id }) => columnOf(row, id)))
}

const columnOf = ({ values }: Row, id: number): StepValue => values.get(id) ?? null

function runStep(rows: readonly Row[], step: Step, lookUp: LookUp): readonly Row[] {
  switch (step.kind) {
    case 'where':
      return rows.filter((row) => evaluate(step.condition, row) === true)
    case 'let':
      return rows.map((row) => ({
        ...row,
        values: new Map([
          ...row.values,
          ...step.definitions.map(({ id, value }) => [id, evaluate(value, row)] as const),
        ]),
      }))
    case 'extract':
      return rows.map((row) => extracted(row, step))
    case 'group':
      return runGroup(rows, step)
    case 'limit':
      return ordered(rows, step.order).slice(0, step.count)
    case 'dedup': {
      const found = groupsOf(ordered(rows, step.order), (row) => step.keys.map((id) => columnOf(row, id)))
      return found.flatMap(({ rows: [first] }) => (first === undefined ? [] : [first]))
    }
    case 'transaction':
      return runTransaction(rows, step)
    case 'join':
      return rows.map((row) => joined(row, step, lookUp))
    default:
      return step satisfies never
  }
}

function extracted(row: Row, { text, regex, isUnquoted, outputs }: StepExtract): Row {
  const match = javaScriptOf(regex.re2).exec(String(evaluate(text, row) ?? ''))
  const values = outputs.map(({ id, isNumber, groups }) => {
    const found = groups.map((group) => match?.[group] ?? '').map((group) => (isUnquoted ? unquoted(group) : group))
    const first = found.find((group) => group !== '') ?? null
    return [id, first !== null && isNumber ? numberOfText(first) : first] as const
  })
  return { ...row, values: new Map([...row.values, ...values]) }
}

const evaluate = (expression: StepExpression, row: Row): StepValue =>
  runExpression(expression, (id) => columnOf(row, id))

function ordered(rows: readonly Row[], { terms, areMessages }: StepOrder): readonly Row[] {
  return rows.toSorted((one, other) => {
    for (const { id, isDescending } of terms) {
      const [a, b] = [columnOf(one, id), columnOf(other, id)]
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1
        continue
      }
      const difference = compare(a, b)
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return areMessages ? other.place - one.place : 0
  })
}

function groupsOf(rows: readonly Row[], keysOf: (row: Row) => readonly StepValue[]) {
  const groups = new Map<string, { readonly keys: readonly StepValue[]; readonly rows: Row[] }>()
  for (const row of rows) {
    const keys = keysOf(row)
    groups.getOrInsertComputed(JSON.stringify(keys), () => ({ keys, rows: [] })).rows.push(row)
  }
  return [...groups.values()]
}

function runGroup(rows: readonly Row[], { keys, aggregates }: Extract<Step, { kind: 'group' }>): readonly Row[] {
  const groups = groupsOf(rows, (row) => keys.map(({ value }) => evaluate(value, row)))
  const all = keys.length === 0 && groups.length === 0 ? [{ keys: [], rows: [] }] : groups
  return all.map((group) => ({
    place: 0,
    values: new Map([
      ...keys.map(({ id }, at) => [id, group.keys[at] ?? null] as const),
      ...aggregates.map((aggregate) => [aggregate.id, aggregated(aggregate, group.rows)] as const),
    ]),
  }))
}

function aggregated({ name, value, level }: StepAggregate, rows: readonly Row[]): StepValue {
  if (value === undefined) return rows.length
  const oldestFirst = rows.toSorted((one, other) => one.place - other.place)
  const values = oldestFirst.map((row) => evaluate(value, row)).filter((one) => one !== null)
  const sorted = values.toSorted(compare)
  const sum = values.reduce<number>((total, one) => total + Number(one), 0)
  switch (name) {
    case 'count':
      return values.length
    case 'count_if':
      return values.filter((one) => one === true).length
    case 'distinct':
      return new Set(values).size
    case 'sum':
      return values.length === 0 ? null : finite(sum)
    case 'avg':
      return values.length === 0 ? null : finite(sum / values.length)
    case 'min':
      return sorted[0] ?? null
    case 'max':
      return sorted.at(-1) ?? null
    case 'median':
    case 'percentile':
      return percentile(sorted.map(Number), level)
    case 'first':
      return values[0] ?? null
    case 'last':
      return values.at(-1) ?? null
    default:
      return name satisfies never
  }
}

/** In the order of the engine's calculation, so that the last digit is the same, too. */
function percentile(sorted: readonly number[], level: number): number | null {
  const place = level * (sorted.length - 1) + 1
  const whole = Math.floor(place)
  const low = sorted[whole - 1]
  const high = sorted[whole]
  if (low === undefined) return null
  return finite(high === undefined ? low : low + (place - whole) * (high - low))
}

function runTransaction(rows: readonly Row[], step: StepTransaction): readonly Row[] {
  const present = rows.filter((row) => [...step.keys, step.time].every((id) => columnOf(row, id) !== null))
  const found = groupsOf(present, (row) => step.keys.map((id) => columnOf(row, id)))
  return found.flatMap(({ keys, rows: all }) => {
    const times = all.map((row) => Number(columnOf(row, step.time))).toSorted((a, b) => a - b)
    return sessionsOf(times, step).map((session) => rowOfSession(session, keys, step))
  })
}

function sessionsOf(times: readonly number[], { maxPauseMs, maxSpanMs }: StepTransaction): readonly number[][] {
  const sessions: number[][] = []
  let first = 0
  let last = Number.NEGATIVE_INFINITY
  for (const time of times) {
    const isLate = sessions.length === 0 || (maxPauseMs !== undefined && time - last > maxPauseMs)
    const partOf = (at: number) => (maxSpanMs === undefined ? 0 : Math.floor((at - first) / maxSpanMs))
    if (isLate) {
      sessions.push([time])
      first = time
    } else if (partOf(time) !== partOf(last)) sessions.push([time])
    else sessions.at(-1)?.push(time)
    last = time
  }
  return sessions
}

function rowOfSession(session: readonly number[], keys: readonly StepValue[], step: StepTransaction): Row {
  const start = session[0] ?? 0
  const end = session.at(-1) ?? 0
  const values: readonly (readonly [number, StepValue])[] = [
    ...step.keys.map((id, at) => [id, keys[at] ?? null] as const),
    [step.start, start],
    [step.end, end],
    [step.duration, end - start],
    [step.count, session.length],
  ]
  return { place: 0, values: new Map(values) }
}

function joined(row: Row, { table, key, outputs }: StepJoin, lookUp: LookUp): Row {
  const text = evaluate(key, row)
  const found = outputs.map(({ id, value }) => {
    const answer = text === null || text === '' ? null : lookUp(table, String(text), value)
    return [id, answer === '' ? null : answer] as const
  })
  return { ...row, values: new Map([...row.values, ...found]) }
}
