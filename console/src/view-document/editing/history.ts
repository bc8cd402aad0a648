/** The previous and the undone states around the current one. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

const LIMIT = 100

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] })

export function changed<T>({ past, present, future }: History<T>, next: T): History<T> {
  return Object.is(present, next)
    ? { past, present, future }
    : { past: [...past, present].slice(-LIMIT), present: next, future: [] }
}

export function undone<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1)
  if (history.past.length === 0 || previous === undefined) return history
  return { past: history.past.slice(0, -1), present: previous, future: [history.present, ...history.future] }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (history.future.length === 0 || next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
