/**
 * Joins GELF chunks that arrive as datagrams, in any order. Shared by all inputs of a node, because only its id
 * identifies a message. Bounded in messages and bytes: when it is full, the message that has waited longest is dropped.
 */
import { gelfKind } from './gelf-payload.ts'

export interface GelfChunkLimits {
  readonly maxMessages: number
  readonly maxBytes: number
}

/** Totals since the start; `waitingMessages` and `waitingBytes` are current. */
export interface GelfChunkFigures {
  readonly totalChunks: number
  readonly waitingMessages: number
  readonly waitingBytes: number
  readonly completeMessages: number
  readonly expiredMessages: number
  readonly expiredChunks: number
  readonly duplicateChunks: number
}

export type GelfChunks = ReturnType<typeof createGelfChunks>

interface Waiting {
  readonly firstAtMs: number
  readonly count: number
  readonly chunks: Map<number, Uint8Array>
  bytes: number
}

const HEADER_BYTES = 12
const MAX_CHUNKS = 128
const LIFETIME_MS = 5000
/** Memory of a chunk or message beside its data, so that a flood of tiny ones is bounded, too. */
const CHUNK_OVERHEAD_BYTES = 256
const DEFAULT_LIMITS: GelfChunkLimits = { maxMessages: 10_000, maxBytes: 64 * 1024 * 1024 }

export function createGelfChunks({ limits = DEFAULT_LIMITS }: { limits?: GelfChunkLimits } = {}) {
  /** Ordered by first chunk. */
  const waiting = new Map<string, Waiting>()
  let waitingBytes = 0
  const totals = { totalChunks: 0, completeMessages: 0, expiredMessages: 0, expiredChunks: 0, duplicateChunks: 0 }

  function remove(id: string, message: Waiting): void {
    waiting.delete(id)
    waitingBytes -= message.bytes
  }

  function drop(id: string, message: Waiting): void {
    remove(id, message)
    // A message that was refused for too many chunks is already counted.
    if (message.count > MAX_CHUNKS) return
    totals.expiredMessages++
    totals.expiredChunks += message.chunks.size
  }

  /** Drops messages whose first chunk is 5 seconds old; call about once a second. */
  function expire(nowMs: number): void {
    for (const [id, message] of waiting) {
      if (nowMs - message.firstAtMs < LIFETIME_MS) return
      drop(id, message)
    }
  }

  function makeRoom(): void {
    for (const [id, message] of waiting) {
      if (waiting.size <= limits.maxMessages && waitingBytes <= limits.maxBytes) return
      drop(id, message)
    }
  }

  function addChunk(datagram: Uint8Array, nowMs: number): Uint8Array | 'waiting' | 'invalid' {
    totals.totalChunks++
    const number = datagram[10]
    const count = datagram[11]
    if (number === undefined || count === undefined || number >= count) return 'invalid'
    const id = idOf(datagram)
    let message = waiting.get(id)
    if (message !== undefined && nowMs - message.firstAtMs >= LIFETIME_MS) {
      drop(id, message)
      message = undefined
    }
    if (message === undefined) {
      message = { firstAtMs: nowMs, count, chunks: new Map(), bytes: CHUNK_OVERHEAD_BYTES }
      waiting.set(id, message)
      waitingBytes += message.bytes
      makeRoom()
      if (count > MAX_CHUNKS) return 'invalid'
    }
    // Retained until it expires, so that a message with too many chunks is refused once, not for each chunk.
    if (message.count > MAX_CHUNKS) return 'waiting'
    if (message.count !== count) return 'invalid'
    if (message.chunks.has(number)) {
      totals.duplicateChunks++
      return 'waiting'
    }
    message.chunks.set(number, datagram)
    message.bytes += datagram.length + CHUNK_OVERHEAD_BYTES
    waitingBytes += datagram.length + CHUNK_OVERHEAD_BYTES
    if (message.chunks.size < count) {
      makeRoom()
      return 'waiting'
    }
    remove(id, message)
    totals.completeMessages++
    return supported(joined(message))
  }

  return {
    /** Returns a complete payload, or why there is none. Retains chunks until their message is complete or expired. */
    add(datagram: Uint8Array, nowMs: number) {
      return gelfKind(datagram) === 'chunk' ? addChunk(datagram, nowMs) : supported(datagram)
    },
    expire,
    figures: () => ({ ...totals, waitingMessages: waiting.size, waitingBytes }),
  }
}

/** The message id: the eight bytes after the magic. */
function idOf(datagram: Uint8Array): string {
  let id = ''
  for (let at = 2; at < 10; at++) id += String.fromCharCode(datagram[at] ?? 0)
  return id
}

function joined({ chunks, count }: Waiting): Uint8Array {
  const parts: Uint8Array[] = []
  for (let number = 0; number < count; number++) {
    const chunk = chunks.get(number)
    if (chunk !== undefined) parts.push(chunk.subarray(HEADER_BYTES))
  }
  return Buffer.concat(parts)
}

function supported(payload: Uint8Array): Uint8Array | 'invalid' {
  if (payload.length < 2) return 'invalid'
  const kind = gelfKind(payload)
  return kind === 'chunk' || kind === 'unsupported' ? 'invalid' : payload
}
