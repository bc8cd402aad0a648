import type { TrialFigures } from '@logyard/contract/pipelines/trials'

interface Counted {
  readonly matched: boolean
  readonly changed: boolean
  readonly dropped: boolean
  readonly created: readonly unknown[]
  readonly error: string | undefined
  readonly microseconds: number
}

/** Different texts that are counted; the most frequent ones are returned. */
const MAX_ERRORS = 1000
const ERRORS_SHOWN = 20

/** Sums up what one source did to many messages. */
export function createTrialFigures() {
  const sums = { matched: 0, changed: 0, dropped: 0, created: 0, failed: 0 }
  const errors = new Map<string, number>()
  let messages = 0
  let microseconds = 0
  return {
    add(tried: Counted): void {
      messages += 1
      microseconds += tried.microseconds
      sums.created += tried.created.length
      if (tried.matched) sums.matched += 1
      if (tried.changed) sums.changed += 1
      if (tried.dropped) sums.dropped += 1
      if (tried.error === undefined) return
      sums.failed += 1
      const before = errors.get(tried.error)
      if (before !== undefined || errors.size < MAX_ERRORS) errors.set(tried.error, (before ?? 0) + 1)
    },
    result: (): TrialFigures => ({
      ...sums,
      errors: Array.from(errors, ([error, count]) => ({ error, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, ERRORS_SHOWN),
      microseconds_per_message: messages === 0 ? 0 : Math.round((microseconds / messages) * 1000) / 1000,
    }),
  }
}
