import { expect, test } from 'vitest'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createAgentBudgets, MAX_CALLS_AT_ONCE, MAX_ROWS_PER_HOUR, MAX_SECONDS_PER_HOUR } from './agent-budgets.ts'

const HOUR_MS = 3_600_000

test('a user has a number of calls at once, and another user has as many', () => {
  const budgets = createAgentBudgets(fixedClock('2026-03-01T12:00:00.000Z'))
  const calls = Array.from({ length: MAX_CALLS_AT_ONCE }, () => budgets.begin('ada'))
  expect(() => budgets.begin('ada')).toThrow(`${MAX_CALLS_AT_ONCE} calls of yours are running`)
  expect(() => budgets.begin('ben')[Symbol.dispose]()).not.toThrow()
  calls[0]?.[Symbol.dispose]()
  expect(() => budgets.begin('ada')[Symbol.dispose]()).not.toThrow()
})

test('the rows of an hour are counted, and the next hour begins with none', () => {
  const clock = fixedClock('2026-03-01T12:00:00.000Z')
  const budgets = createAgentBudgets(clock)
  const call = budgets.begin('ada')
  call.useRows(MAX_ROWS_PER_HOUR)
  call[Symbol.dispose]()
  expect(() => budgets.begin('ada')).toThrow('It ends in 60 minutes')
  clock.advance(HOUR_MS)
  expect(() => budgets.begin('ada')[Symbol.dispose]()).not.toThrow()
})

test('the seconds of an hour are counted, and a call that runs into the next hour still ends', () => {
  const clock = fixedClock('2026-03-01T12:00:00.000Z')
  const budgets = createAgentBudgets(clock)
  const call = budgets.begin('ada')
  clock.advance(MAX_SECONDS_PER_HOUR * 1000)
  call[Symbol.dispose]()
  expect(() => budgets.begin('ada')).toThrow(`${MAX_SECONDS_PER_HOUR} seconds`)
  clock.advance(HOUR_MS)
  const long = Array.from({ length: MAX_CALLS_AT_ONCE }, () => budgets.begin('ada'))
  clock.advance(HOUR_MS)
  expect(() => budgets.begin('ada')).toThrow('are running')
  for (const one of long) one[Symbol.dispose]()
  clock.advance(HOUR_MS)
  expect(() => budgets.begin('ada')[Symbol.dispose]()).not.toThrow()
})
