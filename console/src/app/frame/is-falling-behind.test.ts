import { expect, test } from 'vitest'
import { isFallingBehind } from './is-falling-behind.ts'

const minutes = (...rates: readonly (readonly [input: number, output: number])[]) =>
  rates.map(([input, output], index) => ({ at: index * 60_000, input, output }))

test.each([
  {
    title: 'three slow minutes and a growing journal',
    rates: [
      [10, 4],
      [10, 4],
      [10, 4],
    ],
    waiting: 1080,
    isBehind: true,
  },
  {
    title: 'a pipeline that drops messages',
    rates: [
      [10, 4],
      [10, 4],
      [10, 4],
    ],
    waiting: 30,
    isBehind: false,
  },
  {
    title: 'a burst of one minute',
    rates: [
      [2, 2],
      [2, 2],
      [90, 20],
    ],
    waiting: 9000,
    isBehind: false,
  },
  {
    title: 'a backlog that becomes smaller',
    rates: [
      [10, 4],
      [10, 4],
      [10, 40],
    ],
    waiting: 9000,
    isBehind: false,
  },
  {
    title: 'a server of two minutes',
    rates: [
      [10, 4],
      [10, 4],
    ],
    waiting: 9000,
    isBehind: false,
  },
] as const)('$title: $isBehind', ({ rates, waiting, isBehind }) => {
  expect(isFallingBehind(minutes(...rates), waiting)).toBe(isBehind)
})
