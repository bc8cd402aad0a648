/**
 * One live tail at work: connects, comes back where it was when the connection ends, and tells of what came a few times
 * a second, however fast it comes. Knows nothing of React.
 */
import { type TailGap, type TailMessages, type TailRate, tailMessages } from '@logyard/contract/live/live-tail'
import type { Call } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readEventStream } from '../../../api/event-stream.ts'
import { parseExactJson } from '../../../api/exact-json.ts'
import { createStore } from '../../../view-document/execution/store.ts'
import { emptyTail, holding, released, type TailArrival, type TailBuffer, withArrivals } from './tail-buffer.ts'

export interface TailState {
  readonly buffer: TailBuffer
  readonly rate: TailRate | undefined
  readonly isConnected: boolean
  /** The server will not show this: a query that is none, streams that are not for this reader. */
  readonly refusal: Error | undefined
}

export interface TailSessionDeps {
  readonly call: Call
  readonly query: string
  readonly streams: readonly string[]
}

/** Above so many messages a second an even sample is sent: nobody reads more, and the page must stay quick. */
const MOST_PER_SECOND = 2000
/** As often is drawn what came. */
const FLUSH_MS = 200
/** A connection that lasted this long ended on purpose: it is opened again at once. */
const GOOD_MS = 2000
const FIRST_RETRY_MS = 500
const MOST_RETRY_MS = 10_000

export function createTailSession({ call, query, streams }: TailSessionDeps) {
  const store = createStore<TailState>({
    buffer: emptyTail,
    rate: undefined,
    isConnected: false,
    refusal: undefined,
  })
  const become = (changes: Partial<TailState>) => store.set({ ...store.get(), ...changes })
  let ended = new AbortController()
  let arrivals: TailArrival[] = []
  let rate: TailRate | undefined
  let lastId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    const { buffer } = store.get()
    become({ buffer: withArrivals(buffer, arrivals), rate })
    arrivals = []
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS)
  }

  /** Ends with the connection. */
  async function listen(signal: AbortSignal, isFirst: boolean): Promise<void> {
    const response = await call.open(tailMessages, {
      query: {
        query,
        limit: MOST_PER_SECOND,
        ...(streams.length === 0 ? {} : { streams: streams.join(',') }),
        ...(lastId === undefined ? {} : { last_event_id: lastId }),
      },
      signal,
      // Coming back is not something that somebody does.
      ...(isFirst ? {} : { extendSession: false as const }),
    })
    if (response.body === null) return
    become({ isConnected: true })
    for await (const { event, id, data } of readEventStream(response.body)) {
      lastId = id ?? lastId
      // The server checks nothing that it streams, but it writes no other events.
      const said = parseExactJson(data)
      if (event === 'messages') arrivals.push(...(said as TailMessages).messages)
      else if (event === 'gap') arrivals.push((said as TailGap).missed)
      else if (event === 'rate') rate = said as TailRate
      flushSoon()
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_RETRY_MS
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const startedAt = performance.now()
      try {
        await listen(signal, attempt === 0)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiError && [400, 403, 404].includes(error.status)) {
          become({ isConnected: false, refusal: error })
          return
        }
      }
      if (signal.aborted) return
      if (performance.now() - startedAt >= GOOD_MS) {
        waitMs = FIRST_RETRY_MS
        continue
      }
      become({ isConnected: false })
      await pause(waitMs, signal)
      waitMs = Math.min(MOST_RETRY_MS, waitMs * 2)
    }
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    start(): void {
      ended = new AbortController()
      become({ refusal: undefined })
      void run(ended.signal)
    },
    hold: () => become({ buffer: holding(store.get().buffer) }),
    release: () => become({ buffer: released(store.get().buffer) }),
    /** An empty list; the tail goes on. */
    clear(): void {
      const { next, isHolding } = store.get().buffer
      become({ buffer: { ...emptyTail, next, isHolding } })
    },
    end(): void {
      ended.abort()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Also over when it is given up. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      resolve()
    },
    { once: true },
  )
  return promise
}
