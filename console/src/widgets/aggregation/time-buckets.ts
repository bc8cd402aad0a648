/** When each bucket of a time axis begins and ends. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'

export interface Bucket {
  readonly from: number
  readonly to: number
  /** Of the row that it came from. */
  readonly row: number
}

/** A lone bucket has no neighbour to tell its length: it is drawn this wide. */
const LONE_SHARE = 0.03

/** In the order of time, whatever the order of the rows. */
export function timeBuckets(rows: readonly (readonly string[])[], range: EffectiveRange): Bucket[] {
  const starts = rows
    .map(([key = ''], row) => ({ from: Date.parse(key), row }))
    .filter(({ from }) => !Number.isNaN(from))
    .sort((a, b) => a.from - b.from)
  const gaps = starts.slice(1).map(({ from }, index) => from - (starts[index]?.from ?? from))
  const usual = gaps.length === 0 ? LONE_SHARE * lengthMs(range) : Math.min(...gaps)
  const [only, ...others] = starts
  if (only !== undefined && others.length === 0) {
    // A bucket may begin long before the range: it is drawn where the range has something of it.
    const from = Math.max(only.from, Date.parse(range.from))
    return [{ from, row: only.row, to: from + usual }]
  }
  return starts.map(({ from, row }, index) => ({ from, row, to: starts[index + 1]?.from ?? from + usual }))
}

const lengthMs = ({ from, to }: EffectiveRange): number => Math.max(Date.parse(to) - Date.parse(from), 1)
