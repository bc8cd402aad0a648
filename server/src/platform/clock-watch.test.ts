import { expect, test } from 'vitest'
import { shiftedClock } from '../testing/shifted-clock.ts'
import { type ClockJump, watchClock } from './clock-watch.ts'

test.each([7_200_000, 259_200_000, -7_200_000])('a jump by %i ms and back is told twice', async (byMs) => {
  const clock = shiftedClock()
  const jumps: ClockJump[] = []
  using watch = watchClock(clock)
  using _listening = watch.onJump((jump) => jumps.push(jump))
  expect(watch.isSteady()).toBe(true)
  clock.shift(byMs)
  await expect.poll(() => jumps.length).toBe(1)
  clock.shift(0)
  expect(watch.isSteady()).toBe(false)
  expect(jumps.map((jump) => Math.round(jump.byMs / 1000))).toEqual([byMs / 1000, -byMs / 1000])
})

test('a clock that a time server adjusts slowly is steady', () => {
  const clock = shiftedClock()
  using watch = watchClock(clock)
  for (let shiftMs = 0; shiftMs < 10_000; shiftMs += 500) {
    clock.shift(shiftMs)
    expect(watch.isSteady()).toBe(true)
  }
})
