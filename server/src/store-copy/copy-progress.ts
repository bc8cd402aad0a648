/** Lines about a copy that is running: how much is done, how fast, and how long the rest will take. */
import type { Clock } from '../platform/clock.ts'
import type { CopyProgress } from './copy-messages.ts'
import type { IndexDay } from './day-slices.ts'

const LINE_EVERY_MS = 5000

export function createCopyProgress(print: (line: string) => void, clock: Clock): CopyProgress {
  let total = 0
  let done = 0
  let startedAtMs = 0
  let printedAtMs = 0
  let current: Pick<IndexDay, 'index' | 'day'> | undefined
  let waiting = ''
  function line(): string {
    const seconds = Math.max(0.001, (clock.monotonicMs() - startedAtMs) / 1000)
    const perSecond = done / seconds
    const left = perSecond === 0 ? '' : `, about ${duration(Math.max(0, total - done) / perSecond)} left`
    const where = current === undefined ? '' : `, at ${current.index} of ${current.day}`
    const share = total === 0 ? 100 : Math.min(100, (done / total) * 100)
    return `${number(done)} of ${number(total)} messages (${share.toFixed(1)} %), ${number(perSecond)} a second${left}${where}`
  }
  return {
    begin(rows) {
      total = rows
      done = 0
      startedAtMs = clock.monotonicMs()
      printedAtMs = startedAtMs
    },
    day(day) {
      current = day
    },
    rows(count) {
      done += count
      waiting = ''
      const nowMs = clock.monotonicMs()
      if (nowMs - printedAtMs < LINE_EVERY_MS) return
      printedAtMs = nowMs
      print(line())
    },
    waits(reason) {
      if (reason === waiting) return
      waiting = reason
      print(`Waiting: ${reason}`)
    },
    end() {
      current = undefined
    },
  }
}

export const number = (value: number): string => Math.round(value).toLocaleString('en')

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
