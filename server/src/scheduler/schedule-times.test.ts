import { expect, test } from 'vitest'
import { cronProblem, nextOfSchedule } from './schedule-times.ts'

const cron = (cron_expression: string, timezone: string | null) =>
  ({ type: 'cron', cron_expression, timezone }) as const

/** The next `count` instants of the schedule after `from`. */
function nextInstants(schedule: Parameters<typeof nextOfSchedule>[0], from: string, count: number): string[] {
  const instants: string[] = []
  for (let after: Date | undefined = new Date(from); instants.length < count; ) {
    after = nextOfSchedule(schedule, after)
    if (after === undefined) break
    instants.push(after.toISOString())
  }
  return instants
}

test('cron expressions follow their time zone, also when its clocks change', () => {
  expect(nextInstants(cron('0 3 * * *', null), '2026-03-01T09:00:00.000Z', 2)).toEqual([
    '2026-03-02T03:00:00.000Z',
    '2026-03-03T03:00:00.000Z',
  ])
  // In Berlin clocks go forward on March 29th, from 02:00 to 03:00.
  expect(nextInstants(cron('30 4 * * *', 'Europe/Berlin'), '2026-03-28T00:00:00.000Z', 3)).toEqual([
    '2026-03-28T03:30:00.000Z',
    '2026-03-29T02:30:00.000Z',
    '2026-03-30T02:30:00.000Z',
  ])
  // And back on October 25th, from 03:00 to 02:00: what happens at 02:30 happens once.
  expect(nextInstants(cron('30 2 * * *', 'Europe/Berlin'), '2026-10-24T12:00:00.000Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})

test('intervals add to the last instant, and one-off schedules have no next one', () => {
  const daily = { type: 'interval', interval: 2, unit: 'DAYS' } as const
  expect(nextInstants(daily, '2026-03-28T09:00:00.000Z', 1)).toEqual(['2026-03-30T09:00:00.000Z'])
  expect(nextInstants({ type: 'once' }, '2026-03-28T09:00:00.000Z', 1)).toEqual([])
})

test('an invalid cron expression or time zone is explained', () => {
  expect(cronProblem('*/5 * * * *', 'Europe/Berlin')).toBeUndefined()
  expect(cronProblem('61 * * * *', null)).toBe('"61 * * * *" is not a valid cron expression.')
  expect(cronProblem('* * * * *', 'Mars/Olympus')).toBe('"Mars/Olympus" is not a known time zone.')
  expect(cronProblem('0 0 30 2 *', null)).toBe('The cron expression "0 0 30 2 *" is never due.')
})
