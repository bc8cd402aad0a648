import type { Clock } from '../../platform/clock.ts'

/** The nonces of calls that this node accepted, for as long as their time would be accepted again. */
export function createUsedNonces({ clock, usedForMs }: { readonly clock: Clock; readonly usedForMs: number }) {
  /** When each may be dropped, the first one first. Only nodes with the shared secret can add to it. */
  const until = new Map<string, number>()
  return {
    /** False if the nonce was used before. */
    use(nonce: string): boolean {
      const nowMs = clock.monotonicMs()
      for (const [old, untilMs] of until) {
        if (untilMs > nowMs) break
        until.delete(old)
      }
      if (until.has(nonce)) return false
      until.set(nonce, nowMs + usedForMs)
      return true
    },
  }
}
