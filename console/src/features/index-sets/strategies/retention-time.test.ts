import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { expect, test } from 'vitest'
import { parseRetentionTime, retentionTimeOf, strategiesOf } from './retention-time.ts'

const setOf = (period: string, indices: number) => ({
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: { type: 'x', rotation_period: period },
  retention_strategy_class: RETENTION_CLASSES.delete,
  retention_strategy: { type: 'x', max_number_of_indices: indices },
})

test.each([
  { typed: '7', period: 'P1D', indices: 7, shown: { unit: 'day', amount: 7 } },
  { typed: '7d', period: 'P1D', indices: 7, shown: { unit: 'day', amount: 7 } },
  { typed: '1 day', period: 'PT1H', indices: 24, shown: { unit: 'day', amount: 1 } },
  { typed: '36 hours', period: 'PT1H', indices: 36, shown: { unit: 'hour', amount: 36 } },
  { typed: '2w', period: 'P1D', indices: 14, shown: { unit: 'day', amount: 14 } },
  { typed: '1 year', period: 'P1M', indices: 12, shown: { unit: 'month', amount: 12 } },
  { typed: '700', period: 'P7D', indices: 100, shown: { unit: 'day', amount: 700 } },
])('"$typed" keeps $indices indices of $period, and reads back as it was typed', ({ typed, shown, ...expected }) => {
  const time = parseRetentionTime(typed)
  const strategies = time === undefined ? undefined : strategiesOf(time)
  expect(strategies).toEqual(expected)
  expect(retentionTimeOf(setOf(expected.period, expected.indices))).toEqual(shown)
})

test.each(['', '0', '-1', '7 parsecs', 'P7D', '1.5'])('"%s" is no time to keep messages for', (typed) => {
  expect(parseRetentionTime(typed)).toBeUndefined()
})

test('a set that rotates by size or closes its indices has no retention time', () => {
  expect(retentionTimeOf({ ...setOf('P1D', 7), rotation_strategy_class: ROTATION_CLASSES.size })).toBeUndefined()
  expect(retentionTimeOf({ ...setOf('P1D', 7), retention_strategy_class: RETENTION_CLASSES.close })).toBeUndefined()
  expect(retentionTimeOf(setOf('P1DT6H', 7))).toBeUndefined()
})
