/** When a schedule is due next. */
import { Cron } from 'croner'
import type { Schedule } from './job-store.ts'

const UNIT_MS = { MILLISECONDS: 1, SECONDS: 1000, MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 } as const

/** The first instant of the schedule after this one. A schedule that is due once has none. */
export function nextOfSchedule(schedule: Schedule, after: Date): Date | undefined {
  switch (schedule.type) {
    case 'once':
      return undefined
    case 'interval':
      return new Date(after.getTime() + schedule.interval * UNIT_MS[schedule.unit])
    case 'cron':
      return cronOf(schedule.cron_expression, schedule.timezone).nextRun(after) ?? undefined
  }
}

/** A sentence that says what is wrong with the expression or the time zone, or `undefined`. */
export function cronProblem(expression: string, timezone: string | null): string | undefined {
  if (timezone !== null && !isTimeZone(timezone)) return `"${timezone}" is not a known time zone.`
  try {
    const next = cronOf(expression, timezone).nextRun()
    return next === null ? `The cron expression "${expression}" is never due.` : undefined
  } catch {
    return `"${expression}" is not a valid cron expression.`
  }
}

/** Without a time zone the times are in UTC. */
const cronOf = (expression: string, timezone: string | null) =>
  new Cron(expression, { paused: true, timezone: timezone ?? 'UTC' })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
