import { LogyardError } from '../platform/errors.ts'

/** A number of places that are taken and given back; whoever finds none free waits in line. */
export interface Slots {
  /**
   * Rejects when `signal` fires first. Those who share a signal belong together: each group gets a place in turn, so that
   * many of one do not keep the others waiting.
   */
  take(signal: AbortSignal): Promise<Disposable>
}

const tooManyWaiting = () =>
  new LogyardError('overloaded', 'searches-waiting', 'Too many searches are waiting already. Try again later.')

export function createSlots(count: number, maxWaiting: number): Slots {
  let free = count
  let waiting = 0
  const groups = new Map<AbortSignal, Set<() => void>>()

  function release(): void {
    const [next] = groups
    if (next === undefined) {
      free += 1
      return
    }
    const [signal, line] = next
    const [enter] = line
    // Its next turn comes after that of all others.
    groups.delete(signal)
    if (enter !== undefined) line.delete(enter)
    if (line.size > 0) groups.set(signal, line)
    enter?.()
  }

  function wait(signal: AbortSignal): Promise<void> {
    const line = groups.get(signal) ?? new Set()
    groups.set(signal, line)
    waiting += 1
    return new Promise<void>((resolve, reject) => {
      const enter = () => {
        waiting -= 1
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting -= 1
        line.delete(enter)
        if (line.size === 0) groups.delete(signal)
        reject(signal.reason)
      }
      line.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else if (waiting < maxWaiting) await wait(signal)
      else throw tooManyWaiting()
      return { [Symbol.dispose]: release }
    },
  }
}
