/** A back-test of one group as columns of a picture: many windows share one. */
import type { BackTest } from '@logyard/contract/events/back-test'
import type { CountedFiring } from '@logyard/contract/events/back-test-count'

const COLUMNS = 480

export interface TimelineColumn {
  /** Undefined without a figure. */
  readonly least: number | undefined
  readonly greatest: number | undefined
  readonly isFiring: boolean
}

export interface TimelineInput {
  readonly backTest: Pick<BackTest, 'window_ends' | 'window_ms'>
  readonly group: BackTest['groups'][number]
  readonly seriesId: string
  /** Those of the group. */
  readonly firings: readonly Pick<CountedFiring, 'from' | 'to'>[]
}

export function timelineColumns({ backTest, group, seriesId, firings }: TimelineInput): readonly TimelineColumn[] {
  const ends = backTest.window_ends
  const count = Math.min(COLUMNS, ends.length)
  const columns = Array.from({ length: count }, () => ({
    least: undefined as number | undefined,
    greatest: undefined as number | undefined,
    isFiring: false,
  }))
  const columnOf = (window: number) => columns[Math.min(count - 1, Math.floor((window * count) / ends.length))]
  const values = group.values[seriesId] ?? []
  group.windows.forEach((window, place) => {
    const figure = values[place]
    const column = columnOf(window)
    if (column === undefined || figure === undefined || figure === null) return
    column.least = Math.min(column.least ?? figure, figure)
    column.greatest = Math.max(column.greatest ?? figure, figure)
  })
  const periods = firings.map(({ from, to }) => ({
    from: Date.parse(from) + backTest.window_ms - 1,
    to: Date.parse(to),
  }))
  let next = 0
  ends.forEach((end, window) => {
    while (next < periods.length && (periods[next]?.to ?? 0) < end) next += 1
    const period = periods[next]
    const column = columnOf(window)
    if (column !== undefined && period !== undefined && period.from <= end) column.isFiring = true
  })
  return columns
}
