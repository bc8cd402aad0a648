/**
 * Buffers of events for the readers of live tails. Readers of the same tail share a buffer, each at its own position;
 * events that all of them have read are removed. Each buffer, and all buffers together, are bounded: beyond the limit
 * the oldest events are dropped, and readers that had not read them learn how many messages they missed.
 */

import type { TailRate } from '@logyard/contract/live/live-tail'

/** An encoded server-sent event. */
export interface TailEvent {
  readonly data: Uint8Array
  /** The id of its last message; empty if it has none. */
  readonly id: string
  /** Number of messages; dropping an event with 0 is not reported. */
  readonly messages: number
  /** For an event about the rate of a node. */
  readonly rate?: TailRate
  /** The id of the other node that sent the event. */
  readonly node?: string
}

export interface TailBuffers {
  open(): TailBuffer
}

export interface TailBuffer {
  add(event: TailEvent): void
  /** Reads everything that is added from now on. */
  read(): TailReader
}

export interface TailReader extends Disposable {
  /** The next event, or the number of messages dropped before it; undefined if there is none yet. */
  next(): TailEvent | { readonly missed: number } | undefined
  /** Calls the listener once, when `next` has something. */
  onMore(listener: () => void): void
}

export interface TailBufferLimits {
  readonly bytesOfBuffer: number
  readonly bytesOfAll: number
}

export const TAIL_BUFFER_LIMITS: TailBufferLimits = { bytesOfBuffer: 4 * 1024 * 1024, bytesOfAll: 64 * 1024 * 1024 }

/** Memory for an event beside its text. */
const BYTES_OF_EVENT = 200

interface Buffer {
  readonly events: TailEvent[]
  /** The number of the first buffered event, counted over all that were ever added. */
  first: number
  bytes: number
  readonly readers: Set<Reader>
}

interface Reader {
  at: number
  missed: number
  listener: (() => void) | undefined
}

export function createTailBuffers(given: Partial<TailBufferLimits> = {}): TailBuffers {
  const limits = { ...TAIL_BUFFER_LIMITS, ...given }
  const buffers = new Set<Buffer>()
  let total = 0

  function count(buffer: Buffer, bytes: number): void {
    buffer.bytes += bytes
    total += bytes
  }

  function dropOldest(buffer: Buffer): void {
    const event = buffer.events.shift()
    if (event === undefined) return
    count(buffer, -sizeOf(event))
    for (const reader of buffer.readers) if (reader.at === buffer.first) pass(reader, event.messages)
    buffer.first += 1
  }

  function pass(reader: Reader, missed: number): void {
    reader.at += 1
    reader.missed += missed
  }

  function trim(buffer: Buffer): void {
    const read = Math.min(...Array.from(buffer.readers, ({ at }) => at), buffer.first + buffer.events.length)
    for (const event of buffer.events.splice(0, read - buffer.first)) count(buffer, -sizeOf(event))
    buffer.first = read
  }

  const fullest = () => [...buffers].reduce((most, buffer) => (buffer.bytes > most.bytes ? buffer : most))

  function wake({ readers }: Buffer): void {
    for (const reader of readers) {
      const { listener } = reader
      reader.listener = undefined
      listener?.()
    }
  }

  return {
    open() {
      const buffer: Buffer = { events: [], first: 0, bytes: 0, readers: new Set() }
      return {
        add(event) {
          if (buffer.readers.size === 0) return
          buffer.events.push(event)
          count(buffer, sizeOf(event))
          while (buffer.bytes > limits.bytesOfBuffer) dropOldest(buffer)
          while (total > limits.bytesOfAll) dropOldest(fullest())
          wake(buffer)
        },
        read() {
          const reader: Reader = { at: buffer.first + buffer.events.length, missed: 0, listener: undefined }
          buffer.readers.add(reader)
          buffers.add(buffer)
          return {
            next() {
              const { missed } = reader
              reader.missed = 0
              if (missed > 0) return { missed }
              const event = buffer.events[reader.at - buffer.first]
              if (event === undefined) return undefined
              reader.at += 1
              if (reader.at === buffer.first + 1) trim(buffer)
              return event
            },
            onMore(listener) {
              reader.listener = listener
            },
            [Symbol.dispose]() {
              buffer.readers.delete(reader)
              trim(buffer)
              if (buffer.readers.size === 0) buffers.delete(buffer)
            },
          }
        },
      }
    },
  }
}

const sizeOf = ({ data }: TailEvent): number => data.length + BYTES_OF_EVENT
