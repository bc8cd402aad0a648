/** Writes values of fields to their columns. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { type ColumnType, columnName } from '@logyard/languages/query-sql/field-columns'
import { MAX_STORED_VALUE_LENGTH } from '@logyard/languages/query-sql/stored-text'
import { isTooLarge } from './encode-value.ts'
import type { StoredFieldColumn } from './field-column-table.ts'
import type { NamedColumn } from './native/native-block.ts'
import {
  createOptionalColumn,
  createRepetitiveColumn,
  createTextColumn,
  type NativeColumn,
  type Puts,
  type RepetitiveColumn,
  type TextColumn,
} from './native/native-column.ts'
import { columnTypeOf } from './value-counts.ts'

/** Texts with so many bytes, at most three for a UTF-16 code unit, are too long for `values`. */
const LONG_TEXT_BYTES = 3 * (MAX_STORED_VALUE_LENGTH + 1)

type NumberWriter = NativeColumn & Puts<number | bigint>

/** The columns of one field. */
export interface FieldWriters {
  /** Column of texts that do not recur. */
  readonly texts?: TextColumn
  /** Column of texts that recur. */
  readonly recurring?: RepetitiveColumn
  readonly integers?: NumberWriter
  readonly decimals?: NumberWriter
}

/** Takes the values that the column `values` has, too; of a text that is too long for it perhaps only the beginning. */
export type PutValue = (row: number, numberInValues: number, value: Scalar) => void

export function createFieldWriters(fieldColumns: readonly StoredFieldColumn[], putValue: PutValue) {
  const byField = new Map<string, FieldWriters>()
  const columns: NamedColumn[] = []
  for (const fieldColumn of fieldColumns) {
    const writers = writersOf(fieldColumn, putValue)
    byField.set(fieldColumn.field, { ...byField.get(fieldColumn.field), ...writers })
    for (const column of Object.values(writers)) columns.push({ name: columnName(fieldColumn), column })
  }
  return {
    columns,
    /** The columns of a field, which values that are known to fit may be put into. */
    of: (field: string): FieldWriters => byField.get(field) ?? NO_COLUMNS,
    /** Writes the value to `copies` rows. Returns whether it has a column. */
    put(row: number, copies: number, field: string, value: FieldValue) {
      const writers = byField.get(field)
      if (writers === undefined) return false
      for (let at = row; at < row + copies; at += 1) if (!putInto(writers, at, value)) return false
      return true
    },
  }
}

const NO_COLUMNS: FieldWriters = {}

function writersOf({ type, isRepetitive, numberInValues }: StoredFieldColumn, putValue: PutValue): FieldWriters {
  const put =
    numberInValues === undefined ? undefined : (row: number, value: Scalar) => putValue(row, numberInValues, value)
  switch (type) {
    case 'String':
      return isRepetitive
        ? { recurring: put ? recurringInValues(put) : createRepetitiveColumn() }
        : { texts: put ? textsInValues(put) : createTextColumn() }
    case 'Int64':
      return { integers: put ? numbersInValues('Int64', put) : createOptionalColumn('Int64') }
    case 'Float64':
      return { decimals: put ? numbersInValues('Float64', put) : createOptionalColumn('Float64') }
    default:
      throw type satisfies never
  }
}

type Put = (row: number, value: Scalar) => void

/** Puts values into the column, and into `values`. */
const puttingInBoth = <V extends Scalar>(column: Puts<V>, putValue: Put): Puts<V> => ({
  put(row, value) {
    column.put(row, value)
    putValue(row, value)
  },
})

function textsInValues(putValue: Put): TextColumn {
  const column = createTextColumn()
  return {
    ...column,
    ...puttingInBoth(column, putValue),
    putEncoded(row, bytes, from, to) {
      column.putEncoded(row, bytes, from, to)
      putValue(row, bytes.toString('utf8', from, Math.min(to, from + LONG_TEXT_BYTES)))
    },
  }
}

function recurringInValues(putValue: Put): RepetitiveColumn {
  const column = createRepetitiveColumn()
  return {
    ...column,
    ...puttingInBoth(column, putValue),
    putCached(row, value, number) {
      column.putCached(row, value, number)
      putValue(row, value)
    },
  }
}

function numbersInValues(type: 'Int64' | 'Float64', putValue: Put): NumberWriter {
  const column = createOptionalColumn(type)
  return { ...column, ...puttingInBoth(column, putValue) }
}

function putInto(writers: FieldWriters, row: number, value: FieldValue): boolean {
  const { integers, decimals } = writers
  const text = textOf(value)
  if (text !== undefined) {
    const texts = writers.recurring ?? writers.texts
    // An empty text in the column is a missing value.
    if (text === '' || texts === undefined) return false
    texts.put(row, text)
    return true
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return false
  const type: ColumnType | undefined = columnTypeOf(value)
  const column = type === 'Int64' ? integers : type === 'Float64' ? decimals : undefined
  // A large number has the digits that it is written with.
  const exact =
    typeof value === 'number' && type === 'Int64' && !Number.isSafeInteger(value) ? BigInt(`${value}`) : value
  column?.put(row, exact)
  return column !== undefined
}

/** The text that the value is stored as; undefined if it is not stored as a text. */
function textOf(value: FieldValue): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'bigint' && isTooLarge(value) ? `${value}` : undefined
}
