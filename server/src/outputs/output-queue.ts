/**
 * The durable queue of one output, bounded in bytes and age: the oldest messages are dropped, but never those that are
 * being sent. Memory holds counts only; the messages are read from the disk when they are sent.
 */
import { crc32 } from 'node:zlib'
import type { Clock } from '../platform/clock.ts'
import type { ChunkFacts, NewChunk, OutputChunks } from './output-chunks.ts'
import type { BatchLimits, OutputMessages } from './output-type.ts'

export type OutputQueue = ReturnType<typeof createOutputQueue>

export interface QueueLimits {
  readonly bytes: number
  readonly ageMs: number
}

export interface QueueDeps {
  readonly outputId: string
  readonly chunks: Pick<OutputChunks, 'from' | 'read' | 'remove'>
  readonly clock: Clock
  readonly limits: QueueLimits
  onDropped(messages: number, reason: string): void
}

/** How much of a chunk was sent. */
interface Sent {
  readonly number: number
  readonly messages: number
  readonly bytes: number
}

interface Taken extends OutputMessages {
  /** The whole chunks in it. */
  readonly whole: readonly ChunkFacts[]
  readonly rest: Sent
}

interface Queue extends QueueDeps {
  limits: QueueLimits
  messages: number
  bytes: number
  nextNumber: number
  /** The first chunk, as far as it was sent. */
  head: Sent
  taken: Taken | undefined
  /** The bytes of the last chunk that was read, of which a part remains. */
  cached: { readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined
}

const TOO_MANY = 'too many wait for it already'
const TOO_OLD = 'they have waited for too long'
const DAMAGED = 'the disk returned other bytes than were written'
const NOTHING = { messages: 0, bytes: 0 }

export function createOutputQueue(deps: QueueDeps) {
  const queue: Queue = {
    ...deps,
    ...NOTHING,
    nextNumber: 0,
    head: { number: 0, ...NOTHING },
    taken: undefined,
    cached: undefined,
  }
  for (const facts of deps.chunks.from(deps.outputId, 0)) {
    queue.messages += facts.messages
    queue.bytes += facts.bytes
    queue.nextNumber = facts.number + 1
  }
  return {
    /** The chunk to store for these messages. */
    chunkOf({ messages, bytes }: OutputMessages): NewChunk {
      const { outputId, clock } = queue
      const number = queue.nextNumber++
      const queuedAtMs = clock.now().getTime()
      return { facts: { outputId, number, messages, bytes: bytes.length, queuedAtMs, checksum: crc32(bytes) }, bytes }
    },
    /** Call when the chunk is on the disk. */
    added({ facts }: NewChunk) {
      queue.messages += facts.messages
      queue.bytes += facts.bytes
      dropOverLimits(queue)
    },
    limit(limits: QueueLimits) {
      queue.limits = limits
      dropOverLimits(queue)
    },
    /** The first messages, which are not dropped until `remove` or the next `first`; undefined if the queue is empty. */
    first: (limits: BatchLimits) => first(queue, limits),
    /** Removes the messages that `first` returned last. Resolves when they are removed from the disk. */
    remove: () => removeTaken(queue),
    /** Removes everything; returns the number of messages. */
    clear() {
      const { messages } = queue
      queue.messages = 0
      queue.bytes = 0
      queue.taken = undefined
      void queue.chunks.remove([...waiting(queue)])
      return messages
    },
    messages: () => queue.messages,
    bytes: () => queue.bytes,
    oldestAtMs() {
      for (const { queuedAtMs } of waiting(queue)) return queuedAtMs
      return undefined
    },
  }
}

const waiting = ({ chunks, outputId, head }: Queue) => chunks.from(outputId, head.number)

function first(queue: Queue, limits: BatchLimits): OutputMessages | undefined {
  queue.taken = undefined
  dropOverLimits(queue)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const whole: ChunkFacts[] = []
  const total = { messages: 0, bytes: 0 }
  let rest: Sent = queue.head
  for (const facts of waiting(queue)) {
    const chunk = read(queue, facts)
    if (chunk === undefined) {
      drop(queue, [facts], DAMAGED)
      continue
    }
    const sent = facts.number === queue.head.number ? queue.head : { number: facts.number, ...NOTHING }
    const end = endOfBatch(chunk, sent.bytes, {
      messages: limits.messages - total.messages,
      bytes: limits.bytes - total.bytes,
    })
    parts.push(chunk.subarray(sent.bytes, end.bytes))
    total.messages += end.messages
    total.bytes += end.bytes - sent.bytes
    rest = { number: facts.number, messages: sent.messages + end.messages, bytes: end.bytes }
    if (end.bytes < chunk.length) break
    whole.push(facts)
    rest = { number: facts.number + 1, ...NOTHING }
    if (total.messages >= limits.messages || total.bytes >= limits.bytes) break
  }
  if (total.messages === 0) return undefined
  const [only] = parts
  const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  queue.taken = { messages: total.messages, bytes, whole, rest }
  return queue.taken
}

function read(queue: Queue, facts: ChunkFacts): Uint8Array<ArrayBuffer> | undefined {
  const { cached } = queue
  queue.cached = undefined
  const bytes = cached?.number === facts.number ? cached.bytes : queue.chunks.read(facts)
  if (bytes !== undefined) queue.cached = { number: facts.number, bytes }
  return bytes
}

/** Where the batch ends in the chunk, and how many messages of the chunk it has. */
function endOfBatch(chunk: Uint8Array, from: number, limits: BatchLimits): { messages: number; bytes: number } {
  let end = from
  let messages = 0
  while (messages < limits.messages && end - from < limits.bytes && end < chunk.length) {
    end = chunk.indexOf(0, end) + 1 || chunk.length
    messages += 1
  }
  return { messages, bytes: end }
}

async function removeTaken(queue: Queue): Promise<void> {
  const { taken } = queue
  if (taken === undefined) return
  queue.taken = undefined
  queue.messages -= taken.messages
  queue.bytes -= taken.bytes.length
  queue.head = taken.rest
  if (queue.cached !== undefined && queue.cached.number < queue.head.number) queue.cached = undefined
  await queue.chunks.remove(taken.whole)
}

/** Drops chunks while the queue is above a limit, from the oldest that is not being sent. */
function dropOverLimits(queue: Queue): void {
  const { taken, limits, clock } = queue
  const tooOld = clock.now().getTime() - limits.ageMs
  for (const facts of waiting(queue)) {
    const isTooOld = facts.queuedAtMs < tooOld
    if (!isTooOld && queue.bytes <= limits.bytes) return
    const isSent = taken !== undefined && facts.number < taken.rest.number + (taken.rest.bytes > 0 ? 1 : 0)
    // The newest stays, so that a single message of any size is sent.
    const isLast = !isTooOld && facts.number === queue.nextNumber - 1
    if (!isSent && !isLast) drop(queue, [facts], isTooOld ? TOO_OLD : TOO_MANY)
  }
}

function drop(queue: Queue, dropped: readonly ChunkFacts[], reason: string): void {
  for (const facts of dropped) {
    const sent = facts.number === queue.head.number ? queue.head : NOTHING
    const messages = facts.messages - sent.messages
    queue.messages -= messages
    queue.bytes -= facts.bytes - sent.bytes
    queue.onDropped(messages, reason)
  }
  void queue.chunks.remove(dropped)
}
