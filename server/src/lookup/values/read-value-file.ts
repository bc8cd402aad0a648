/** Reads the values of a CSV text: columns `key`, `value` and `ttl_seconds`, in any order. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_LOOKUP_KEY } from '@logyard/contract/lookup/lookup-texts'
import {
  type LookupValueDraft,
  MAX_LIFE_SECONDS,
  MAX_LOOKUP_VALUE,
  MAX_LOOKUP_VALUES,
} from '@logyard/contract/lookup/lookup-values'
import { createCsvRows } from '@logyard/languages/csv/csv-rows'
import { lookupValuesRefused } from '../lookup-errors.ts'

/** Characters that are read at once: the thread does its other work between. */
const PART_LENGTH = 65_536

interface Columns {
  readonly key: number
  readonly value: number
  /** -1 without such a column. */
  readonly ttl: number
}

/** Throws for the first line that is invalid. */
export async function readValueFile(csv: string): Promise<Iterable<LookupValueDraft>> {
  let columns: Columns | undefined
  let row = 1
  const values = new Map<string, LookupValueDraft>()
  const rows = createCsvRows({ separator: ',', quote: '"' }, (cells) => {
    if (columns === undefined) {
      columns = columnsOf(cells)
      return
    }
    row += 1
    const value = valueOfRow(cells, columns, row)
    if (values.has(value.key)) throw lookupValuesRefused(`Row ${row}: the key "${value.key}" is there twice.`)
    values.set(value.key, value)
    if (values.size > MAX_LOOKUP_VALUES) throw lookupValuesRefused(`There are more than ${MAX_LOOKUP_VALUES} rows.`)
  })
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined) throw lookupValuesRefused(problem)
  }
  for (let at = 0; at < csv.length; at += PART_LENGTH) {
    refuse(rows.read(csv.slice(at, at + PART_LENGTH)))
    await nextTurn()
  }
  refuse(rows.end())
  if (columns === undefined) throw lookupValuesRefused(COLUMNS_MISSING)
  return values.values()
}

const COLUMNS_MISSING = 'The first line must name the columns "key" and "value".'

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const columns = { key: names.indexOf('key'), value: names.indexOf('value'), ttl: names.indexOf('ttl_seconds') }
  if (columns.key === -1 || columns.value === -1) throw lookupValuesRefused(COLUMNS_MISSING)
  return columns
}

function valueOfRow(cells: readonly string[], columns: Columns, row: number): LookupValueDraft {
  const key = cells[columns.key] ?? ''
  const value = cells[columns.value]
  const ttl = cells[columns.ttl]?.trim() ?? ''
  if (key === '') throw lookupValuesRefused(`Row ${row} has no key.`)
  if (key.length > MAX_LOOKUP_KEY) throw lookupValuesRefused(`Row ${row}: the key is too long.`)
  if (value === undefined) throw lookupValuesRefused(`Row ${row} has no value.`)
  if (value.length > MAX_LOOKUP_VALUE) throw lookupValuesRefused(`Row ${row}: the value is too long.`)
  if (ttl === '') return { key, value }
  if (!/^\d{1,9}$/.test(ttl) || Number(ttl) > MAX_LIFE_SECONDS) {
    throw lookupValuesRefused(`Row ${row}: "${ttl.slice(0, 50)}" is not a number of seconds.`)
  }
  return { key, value, ttl_seconds: Number(ttl) }
}
