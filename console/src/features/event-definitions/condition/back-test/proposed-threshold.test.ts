import type { BackTest } from '@logyard/contract/events/back-test'
import { expect, test } from 'vitest'
import { proposedThreshold } from './proposed-threshold.ts'

const MINUTE_MS = 60_000
const WINDOWS = 2 * 24 * 60

function measured(figureAt: (window: number) => number): BackTest {
  const windows = Array.from({ length: WINDOWS }, (_, window) => window)
  return {
    mode: 'figures',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-03T00:00:00.000Z',
    is_shortened: false,
    window_ms: MINUTE_MS,
    window_ends: windows.map((window) => window * MINUTE_MS),
    series: [],
    groups: [{ key: [], messages: WINDOWS, windows, values: { 'count-': windows.map(figureAt) } }],
    groups_left_out: { count: 0, keys: [] },
    ungrouped_messages: 0,
    firings: [],
    firing_count: 0,
    event_count: 0,
    notifications: { sent: 0, total: 0, in_grace_period: 0, over_limit: 0, is_estimate: false },
    summary: '',
    took_ms: 1,
  }
}

const row = { id: 1, series: 'count-', text: 'count() >', comparison: '>', threshold: 0 } as const

test.each([
  { title: 'what hardly ever happens', figureAt: (at: number) => (at % 1000 === 7 ? 3 : 0), threshold: 0, firings: 3 },
  {
    title: 'peaks over a steady level',
    figureAt: (at: number) => (at % 1000 === 7 ? 40 : 10 + (at % 3)),
    threshold: 12,
    firings: 3,
  },
  { title: 'a steady level', figureAt: () => 10, threshold: 10, firings: 0 },
])('$title gets a threshold at which it fires rarely', ({ figureAt, threshold, firings }) => {
  expect(proposedThreshold(measured(figureAt), row)).toEqual({ threshold, firings })
})

test('a group with few messages fires from its first message on, not always', () => {
  const backTest = measured(() => 1)
  const [group] = backTest.groups
  if (group === undefined) throw new Error('there is no group')
  const rare = { ...backTest, groups: [{ ...group, windows: [7, 900], values: { 'count-': [1, 1] } }] }
  expect(proposedThreshold(rare, row)).toEqual({ threshold: 0, firings: 2 })
  expect(proposedThreshold(rare, { ...row, comparison: '>=' })).toEqual({ threshold: 1, firings: 2 })
})

test('a rule for small figures gets no proposal', () => {
  expect(
    proposedThreshold(
      measured(() => 10),
      { ...row, comparison: '<' },
    ),
  ).toBeUndefined()
})
