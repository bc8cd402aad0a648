/** Addresses of directories that did not answer in time, so that later sign-ins do not wait for them. */
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'

export interface SilentAddresses {
  /** Whether not to try the address now. Once its time is over, one caller at a time tries it. */
  isSkipped(address: string): boolean
  wasSilent(address: string): void
  answered(address: string): void
}

const REMEMBERED = 100

export function createSilentAddresses({
  clock,
  skippedMs,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly skippedMs: number
}): SilentAddresses {
  const skippedUntilMs = createBoundedMap<string, number>(REMEMBERED)
  const skip = (address: string) => skippedUntilMs.set(address, clock.monotonicMs() + skippedMs)
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
    answered: (address) => skippedUntilMs.delete(address),
  }
}

/** For tests of settings: every address is tried, and others learn from the result. */
export const triedAnyway = (silent: SilentAddresses): SilentAddresses => ({ ...silent, isSkipped: () => false })
