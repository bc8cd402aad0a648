/** Addresses of directories that did not answer in time, so that later sign-ins do not wait for them. */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'

export interface SilentAddresses {
  /** Whether not to try the address now. Once its time is over, one caller at a time tries it. */
  isSkipped(address: string): boolean | Promise<boolean>
  wasSilent(address: string): void
  answered(address: string): void
  /** A search for a user had no response in time, although the address had answered before. */
  wasLateAtSearch(address: string): void
  searched(address: string): void
}

const REMEMBERED = 100
/** One search may be slow for its user only. After two of them in a row the address is skipped. */
const LATE_SEARCHES = 2

export function createSilentAddresses({
  clock,
  skippedMs,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly skippedMs: number
}): SilentAddresses {
  const skippedUntilMs = createBoundedMap<string, number>(REMEMBERED)
  const lateSearches = createBoundedMap<string, number>(REMEMBERED)
  const skip = (address: string) => skippedUntilMs.set(address, clock.monotonicMs() + skippedMs)
  const isLate = (address: string) => (lateSearches.get(address) ?? 0) >= LATE_SEARCHES
  return {
    isSkipped(address) {
      const untilMs = skippedUntilMs.get(address)
      if (untilMs === undefined) return false
      if (untilMs > clock.monotonicMs()) return true
      // The others wait for the result of this caller.
      skip(address)
      return false
    },
    wasSilent: skip,
    answered(address) {
      if (!isLate(address)) skippedUntilMs.delete(address)
    },
    wasLateAtSearch(address) {
      lateSearches.set(address, (lateSearches.get(address) ?? 0) + 1)
      if (isLate(address)) skip(address)
    },
    searched(address) {
      lateSearches.delete(address)
      skippedUntilMs.delete(address)
    },
  }
}

/**
 * For tests of settings: every address is tried, and others learn whether it answers. Slow searches do not count, because
 * the filter may be the reason.
 */
export const triedAnyway = (silent: SilentAddresses): SilentAddresses => ({
  ...silent,
  isSkipped: () => false,
  wasLateAtSearch: () => undefined,
})
