/** A repeatable signal: it wakes everything that waits for it. */
export interface WakeUp {
  wake(): void
  /** Resolves at the next `wake`. */
  next(): Promise<void>
}

export function createWakeUp(): WakeUp {
  let next = Promise.withResolvers<void>()
  return {
    wake() {
      next.resolve()
      next = Promise.withResolvers()
    },
    next: () => next.promise,
  }
}
