import { CODE, refused } from './clickhouse-error.ts'

export type Lane = 'insert' | 'query'
export type QueryQueue = ReturnType<typeof createQueryQueue>

type Waiter = { readonly start: () => void }

/**
 * Decides which request gets a session. Each lane has reserved slots, so many long searches leave room for inserts and
 * the other way round; within a lane the order is the order of arrival.
 */
export function createQueryQueue(limits: { slots: number; reservedPerLane: number; maxWaiting: number }) {
  const laneLimit = Math.max(1, limits.slots - limits.reservedPerLane)
  const running: Record<Lane, number> = { insert: 0, query: 0 }
  const waiting: Record<Lane, Waiter[]> = { insert: [], query: [] }
  let lastStarted: Lane = 'query'

  function mayStart(lane: Lane): boolean {
    return running.insert + running.query < limits.slots && running[lane] < laneLimit
  }

  function take(lane: Lane): Disposable {
    running[lane] += 1
    lastStarted = lane
    let held = true
    return {
      [Symbol.dispose]() {
        if (!held) return
        held = false
        running[lane] -= 1
        startNext()
      },
    }
  }

  function startNext() {
    const order: Lane[] = lastStarted === 'query' ? ['insert', 'query'] : ['query', 'insert']
    for (const lane of order) {
      if (waiting[lane].length > 0 && mayStart(lane)) {
        waiting[lane].shift()?.start()
        return
      }
    }
  }

  return {
    /** Resolves when the caller may run; disposing of the turn gives the slot to the next one. */
    async turn(lane: Lane, signal: AbortSignal): Promise<Disposable> {
      signal.throwIfAborted()
      if (waiting[lane].length === 0 && mayStart(lane)) return take(lane)
      if (waiting[lane].length >= limits.maxWaiting) {
        throw refused(CODE.tooManyQueries, `Too many simultaneous queries: ${limits.maxWaiting} are waiting already`)
      }
      return await new Promise<Disposable>((resolve, reject) => {
        const waiter = {
          start() {
            signal.removeEventListener('abort', leave)
            resolve(take(lane))
          },
        }
        function leave() {
          waiting[lane] = waiting[lane].filter((other) => other !== waiter)
          reject(signal.reason)
        }
        waiting[lane].push(waiter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    get runningCount(): number {
      return running.insert + running.query
    },
  }
}
