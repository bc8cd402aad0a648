/** Intervals that the searched range cuts, at either end: their values are not comparable with the others. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { Bucket } from '../time-buckets.ts'
import type { SeriesOption } from './xy-input.ts'

type TimePoints = readonly (readonly (number | null)[])[]

/** Both ends of a range belong to it. */
const TOLERANCE_MS = 1

export const isUnfinished = ({ from, to }: Bucket, range: EffectiveRange): boolean =>
  from < Date.parse(range.from) || to > Date.parse(range.to) + TOLERANCE_MS

interface SplitPoints {
  /** Without the values of unfinished intervals. */
  readonly finished: (number | null)[][]
  /** Only these, with their neighbours; at the same indexes. Absent if all intervals are finished. */
  readonly unfinished: (number | null)[][] | undefined
}

export function splitUnfinished(points: TimePoints, buckets: readonly Bucket[], range: EffectiveRange): SplitPoints {
  const ofBuckets = buckets.map((bucket) => isUnfinished(bucket, range))
  // A line in steps has one more point, at the end of its last interval.
  const isCut = points.map((_, index) => ofBuckets[Math.min(index, ofBuckets.length - 1)] === true)
  const keep = (isKept: (index: number) => boolean) =>
    points.map(([x = null, y = null], index) => [x, isKept(index) ? y : null])
  if (!isCut.includes(true)) return { finished: keep(() => true), unfinished: undefined }
  return {
    finished: keep((index) => isCut[index] === false),
    unfinished: keep((index) => isCut.slice(Math.max(0, index - 1), index + 2).includes(true)),
  }
}

/** Dense enough that a short part is still a line. */
const DASHES = [3, 2]

const UNFINISHED = '\u0000unfinished '

/** The same series with dashes, under a name of its own. */
export function dashedSeries(drawn: SeriesOption, name: string, data: (number | null)[][]): SeriesOption {
  if (drawn.type !== 'line') return drawn
  return {
    ...drawn,
    name: `${UNFINISHED}${name}`,
    data,
    showSymbol: false,
    lineStyle: { ...drawn.lineStyle, type: DASHES },
    ...(drawn.areaStyle === undefined ? {} : { areaStyle: { ...drawn.areaStyle, opacity: 0.1 } }),
  }
}

/** The name of the series that a drawn one belongs to. */
export const nameOfDrawn = (name: string): string =>
  name.startsWith(UNFINISHED) ? name.slice(UNFINISHED.length) : name
