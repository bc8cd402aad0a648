/** One live tail: connects, resumes after a lost connection, and batches arrivals for rendering. Independent of React. */

import { readEventStream } from '@logyard/contract/http/event-stream'
import {
  type TailGap,
  type TailMessages,
  type TailNodes,
  type TailRate,
  tailMessages,
} from '@logyard/contract/live/live-tail'
import type { Call } from '../../../api/api-client.ts'
import { parseExactJson } from '../../../api/exact-json.ts'
import { createStore } from '../../../view-document/execution/store.ts'
import { keepConnected } from './keep-connected.ts'
import { emptyTail, holding, released, type TailArrival, type TailBuffer, withArrivals } from './tail-buffer.ts'

export interface TailState {
  readonly buffer: TailBuffer
  readonly rate: TailRate | undefined
  readonly isConnected: boolean
  /** Ids of the nodes that stopped sending to this connection. */
  readonly missing: readonly string[]
  /** Those that stopped sending to earlier ones. */
  readonly missingBefore: readonly string[]
  /** Why the server will not send this tail: an invalid query, or streams that the user may not read. */
  readonly refusal: Error | undefined
}

export interface TailSessionDeps {
  readonly call: Call
  readonly query: string
  readonly streams: readonly string[]
}

/** Above this many messages a second the server sends an even sample: more cannot be read, and rendering them is slow. */
const MAX_PER_SECOND = 2000
const FLUSH_MS = 200

export function createTailSession({ call, query, streams }: TailSessionDeps) {
  const store = createStore<TailState>({
    buffer: emptyTail,
    rate: undefined,
    isConnected: false,
    missing: [],
    missingBefore: [],
    refusal: undefined,
  })
  const update = (changes: Partial<TailState>) => store.set({ ...store.get(), ...changes })
  let ended = new AbortController()
  let arrivals: TailArrival[] = []
  let rate: TailRate | undefined
  let lastId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    const { buffer } = store.get()
    update({ buffer: withArrivals(buffer, arrivals), rate })
    arrivals = []
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS)
  }

  async function read(signal: AbortSignal, isFirst: boolean): Promise<void> {
    const response = await call.open(tailMessages, {
      query: {
        query,
        limit: MAX_PER_SECOND,
        ...(streams.length === 0 ? {} : { streams: streams.join(',') }),
        ...(lastId === undefined ? {} : { last_event_id: lastId }),
      },
      signal,
      // Reconnecting is no sign that the user is active.
      ...(isFirst ? {} : { extendSession: false as const }),
    })
    if (response.body === null) return
    const { missing, missingBefore } = store.get()
    update({ isConnected: true, missing: [], missingBefore: [...new Set([...missingBefore, ...missing])] })
    for await (const { event, id, data } of readEventStream(response.body)) {
      lastId = id ?? lastId
      // Streamed events are not validated against a schema; the server writes only these four.
      const payload = parseExactJson(data)
      if (event === 'messages') arrivals.push(...(payload as TailMessages).messages)
      else if (event === 'gap') arrivals.push((payload as TailGap).missed)
      else if (event === 'rate') rate = payload as TailRate
      else if (event === 'nodes') update({ missing: (payload as TailNodes).missing })
      flushSoon()
    }
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    start(): void {
      ended = new AbortController()
      update({ refusal: undefined })
      const onLost = () => update({ isConnected: false })
      const onRefused = (refusal: Error) => update({ isConnected: false, refusal })
      void keepConnected({ read, onLost, onRefused }, ended.signal)
    },
    hold: () => update({ buffer: holding(store.get().buffer) }),
    release: () => update({ buffer: released(store.get().buffer) }),
    /** Empties the list; the tail continues. */
    clear(): void {
      const { next, isHolding } = store.get().buffer
      update({ buffer: { ...emptyTail, next, isHolding } })
    },
    end(): void {
      ended.abort()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
