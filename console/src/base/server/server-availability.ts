/** Whether the server responds. A call without a response marks it down, any response marks it up. */
import type { ServerUnreachable } from '../../api/api-error.ts'

export type Availability = { readonly up: true } | { readonly up: false; readonly error: ServerUnreachable }

export const PING_INTERVAL_MS = 20_000

export function createServerAvailability() {
  let state: Availability = { up: true }
  const listeners = new Set<() => void>()
  function become(next: Availability) {
    state = next
    for (const listener of [...listeners]) listener()
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    reached() {
      if (!state.up) become({ up: true })
    },
    unreachable(error: ServerUnreachable) {
      become({ up: false, error })
    },
  }
}
export type ServerAvailability = ReturnType<typeof createServerAvailability>
