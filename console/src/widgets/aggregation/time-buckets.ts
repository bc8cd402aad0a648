/** The start and end of each bucket of a time axis. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'

export interface Bucket {
  readonly from: number
  readonly to: number
  /** The index of its row. */
  readonly row: number
}

/** A single bucket has no neighbour that would tell its length, so it has this width. */
const LONE_SHARE = 0.03

/** Sorted by time, whatever the order of the rows. */
export function timeBuckets(rows: readonly (readonly string[])[], range: EffectiveRange): Bucket[] {
  const starts = rows
    .map(([key = ''], row) => ({ from: Date.parse(key), row }))
    .filter(({ from }) => !Number.isNaN(from))
    .sort((a, b) => a.from - b.from)
  const gaps = starts.slice(1).map(({ from }, index) => from - (starts[index]?.from ?? from))
  const usual = gaps.length === 0 ? LONE_SHARE * lengthMs(range) : Math.min(...gaps)
  const [only, ...others] = starts
  if (only !== undefined && others.length === 0) {
    // A bucket may start long before the range: it is drawn where it overlaps the range.
    const from = Math.max(only.from, Date.parse(range.from))
    return [{ from, row: only.row, to: from + usual }]
  }
  return starts.map(({ from, row }, index) => ({ from, row, to: starts[index + 1]?.from ?? from + usual }))
}

const lengthMs = ({ from, to }: EffectiveRange): number => Math.max(Date.parse(to) - Date.parse(from), 1)
