import { expect, test } from 'vitest'
import { isTooMuch } from './throttle.ts'

const idle = {
  appendedPerSecond: 100,
  readPerSecond: 100,
  uncommittedEntries: 10,
  sizeBytes: 100,
  sizeLimitBytes: 1000,
}

test.each([
  { what: 'steady', figures: {}, before: 10, throttled: false },
  { what: 'all stored', figures: { uncommittedEntries: 0, sizeBytes: 1000 }, before: 0, throttled: false },
  { what: 'far behind', figures: { uncommittedEntries: 100_001 }, before: 100_001, throttled: true },
  { what: 'growing fast', figures: { uncommittedEntries: 20_011 }, before: 10, throttled: true },
  {
    what: 'nothing moves',
    figures: { appendedPerSecond: 0, readPerSecond: 0, sizeBytes: 950 },
    before: 10,
    throttled: false,
  },
  { what: 'nearly full', figures: { sizeBytes: 901 }, before: 10, throttled: true },
  { what: 'read too slowly', figures: { readPerSecond: 49 }, before: 10, throttled: true },
])('$what: throttled is $throttled', ({ figures, before, throttled }) => {
  expect(isTooMuch({ ...idle, ...figures }, before)).toBe(throttled)
})
