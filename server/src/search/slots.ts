/** A number of places that are taken and given back; whoever finds none free waits in line. */
export interface Slots {
  /** Rejects when `signal` fires first. */
  take(signal: AbortSignal): Promise<Disposable>
}

export function createSlots(count: number): Slots {
  let free = count
  const waiting = new Set<() => void>()

  function release(): void {
    const [next] = waiting
    if (next === undefined) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else {
        await new Promise<void>((resolve, reject) => {
          const enter = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const leave = () => {
            waiting.delete(enter)
            reject(signal.reason)
          }
          waiting.add(enter)
          signal.addEventListener('abort', leave, { once: true })
        })
      }
      return { [Symbol.dispose]: release }
    },
  }
}
