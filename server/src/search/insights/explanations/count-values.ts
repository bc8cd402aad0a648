/** Counts values, sizes of numbers and templates on both sides: one statement, which reads each column once. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import type { SqlRow } from '../../statements/search-engine.ts'
import { Cells } from '../cells.ts'
import type { Compared } from './compared.ts'
import type { ComparedField } from './compared-fields.ts'
import type { ComparedRanges } from './compared-ranges.ts'
import type { SideTotals } from './compared-sample.ts'
import { RARE_SHARE } from './difference.ts'

/** Values of one field that may be candidates; those whose share changes most. */
export const MAX_VALUES_OF_FIELD = 200
/** Characters of a value that is compared. */
const MAX_VALUE = 256
const MIN_FACTOR = 1.4
const MIN_MESSAGES = 5
/** Values that are in few slices: from so many, it is known whether those of the field come in bursts. */
const MIN_RARE = 3

/** Messages of a sample with one value. */
export interface CountedValue {
  /** The place of what is counted in its list. */
  readonly place: number
  /**
   * Empty for messages without a value; for sizes, how many bounds the number reaches, and of
   * which sender; for templates their hash.
   */
  readonly text: string
  readonly inside: number
  readonly outside: number
  /** Usual share of a slice outside of those values of the field that are in few slices. */
  readonly burst: number
}

export interface ValueCounts {
  readonly values: readonly CountedValue[]
  /** Values that were compared, by field. */
  readonly comparisons: number
  /** Messages of the sample. */
  readonly totals: SideTotals
}

/** One thing that is counted; its number is its place in the list. */
export type Counted =
  | { readonly by: 'value'; readonly field: ComparedField }
  | { readonly by: 'size'; readonly field: ComparedField }
  | { readonly by: 'sender size'; readonly field: ComparedField }
  | { readonly by: 'presence'; readonly field: ComparedField }
  | { readonly by: 'template' }

export const countedOf = (fields: readonly ComparedField[]): readonly Counted[] => [
  { by: 'template' },
  ...fields.flatMap((field): Counted[] => [
    ...(field.byValue ? [{ by: 'value', field } as const] : []),
    ...(field.bounds.length > 0 ? [{ by: 'size', field } as const] : []),
    ...(field.bounds.length > 0 ? [{ by: 'sender size', field } as const] : []),
    ...(field.byValue || field.bounds.length > 0 ? [] : [{ by: 'presence', field } as const]),
  ]),
]

export async function countValues(
  { selected, read, ranges }: Compared,
  counted: readonly Counted[],
  isRead: Sql,
): Promise<ValueCounts> {
  const names = counted.map((_, at) => sqlName(`v${at}`))
  const keys = counted.map((one, at) => sql`${keyOf(one)} AS ${sqlName(`v${at}`)}`)
  const messages = sql`SELECT ${sqlList(keys)}, toUInt8(${ranges.isInside}) AS is_in,
    bitShiftLeft(toUInt64(1), ${ranges.number}) AS slice FROM ${selected.from(ranges.whole, isRead)}`
  const places = names.flatMap((name, at) => [sql`grouping(${name}) = 0`, sql`${at}`])
  // The values of a message without one are empty or NULL, as are those of the other groupings.
  const groups = sql`SELECT toUInt8(multiIf(${sqlList([...places, sql`0`])})) AS place, ${sqlList(names)},
    sum(is_in) AS a, count() - a AS b, bitCount(bitAnd(groupBitOr(slice), ${outsideBits(ranges)})) AS slices
    FROM (${messages}) GROUP BY GROUPING SETS (${sqlList(names.map((name) => sql`(${name})`))})`
  // Each text is made only for the rows of its place.
  const texts = sqlList(names.flatMap((name, at) => [sql`place = ${at}`, sql`ifNull(toString(${name}), '')`]))
  const figures = sql`SELECT place, multiIf(${texts}, '') AS text, a, b, slices, max(slices) OVER () AS most,
    sum(a) OVER (PARTITION BY place) AS inside, sum(b) OVER (PARTITION BY place) AS outside,
    countIf(a + b >= ${MIN_MESSAGES}) OVER () AS compared,
    text != '' AND slices > 0 AND slices <= greatest(1, most * ${RARE_SHARE}) AS is_rare FROM (${groups})`
  const others = sql`SELECT *, countIf(is_rare) OVER (PARTITION BY place) AS rare,
    if(rare < ${MIN_RARE}, 0, quantileExactIf(0.5)(b / greatest(1, slices) - 1, is_rare) OVER (PARTITION BY place)) AS burst
    FROM (${figures})`
  const always = counted.flatMap(({ by }, at) => (by === 'value' ? [] : [sql`${at}`]))
  const rows = await read(
    sql`SELECT place, text, a, b, burst * most / greatest(1, outside), compared, inside, outside FROM (${others})
     WHERE length(text) <= ${MAX_VALUE} AND (text = '' OR place IN (${sqlList(always)}) OR ${MAY_DIFFER})
     ORDER BY abs(a * outside - b * inside) DESC, text LIMIT ${sqlInteger(MAX_VALUES_OF_FIELD)} BY place`,
  )
  return readCounts(rows)
}

/** Drops most values: what remains is tested by its counts in each slice. */
const MAY_DIFFER = sql`(a + b >= ${MIN_MESSAGES}
  AND greatest((a + 0.5) * outside, (b + 0.5) * inside) >= ${MIN_FACTOR} * least((a + 0.5) * outside, (b + 0.5) * inside))`

function keyOf(counted: Counted): Sql {
  switch (counted.by) {
    case 'template':
      return sql`template`
    case 'value':
      return counted.field.key
    case 'presence':
      return sql`if(${counted.field.exists}, 'yes', '')`
    case 'size':
      return sizeOf(counted.field)
    case 'sender size':
      return sql`concat(toString(${sizeOf(counted.field)}), ' ', lowerUTF8(source))`
    default:
      throw counted satisfies never
  }
}

/** How many of the bounds the number reaches; NULL without one. */
function sizeOf({ number, bounds }: ComparedField): Sql {
  const sizes = bounds.map((bound, at) => sql`${number} >= ${sqlNumber(bound)}, toUInt8(${at + 1})`).reverse()
  return sql`multiIf(isNull(${number}), NULL, ${sqlList([...sizes, sql`toUInt8(0)`])})`
}

const sqlNumber = (value: number): Sql => sql`toFloat64(${String(value)})`

function outsideBits({ slices }: ComparedRanges): Sql {
  let bits = 0n
  for (const [at, { isInside }] of slices.entries()) if (!isInside) bits |= 1n << BigInt(at)
  return sql`toUInt64(${String(bits)})`
}

function readCounts(rows: readonly SqlRow[]): ValueCounts {
  let comparisons = 0
  let totals = { inside: 0, outside: 0 }
  const values = rows.map((row) => {
    const cells = new Cells(row)
    const [place, text] = [cells.number(), cells.text()]
    const value = { place, text, inside: cells.number(), outside: cells.number(), burst: cells.number() }
    comparisons = cells.number()
    totals = { inside: cells.number(), outside: cells.number() }
    return value
  })
  return { values, comparisons, totals }
}
