/**
 * How many messages of each slice match which of the candidates, all at once: the counts of each candidate, and of any
 * messages that several candidates share, are sums of these.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInteger } from '@logyard/languages/sql/sql-parts'
import { Cells } from '../cells.ts'
import type { Compared } from './compared.ts'
import type { Slice } from './compared-ranges.ts'
import type { Sides } from './difference.ts'

/** Groups of a slice and of candidates that match together. Rarer ones are left out. */
const MAX_OVERLAPS = 50_000
const PLUS = sql` + `

interface Overlap {
  readonly mask: number
  readonly slice: number
  readonly messages: number
}

export interface Overlaps {
  /** Messages that were read. */
  readonly total: number
  /** Messages that match the candidate, among those that match `within` and not `without`. */
  sides(candidate: number, limits?: { readonly within?: number; readonly without?: readonly number[] }): Sides
  /** Messages of both sides that match both. */
  shared(one: number, other: number): { readonly inside: number; readonly outside: number }
}

const bitOf = (candidate: number): number => 2 ** candidate

export async function countOverlaps(
  { selected, read, ranges }: Compared,
  conditions: readonly Sql[],
  isRead: Sql,
): Promise<Overlaps> {
  const bits = conditions.map((condition, at) => sql`if(${condition}, ${sqlInteger(bitOf(at))}, 0)`)
  const mask = bits.length === 0 ? sql`0` : joinSql(bits, PLUS)
  const rows = await read(
    sql`SELECT toUInt32(${mask}) AS mask, ${ranges.number} AS slice, count() AS messages
     FROM ${selected.from(ranges.whole, isRead)}
     GROUP BY mask, slice ORDER BY messages DESC LIMIT ${sqlInteger(MAX_OVERLAPS)}`,
  )
  const all = rows.map((row): Overlap => {
    const cells = new Cells(row)
    return { mask: cells.number(), slice: cells.number(), messages: cells.number() }
  })
  return overlapsOf(all, ranges.slices)
}

function overlapsOf(all: readonly Overlap[], slices: readonly Slice[]): Overlaps {
  const has = (mask: number, candidate: number) => Math.floor(mask / bitOf(candidate)) % 2 === 1
  return {
    total: all.reduce((sum, { messages }) => sum + messages, 0),
    sides(candidate, { within, without = [] } = {}) {
      const counts = slices.map(() => 0)
      const totals = slices.map(() => 0)
      for (const { mask, slice, messages } of all) {
        if (within !== undefined && !has(mask, within)) continue
        if (without.some((one) => has(mask, one))) continue
        totals[slice] = (totals[slice] ?? 0) + messages
        if (has(mask, candidate)) counts[slice] = (counts[slice] ?? 0) + messages
      }
      return sidesOf(counts, totals, slices)
    },
    shared(one, other) {
      const sums = { inside: 0, outside: 0 }
      for (const { mask, slice, messages } of all)
        if (has(mask, one) && has(mask, other))
          sums[slices[slice]?.isInside === true ? 'inside' : 'outside'] += messages
      return sums
    },
  }
}

/** The sides of counts by slice. */
export function sidesOf(counts: readonly number[], totals: readonly number[], slices: readonly Slice[]): Sides {
  const of = (numbers: readonly number[], isInside: boolean) =>
    numbers.filter((_, at) => slices[at]?.isInside === isInside)
  return {
    inside: { counts: of(counts, true), totals: of(totals, true) },
    outside: { counts: of(counts, false), totals: of(totals, false) },
  }
}
