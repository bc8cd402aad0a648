import { median, quantile } from './median.ts'

/** The figures of one minute. Times are in milliseconds. */
export interface MinuteFigures {
  readonly minute: number
  readonly serverMb: number
  readonly engineMb: number
  readonly threads: number
  readonly pings: readonly number[]
  readonly searches: readonly number[]
  readonly failedCalls: number
  readonly sent: number
  readonly stored: number
}

/** Until then caches and heaps fill. */
const WARM_UP_MINUTES = 10
const WINDOW_MINUTES = 10
const MAX_GROWTH = 1.15
/** Generous: the load and the hostile peers run on the same cores, and delay what they measure. */
const MAX_PING_MS = 500
const MAX_SEARCH_MS = 5000

/** What a run shows that must not be; memory is judged only after a run of at least half an hour. */
export function problemsOf(minutes: readonly MinuteFigures[]): readonly string[] {
  const after = minutes.slice(WARM_UP_MINUTES)
  const first = after.slice(0, WINDOW_MINUTES)
  const last = after.slice(-WINDOW_MINUTES)
  const problems: string[] = []
  for (const name of ['serverMb', 'engineMb', 'threads'] as const) {
    if (after.length < 2 * WINDOW_MINUTES) break
    const [before, now] = [first, last].map((some) => median(some.map((each) => each[name])))
    if (before !== undefined && now !== undefined && now > before * MAX_GROWTH) {
      problems.push(`${name} grew from ${before.toFixed(0)} to ${now.toFixed(0)}`)
    }
  }
  const ping = quantile(
    minutes.flatMap(({ pings }) => pings),
    0.99,
  )
  if (!(ping <= MAX_PING_MS)) problems.push(`p99 of pings is ${ping.toFixed(0)} ms, the bound is ${MAX_PING_MS} ms`)
  const search = quantile(
    minutes.flatMap(({ searches }) => searches),
    0.99,
  )
  if (!(search <= MAX_SEARCH_MS)) {
    problems.push(`p99 of searches is ${search.toFixed(0)} ms, the bound is ${MAX_SEARCH_MS} ms`)
  }
  const failed = minutes.reduce((sum, { failedCalls }) => sum + failedCalls, 0)
  if (failed > 0) problems.push(`${failed} calls of users failed`)
  return problems
}
