/** Proposes a threshold from the figures of the past: so that it fires rarely, and not for long. */
import type { BackTest, BackTestGroup } from '@logyard/contract/events/back-test'
import type { RatedRow } from './rated-rows.ts'

/** Firings of all groups together that nobody minds. */
const MAX_FIRINGS_A_DAY = 2
/** Part of the time in which a condition may be met: more is the usual state. */
const MAX_SHARE = 0.05
/** Thresholds that are tried: each costs a pass over the figures. */
const MAX_TRIED = 64
const DAY_MS = 86_400_000

interface ProposedThreshold {
  readonly threshold: number
  /** In the whole time of the back-test. */
  readonly firings: number
}

/** `undefined` if the rule asks for something else than a large figure, or there are no figures. */
export function proposedThreshold(
  backTest: BackTest,
  row: Pick<RatedRow, 'series' | 'comparison'>,
): ProposedThreshold | undefined {
  if (row.comparison !== '>' && row.comparison !== '>=') return undefined
  const isInclusive = row.comparison === '>='
  const limit = MAX_FIRINGS_A_DAY * Math.max(1, daysOf(backTest))
  const candidates = candidatesOf(backTest.groups, row.series, isInclusive)
  let last: ProposedThreshold | undefined
  for (const threshold of candidates) {
    const found = firingsAbove(backTest.groups, row.series, (figure) =>
      isInclusive ? figure >= threshold : figure > threshold,
    )
    last = { threshold, firings: found.firings }
    if (found.firings <= limit && found.windows <= MAX_SHARE * backTest.window_ends.length) return last
  }
  return last
}

export const daysOf = ({ from, to }: Pick<BackTest, 'from' | 'to'>): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Measured figures from the least to the greatest, evenly spread if there are many. */
function candidatesOf(groups: readonly BackTestGroup[], series: string, isInclusive: boolean): readonly number[] {
  const figures = new Set<number>()
  for (const { values } of groups) for (const figure of values[series] ?? []) if (figure !== null) figures.add(figure)
  if (figures.size === 0) return []
  // More than nothing is a condition; groups have figures only where they have messages.
  if (!isInclusive) figures.add(0)
  const sorted = [...figures].toSorted((a, b) => a - b)
  if (sorted.length <= MAX_TRIED) return sorted
  const step = (sorted.length - 1) / (MAX_TRIED - 1)
  return Array.from({ length: MAX_TRIED }, (_, place) => sorted[Math.round(place * step)] ?? 0)
}

function firingsAbove(groups: readonly BackTestGroup[], series: string, isMet: (figure: number) => boolean) {
  let firings = 0
  let windows = 0
  for (const group of groups) {
    let previous = Number.NEGATIVE_INFINITY
    const values = group.values[series] ?? []
    group.windows.forEach((window, place) => {
      const figure = values[place]
      if (figure === undefined || figure === null || !isMet(figure)) return
      windows += 1
      if (window !== previous + 1) firings += 1
      previous = window
    })
  }
  return { firings, windows }
}
