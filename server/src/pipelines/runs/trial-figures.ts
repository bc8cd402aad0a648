import type { TrialFigures } from '@logyard/contract/pipelines/trials'

interface Counted {
  readonly matched: boolean
  readonly changed: boolean
  readonly dropped: boolean
  readonly created: readonly unknown[]
  readonly error: string | undefined
}

/** Different texts that are counted; the most frequent ones are returned. */
const MAX_ERRORS = 1000
const ERRORS_SHOWN = 20

/** Sums up what one source did to many messages. */
export function createTrialFigures() {
  const sums = { matched: 0, changed: 0, dropped: 0, created: 0, failed: 0 }
  const errors = new Map<string, number>()
  return {
    add(tried: Counted): void {
      sums.created += tried.created.length
      if (tried.matched) sums.matched += 1
      if (tried.changed) sums.changed += 1
      if (tried.dropped) sums.dropped += 1
      if (tried.error === undefined) return
      sums.failed += 1
      const before = errors.get(tried.error)
      if (before !== undefined || errors.size < MAX_ERRORS) errors.set(tried.error, (before ?? 0) + 1)
    },
    result: (): Omit<TrialFigures, 'microseconds_per_message'> => ({
      ...sums,
      errors: Array.from(errors, ([error, count]) => ({ error, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, ERRORS_SHOWN),
    }),
  }
}
