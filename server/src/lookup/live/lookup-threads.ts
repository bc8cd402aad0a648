/**
 * The connections of threads to the live tables. What the main thread posts takes effect at the next lookup of a
 * thread, whatever that thread is doing: it counts what was posted in shared memory, and the thread catches up first.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Clock } from '../../platform/clock.ts'
import type { FetchedAnswer, FromThread, ToThread } from './lookup-snapshot.ts'
import { createThreadLookups, type ThreadLookups } from './thread-lookups.ts'

/** What a thread needs; the port must be transferred to it. */
export interface LookupLink {
  readonly port: MessagePort
  readonly posted: Int32Array<SharedArrayBuffer>
}

export type LookupThreads = ReturnType<typeof createLookupThreads>

/** The side of the main thread. */
export function createLookupThreads(deps: {
  readonly received: (thread: number, message: FromThread, answer: (message: ToThread) => void) => void
  readonly ended: (thread: number) => void
}) {
  const posts = new Map<number, (message: ToThread) => void>()
  let last = 0
  return {
    connect(first: readonly ToThread[]) {
      last += 1
      const thread = last
      const { port1: own, port2: port } = new MessageChannel()
      const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const post = (message: ToThread) => {
        own.postMessage(message)
        Atomics.add(posted, 0, 1)
      }
      own.on('message', (message: FromThread) => deps.received(thread, message, post))
      own.unref()
      for (const message of first) post(message)
      posts.set(thread, post)
      return {
        link: { port, posted },
        [Symbol.dispose]() {
          posts.delete(thread)
          own.close()
          deps.ended(thread)
        },
      }
    },
    post(message: ToThread) {
      for (const post of posts.values()) post(message)
    },
  }
}

const REPORT_MS = 1000

/** The side of the thread. */
export function linkLookups({ port, posted }: LookupLink, clock: Clock): ThreadLookups {
  const questions = new Map<number, (answers: readonly FetchedAnswer[]) => void>()
  let asks = 0
  let writes = 0
  let handled = 0
  const send = (message: FromThread) => port.postMessage(message)

  const lookups = createThreadLookups({
    clock,
    ask(adapter, keys) {
      asks += 1
      send({ kind: 'ask', ask: asks, adapter, keys })
      const { promise, resolve } = Promise.withResolvers<readonly FetchedAnswer[]>()
      questions.set(asks, resolve)
      return promise
    },
    write(adapter, change) {
      writes += 1
      send({ kind: 'write', write: writes, adapter, change })
      return writes
    },
    follow() {
      while (Atomics.load(posted, 0) !== handled) {
        const received: { readonly message: ToThread } | undefined = receiveMessageOnPort(port)
        if (received === undefined) return
        handle(received.message)
      }
    },
  })

  function handle(message: ToThread): void {
    handled = (handled + 1) | 0
    switch (message.kind) {
      case 'snapshot':
        lookups.apply(message.snapshot)
        break
      case 'purge':
        lookups.purge(message.adapter, message.key, message.ignoresCase)
        break
      case 'written':
        lookups.written(message.write)
        break
      case 'answers':
        questions.get(message.ask)?.(message.answers)
        questions.delete(message.ask)
    }
  }

  port.on('message', handle)
  port.unref()
  clock.every(REPORT_MS, () => {
    const figures = lookups.takeFigures()
    if (figures !== undefined) send({ kind: 'figures', figures })
  })
  return lookups
}
