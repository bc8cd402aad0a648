import type { FailureCounts } from '@logyard/contract/ingest/failures'
import { expect, test } from 'vitest'
import { mergeFailureCounts } from './merge-failure-counts.ts'

const counts = (count: number): FailureCounts => ({
  total: count,
  newest: count,
  inputs: [{ id: 'i1', title: 'Web', count }],
  reasons: [{ reason: 'not-json', count }],
  last_day: 1,
  size: 10,
  size_limit: 100,
})

test('counts of several nodes are summed by input and reason, and have no highest number', () => {
  expect(mergeFailureCounts(counts(2), [])).toEqual(counts(2))
  const other = { ...counts(3), inputs: [{ id: 'i2', title: null, count: 9 }] }
  expect(mergeFailureCounts(counts(2), [null, other])).toEqual({
    total: 5,
    newest: null,
    inputs: [
      { id: 'i2', title: null, count: 9 },
      { id: 'i1', title: 'Web', count: 2 },
    ],
    reasons: [{ reason: 'not-json', count: 5 }],
    last_day: 2,
    size: 20,
    size_limit: 200,
  })
})
