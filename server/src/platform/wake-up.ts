/** A repeatable signal: it wakes everything that waits for it. */
export type WakeUp = ReturnType<typeof createWakeUp>

export function createWakeUp() {
  let next = Promise.withResolvers<void>()
  return {
    wake() {
      next.resolve()
      next = Promise.withResolvers()
    },
    /** Resolves at the next `wake`. */
    next: () => next.promise,
  }
}
