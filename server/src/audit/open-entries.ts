import type { Clock } from '../platform/clock.ts'

/** Entries that may still be rewritten, and are therefore not sealed yet. */
export type OpenEntries = ReturnType<typeof createOpenEntries>

const MAX_OPEN_MS = 120_000

export function createOpenEntries({ clock }: { readonly clock: Clock }) {
  /** Entries in the order of their numbers. */
  const open = new Map<number, { readonly sinceMs: number; readonly onClosed: () => void }>()
  return {
    /** `onClosed` is called if the entry stays open for too long: it must not be rewritten from then on. */
    add(sequence: number, onClosed: () => void) {
      open.set(sequence, { sinceMs: clock.monotonicMs(), onClosed })
    },
    remove: (sequence: number) => void open.delete(sequence),
    /** The first open entry; closes those that are open for too long. */
    first() {
      const nowMs = clock.monotonicMs()
      for (const [sequence, { sinceMs, onClosed }] of open) {
        if (nowMs - sinceMs < MAX_OPEN_MS) return sequence
        open.delete(sequence)
        onClosed()
      }
      return undefined
    },
  }
}
