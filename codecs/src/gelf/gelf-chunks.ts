/**
 * Joins GELF chunks that arrive as datagrams, in any order. One for all inputs of a node: a message is known by its id
 * alone. Bounded in messages and bytes: when there is no room, the message that waits longest makes it.
 */
import { gelfKind } from './gelf-payload.ts'

export interface GelfChunkLimits {
  readonly maxMessages: number
  readonly maxBytes: number
}

/** Figures since the start, except `waitingMessages`, which is now. */
export interface GelfChunkFigures {
  readonly totalChunks: number
  readonly waitingMessages: number
  readonly waitingBytes: number
  readonly completeMessages: number
  readonly expiredMessages: number
  readonly expiredChunks: number
  readonly duplicateChunks: number
}

export interface GelfChunks {
  /** A whole payload, or why there is none now. Keeps the datagram until its message is complete or gone. */
  add(datagram: Uint8Array, nowMs: number): Uint8Array | 'waiting' | 'invalid'
  /** Gives up messages whose first chunk came 5 seconds ago; to be called about once a second. */
  expire(nowMs: number): void
  figures(): GelfChunkFigures
}

interface Waiting {
  readonly firstAtMs: number
  readonly count: number
  readonly chunks: Map<number, Uint8Array>
  bytes: number
}

const HEADER_BYTES = 12
const MOST_CHUNKS = 128
const LIFETIME_MS = 5000
/** What a chunk and a message cost in memory beside their data, so that a flood of tiny ones is bounded too. */
const CHUNK_OVERHEAD_BYTES = 256
const DEFAULT_LIMITS: GelfChunkLimits = { maxMessages: 10_000, maxBytes: 64 * 1024 * 1024 }

export function createGelfChunks({ limits = DEFAULT_LIMITS }: { limits?: GelfChunkLimits } = {}): GelfChunks {
  /** In the order of their first chunks. */
  const waiting = new Map<string, Waiting>()
  let waitingBytes = 0
  const totals = { totalChunks: 0, completeMessages: 0, expiredMessages: 0, expiredChunks: 0, duplicateChunks: 0 }

  function remove(id: string, message: Waiting): void {
    waiting.delete(id)
    waitingBytes -= message.bytes
  }

  function giveUp(id: string, message: Waiting): void {
    remove(id, message)
    // One that was refused for its many chunks was counted then.
    if (message.count > MOST_CHUNKS) return
    totals.expiredMessages++
    totals.expiredChunks += message.chunks.size
  }

  function expire(nowMs: number): void {
    for (const [id, message] of waiting) {
      if (nowMs - message.firstAtMs < LIFETIME_MS) return
      giveUp(id, message)
    }
  }

  function makeRoom(): void {
    for (const [id, message] of waiting) {
      if (waiting.size <= limits.maxMessages && waitingBytes <= limits.maxBytes) return
      giveUp(id, message)
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
      giveUp(id, message)
      message = undefined
    }
    if (message === undefined) {
      message = { firstAtMs: nowMs, count, chunks: new Map(), bytes: CHUNK_OVERHEAD_BYTES }
      waiting.set(id, message)
      waitingBytes += message.bytes
      makeRoom()
      if (count > MOST_CHUNKS) return 'invalid'
    }
    // Remembered until it expires, so that a message of too many chunks is refused once and not once for each.
    if (message.count > MOST_CHUNKS) return 'waiting'
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
    add(datagram, nowMs) {
      return gelfKind(datagram) === 'chunk' ? addChunk(datagram, nowMs) : supported(datagram)
    },
    expire,
    figures: () => ({ ...totals, waitingMessages: waiting.size, waitingBytes }),
  }
}

/** The eight bytes behind the magic as a key. */
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
