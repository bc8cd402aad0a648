import type { ThroughputHistory } from '@logyard/contract/metrics/metrics'

const MINUTE_MS = 60_000
const MAX_MINUTES = 1440

/** The messages of all nodes by full minute: the minutes of each node begin at another second. */
export function mergeThroughput(
  own: ThroughputHistory,
  others: readonly (ThroughputHistory | null)[],
): ThroughputHistory {
  const answered = others.filter((other) => other !== null)
  if (answered.length === 0) return own
  const byMinute = Map.groupBy(
    [own, ...answered].flatMap(({ minutes }) => minutes),
    ({ at }) => Math.floor(Date.parse(at) / MINUTE_MS),
  )
  const minutes = [...byMinute].toSorted(([a], [b]) => a - b).slice(-MAX_MINUTES)
  return {
    minutes: minutes.map(([minute, same]) => ({
      at: new Date(minute * MINUTE_MS).toISOString(),
      input: same.reduce((sum, { input }) => sum + input, 0),
      output: same.reduce((sum, { output }) => sum + output, 0),
    })),
  }
}
