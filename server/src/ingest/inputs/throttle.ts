/** Decides once a second whether inputs that fetch their messages must pause. */

import type { Clock } from '../../platform/clock.ts'
import type { Journal, JournalFigures } from '../journal/journal.ts'

export type Throttle = ReturnType<typeof createThrottle>

type ThrottleFigures = Pick<
  JournalFigures,
  'uncommittedEntries' | 'appendedPerSecond' | 'readPerSecond' | 'sizeBytes' | 'sizeLimitBytes'
>

const CHECK_MS = 1000
const MOST_UNCOMMITTED = 100_000
const MOST_GROWTH = 20_000
const FULL_SHARE = 0.9
const SLOW_SHARE = 0.5

export function createThrottle(deps: {
  readonly journal: Journal
  readonly clock: Clock
  readonly isProcessing: () => boolean
}) {
  let uncommittedBefore = 0
  let isThrottled = false
  const ticker = deps.clock.every(CHECK_MS, () => {
    const figures = deps.journal.figures()
    isThrottled = isTooMuch(figures, uncommittedBefore)
    uncommittedBefore = figures.uncommittedEntries
  })
  return {
    isThrottled: () => isThrottled,
    /** Whether processing is enabled on this node. */
    isProcessing: deps.isProcessing,
    [Symbol.dispose]: () => ticker[Symbol.dispose](),
  }
}

/** The first rule that applies decides. */
export function isTooMuch(figures: ThrottleFigures, uncommittedBefore: number): boolean {
  const { uncommittedEntries, appendedPerSecond, readPerSecond, sizeBytes, sizeLimitBytes } = figures
  if (uncommittedEntries === 0) return false
  if (uncommittedEntries > MOST_UNCOMMITTED) return true
  if (uncommittedEntries - uncommittedBefore > MOST_GROWTH) return true
  if (appendedPerSecond === 0 && readPerSecond === 0) return false
  if (sizeBytes > sizeLimitBytes * FULL_SHARE) return true
  return readPerSecond < appendedPerSecond * SLOW_SHARE
}
