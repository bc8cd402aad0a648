import { ALWAYS } from '@logyard/languages/query-sql/condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInstant, sqlList } from '@logyard/languages/sql/sql-parts'
import { searchTypeRefused } from '../search-errors.ts'
import { aggregatedField } from './aggregated-field.ts'
import type { PivotLevel } from './pivot-level.ts'

/** Time ranges, each a group, with inclusive start and exclusive end. They may overlap. */
export interface DateRangeGrouping {
  readonly type: 'date_range'
  readonly field: string
  /** ISO 8601 with a time zone; a missing end is open. */
  readonly ranges: readonly { readonly from?: string; readonly to?: string }[]
  /** Which end is the key of a group. */
  readonly bucket_key: 'from' | 'to'
}

/** Groups are numbered in the order of their ranges; groups without messages are included. */
export function dateRangeLevel({ field, ranges, bucket_key }: DateRangeGrouping, schema: FieldSchema): PivotLevel {
  const { instant } = aggregatedField(field, schema)
  const numbers = ranges.map(({ from, to }, place) => {
    const ends = [
      ...(from === undefined ? [] : [sql`${instant} >= ${instantSql(from)}`]),
      ...(to === undefined ? [] : [sql`${instant} < ${instantSql(to)}`]),
    ]
    return sql`if(${ends.length === 0 ? ALWAYS : joinSql(ends, sql` AND `)}, ${place}, -1)`
  })
  const texts = ranges.map(({ from, to }) => {
    const end = bucket_key === 'from' ? from : to
    return end === undefined ? '*' : new Date(Date.parse(end)).toISOString()
  })
  return {
    key: sql`arrayJoin(arrayFilter(place -> place >= 0, [${sqlList(numbers)}]))`,
    isMultiple: true,
    isOfMinutes: false,
    hasNumericTexts: false,
    limit: undefined,
    orderings: [{ by: 'key', isDescending: false }],
    keyText: (key) => texts[Number(key)] ?? '',
    span: () => (ranges.length === 0 ? undefined : [0, ranges.length - 1]),
  }
}

function instantSql(iso: string): Sql {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw searchTypeRefused(`${iso} is not a valid date and time`)
  return sqlInstant(ms)
}
