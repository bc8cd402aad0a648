/**
 * Columns of fields. A field that many messages have gets a column for its texts, one for its integers or one for its
 * decimals, so that these are stored and read without the column `fields`. A message without such a value has an empty
 * text or NULL there. All values of the type are in the column, also those of messages that were stored before.
 */
import { type Sql, sql } from '../sql/sql.ts'
import { sqlName } from '../sql/sql-parts.ts'
import type { StoredType } from './stored-types.ts'

/** Types of values that may have a column. */
const PREFIXES = { String: 'text_', Int64: 'integer_', Float64: 'decimal_' } as const satisfies {
  readonly [Type in StoredType]?: string
}

export type ColumnType = keyof typeof PREFIXES

interface FieldOfType {
  readonly field: string
  readonly type: ColumnType
}

export interface FieldColumn extends FieldOfType {
  /** Whether its texts are stored as a dictionary, because they recur. */
  readonly isRepetitive: boolean
  /**
   * Its number in the column `values`, if that has its values, too: there searches without a field name find them, and
   * lists of messages read them.
   */
  readonly numberInValues: number | undefined
  /** Present for a value that is computed from the text of the message, in no column of its own. */
  readonly computed?: ComputedValue
}

export interface ComputedValue {
  /** The value, in the same form as a column has it. */
  readonly value: Sql
  /** Condition: the message may have a value. Columns and indices decide it without the text. */
  readonly mayHave: Sql
}

const isColumnType = (type: string): type is ColumnType => Object.hasOwn(PREFIXES, type)
const TYPES: readonly ColumnType[] = Object.keys(PREFIXES).filter(isColumnType)

export const columnName = ({ field, type }: FieldOfType): string => PREFIXES[type] + field

/** Reads the name of a column; `undefined` if it is not the column of a field. */
export function fieldColumnOf(name: string): FieldOfType | undefined {
  const type = TYPES.find((one) => name.startsWith(PREFIXES[one]))
  return type && { field: name.slice(PREFIXES[type].length), type }
}

/** The column, or the expression of a value that is computed. */
export const fieldColumnSql = (column: FieldColumn): Sql => column.computed?.value ?? sqlName(columnName(column))

/** The columns of all fields. */
export interface FieldColumns {
  /** Columns of the table. */
  readonly all: readonly FieldColumn[]
  readonly computed: readonly FieldColumn[]
  /** A computed one comes before one that is stored. */
  of(field: string, type: StoredType): FieldColumn | undefined
}

export function fieldColumns(
  all: readonly FieldColumn[],
  computed: readonly FieldColumn[] = [],
  /** Called for each computed column that is asked for. */
  onComputed?: (field: string) => void,
): FieldColumns {
  const byName = new Map([...all, ...computed].map((column) => [columnName(column), column]))
  return {
    all,
    computed,
    of(field, type) {
      const found = isColumnType(type) ? byName.get(columnName({ field, type })) : undefined
      if (found?.computed !== undefined) onComputed?.(field)
      return found
    },
  }
}

export const NO_FIELD_COLUMNS: FieldColumns = fieldColumns([])

/** Condition: the message has a value in the column. */
export function hasColumnValue(column: FieldColumn): Sql {
  const value = fieldColumnSql(column)
  const hasValue = column.type === 'String' ? sql`${value} != ''` : sql`isNotNull(${value})`
  return column.computed === undefined ? hasValue : sql`(${column.computed.mayHave} AND ${hasValue})`
}

/** The value, or NULL. */
export const optionalColumnValue = (column: FieldColumn): Sql =>
  column.type === 'String' ? sql`nullIf(${fieldColumnSql(column)}, '')` : fieldColumnSql(column)
