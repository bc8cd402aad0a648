/**
 * How many bytes the senders of an input may have unpacked, by address: compressed bytes cost a sender little, and this
 * machine much. An address that has used its share waits.
 */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../../platform/clock.ts'

export type UnpackShare = ReturnType<typeof createUnpackShare>

/** Far more than a sender of logs has; unpacking as much takes a fifth of a processor core. */
const BYTES_PER_SECOND = 64 * 1024 * 1024
/** An address that was quiet may use the share of so long at once. */
const BURST_MS = 2000
const ADDRESSES = 10_000

export function createUnpackShare(clock: Pick<Clock, 'monotonicMs' | 'sleep'>) {
  /** When the share covers what was unpacked. */
  const paidAtMs = createBoundedMap<string, number>(ADDRESSES)
  return {
    /** Counts unpacked bytes of the address. */
    spend(address: string, bytes: number) {
      const fromMs = Math.max(paidAtMs.get(address) ?? 0, clock.monotonicMs() - BURST_MS)
      paidAtMs.set(address, fromMs + (bytes / BYTES_PER_SECOND) * 1000)
    },
    /** Resolves when the address may have more bytes unpacked. */
    async free(address: string, signal: AbortSignal) {
      const waitMs = (paidAtMs.get(address) ?? 0) - clock.monotonicMs()
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}
