/** Functions to call when something happens, each until its subscription is disposed. */
export interface Listeners<Args extends readonly unknown[]> {
  add(listener: (...args: Args) => void): Disposable
  notify(...args: Args): void
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener) {
      // A wrapper for each subscription: one function may be added twice, and each of the two disposed by itself.
      const entry = (...args: Args) => listener(...args)
      listeners.add(entry)
      return { [Symbol.dispose]: () => void listeners.delete(entry) }
    },
    notify(...args) {
      // A copy: listeners that are added or removed meanwhile do not change this round.
      for (const listener of [...listeners]) listener(...args)
    },
  }
}
