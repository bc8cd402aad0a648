/** Rows of a table as a condition reads them: which columns tell what an event is about. */

import type { SqlConfig, StepsConfig } from '@logyard/contract/events/processor-configs'
import { MAX_GROUPINGS } from '@logyard/contract/http/bounds'
import { LogyardError } from '../../../platform/errors.ts'
import type { MeasuredTable } from '../../../search/measures/measures.ts'

export type TableConfig = StepsConfig | SqlConfig

/** Characters of a key value: alerts are about it. Longer ones are cut. */
const MAX_KEY = 1000
/** Characters of any other value; a field of an event is not longer. */
const MAX_VALUE = 32_000
/** Rows of one window; with more the run fails. */
export const MAX_CONDITION_ROWS = 1000

const columnMissing = (name: string, columns: readonly string[]) =>
  new LogyardError(
    'invalid',
    'condition-column-missing',
    `The table has no column "${name}" to tell events apart: it has ${columns.join(', ')}.`,
  )

const rowsExhausted = () =>
  new LogyardError(
    'invalid',
    'condition-rows-exhausted',
    `The table has more than ${MAX_CONDITION_ROWS} rows, and each is an event: keep fewer with a narrower condition, or make one event if there are rows.`,
  )

export interface TableRow {
  /** Values of the key columns. */
  readonly key: readonly string[]
  /** Tells rows with the same key apart: their time, and their number. */
  readonly name: readonly unknown[]
  /** All values, by column. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface ReadRows {
  readonly keyNames: readonly string[]
  readonly rows: readonly TableRow[]
  /** False if there are more rows. */
  readonly isComplete: boolean
  /** Characters of all values. */
  readonly length: number
}

/** Without chosen columns those that the rows are grouped by; a time is none, because it changes with each window. */
export function keyNamesOf(
  { columns, chart }: Pick<MeasuredTable, 'columns' | 'chart'>,
  chosen: readonly string[],
): readonly string[] {
  if (chosen.length === 0)
    return columns
      .slice(0, Math.min(chart?.keys ?? 0, MAX_GROUPINGS))
      .filter(({ type }) => type !== 'time')
      .map(({ name }) => name)
  const names = columns.map(({ name }) => name)
  for (const name of chosen) if (!names.includes(name)) throw columnMissing(name, names)
  return chosen
}

export function readRows(table: MeasuredTable, config: TableConfig): ReadRows {
  const { columns, chart, datarows, is_complete: isComplete } = table
  const keyNames = keyNamesOf(table, config.key_columns)
  if (config.is_each_row && !isComplete) throw rowsExhausted()
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  const same = new Map<string, number>()
  const rows = datarows.map((row): TableRow => {
    const key = keyNames.map((name) => textOf(row[places.get(name) ?? -1]).slice(0, MAX_KEY))
    const times = columns.slice(0, chart?.keys ?? 0).flatMap(({ type }, place) => (type === 'time' ? [row[place]] : []))
    const named = JSON.stringify([key, times])
    const number = same.get(named) ?? 0
    same.set(named, number + 1)
    const values = Object.fromEntries(columns.map(({ name }, place) => [name, shortened(row[place])]))
    return { key, name: [key, times, number], values }
  })
  const length = rows.reduce((sum, { values }) => sum + lengthOf(values), 0)
  return { keyNames, rows, isComplete, length }
}

const lengthOf = (values: TableRow['values']): number =>
  Object.values(values).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

const shortened = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : (value ?? null))

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
