import { expect, test } from 'vitest'
import { trendBetween } from './trend.ts'

test.each([
  [420, 300, 'LOWER', { difference: 120, share: 0.4, direction: 'up', verdict: 'bad' }],
  [420, 300, 'HIGHER', { difference: 120, share: 0.4, direction: 'up', verdict: 'good' }],
  [420, 300, 'NEUTRAL', { direction: 'up', verdict: 'neutral' }],
  [300, 300, 'HIGHER', { difference: 0, direction: 'same', verdict: 'neutral' }],
  [5, 0, 'HIGHER', { difference: 5, share: undefined, verdict: 'good' }],
  [-5, -10, 'HIGHER', { difference: 5, share: 0.5, direction: 'up' }],
] as const)('%d after %d with %s wanted', (now, before, preference, expected) => {
  expect(trendBetween(now, before, preference)).toMatchObject(expected)
})

test('there is no trend if either value is missing', () => {
  expect(trendBetween(null, 3, 'LOWER')).toBeUndefined()
  expect(trendBetween(3, null, 'LOWER')).toBeUndefined()
})
