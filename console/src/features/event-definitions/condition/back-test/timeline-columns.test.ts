import { countFirings } from '@logyard/contract/events/back-test-count'
import type { Expression } from '@logyard/contract/events/expressions'
import { expect, test } from 'vitest'
import { timelineColumns } from './timeline-columns.ts'

const MINUTE_MS = 60_000
const above = (value: number): Expression => ({
  expr: '>',
  left: { expr: 'number-ref', ref: 'count-' },
  right: { expr: 'number', value },
})

function tested(values: readonly (number | null)[], threshold: number) {
  const group = { key: [], messages: 1, windows: values.map((_, place) => place), values: { 'count-': [...values] } }
  const backTest = {
    mode: 'figures' as const,
    window_ms: MINUTE_MS,
    window_ends: values.map((_, place) => (place + 1) * MINUTE_MS),
    groups: [group],
  }
  const rule = {
    expression: above(threshold),
    gracePeriodMs: 0,
    tellsEnds: false,
    limit: null,
    notifications: 1,
    isKeyed: false,
  }
  const { firings } = countFirings(backTest, rule)
  return timelineColumns({ backTest, group, seriesId: 'count-', firings })
}

test('a column fires when its window meets the condition, and only then', () => {
  expect(tested([1, 7, 8, 2, 9], 5).map(({ isFiring }) => isFiring)).toEqual([false, true, true, false, true])
})

test('another threshold marks other columns of the same figures', () => {
  expect(tested([1, 7, 8, 2, 9], 8).map(({ isFiring }) => isFiring)).toEqual([false, false, false, false, true])
})

test('many windows share a column, which has their least and their greatest figure', () => {
  const columns = tested(
    Array.from({ length: 960 }, (_, window) => window),
    957,
  )
  expect(columns).toHaveLength(480)
  expect(columns[0]).toEqual({ least: 0, greatest: 1, isFiring: false })
  expect(columns.at(-1)).toEqual({ least: 958, greatest: 959, isFiring: true })
})

test('a window without a figure leaves a gap', () => {
  expect(tested([4, null, 6], 5)[1]).toEqual({ least: undefined, greatest: undefined, isFiring: false })
})
