/** The latest 403; shown instead of the page until the next navigation or until the user dismisses it. */
import type { ApiError } from '../../api/api-error.ts'

export function createRefusals() {
  let refusal: ApiError | undefined
  const listeners = new Set<() => void>()
  function become(next: ApiError | undefined) {
    if (next === refusal) return
    refusal = next
    for (const listener of [...listeners]) listener()
  }
  return {
    state: () => refusal,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    forbidden: (error: ApiError) => become(error),
    clear: () => become(undefined),
  }
}
export type Refusals = ReturnType<typeof createRefusals>
