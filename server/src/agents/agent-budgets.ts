/** What one user may ask through agents: calls at once, and rows and seconds an hour. */
import type { Clock } from '../platform/clock.ts'
import { OperationRefused } from './operation-client.ts'

export const MAX_CALLS_AT_ONCE = 4
export const MAX_ROWS_PER_HOUR = 50_000
export const MAX_SECONDS_PER_HOUR = 900
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export interface AgentBudgets {
  /** Throws `OperationRefused` for a user who has used up the hour. Dispose of it when the call has ended. */
  begin(userId: string): BudgetedCall
}

export interface BudgetedCall extends Disposable {
  useRows(count: number): void
}

interface Hour {
  startMs: number
  rows: number
  busyMs: number
  running: number
}

export function createAgentBudgets(clock: Clock): AgentBudgets {
  const hours = new Map<string, Hour>()

  function hourOf(userId: string): Hour {
    const nowMs = clock.monotonicMs()
    for (const [id, { startMs, running }] of hours) {
      if (running === 0 && nowMs - startMs >= HOUR_MS) hours.delete(id)
    }
    const hour = hours.get(userId) ?? { startMs: nowMs, rows: 0, busyMs: 0, running: 0 }
    if (nowMs - hour.startMs >= HOUR_MS) Object.assign(hour, { startMs: nowMs, rows: 0, busyMs: 0 })
    hours.set(userId, hour)
    return hour
  }

  return {
    begin(userId) {
      const hour = hourOf(userId)
      const minutes = Math.ceil((hour.startMs + HOUR_MS - clock.monotonicMs()) / MINUTE_MS)
      if (hour.running >= MAX_CALLS_AT_ONCE) {
        throw new OperationRefused(`${MAX_CALLS_AT_ONCE} calls of yours are running. Wait until one has ended.`)
      }
      if (hour.rows >= MAX_ROWS_PER_HOUR) {
        throw new OperationRefused(
          `You have read ${MAX_ROWS_PER_HOUR} rows in this hour. It ends in ${minutes} minutes.`,
        )
      }
      if (hour.busyMs >= MAX_SECONDS_PER_HOUR * 1000) {
        throw new OperationRefused(
          `Your calls have taken ${MAX_SECONDS_PER_HOUR} seconds in this hour. It ends in ${minutes} minutes.`,
        )
      }
      hour.running += 1
      const startMs = clock.monotonicMs()
      return {
        useRows(count) {
          hour.rows += count
        },
        [Symbol.dispose]() {
          hour.running -= 1
          hour.busyMs += clock.monotonicMs() - startMs
        },
      }
    },
  }
}
