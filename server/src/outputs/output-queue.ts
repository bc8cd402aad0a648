/** What waits for an output, bounded in bytes: what is too much is not taken, and the rest keeps its order. */
import type { OutputMessages } from './output-type.ts'

export interface OutputQueue {
  /** False when there is no room. However long it is, it is taken when nothing waits. */
  offer(chunk: OutputMessages): boolean
  /** The first ones, at most so many; absent when nothing waits. */
  first(mostMessages: number): OutputMessages | undefined
  /** Those that `first` answered are done with. */
  remove(done: OutputMessages): void
  clear(): void
  messages(): number
  bytes(): number
}

/** A piece ends with the message that takes it past this. */
const PIECE_BYTES = 64 * 1024

export function createOutputQueue(limitBytes: number): OutputQueue {
  let chunks: OutputMessages[] = []
  /** Bytes of the first chunk that are done with. */
  let position = 0
  let messages = 0
  let bytes = 0

  return {
    offer(chunk) {
      if (bytes > 0 && bytes + chunk.bytes.length > limitBytes) return false
      chunks.push(chunk)
      messages += chunk.messages
      bytes += chunk.bytes.length
      return true
    },
    first(mostMessages) {
      const [chunk] = chunks
      if (chunk === undefined) return undefined
      let end = position
      let count = 0
      while (count < mostMessages && end - position < PIECE_BYTES && end < chunk.bytes.length) {
        end = chunk.bytes.indexOf(0, end) + 1
        count += 1
      }
      return { messages: count, bytes: chunk.bytes.subarray(position, end) }
    },
    remove(done) {
      position += done.bytes.length
      messages -= done.messages
      bytes -= done.bytes.length
      const [chunk] = chunks
      if (chunk === undefined || position < chunk.bytes.length) return
      chunks.shift()
      position = 0
    },
    clear() {
      chunks = []
      position = 0
      messages = 0
      bytes = 0
    },
    messages: () => messages,
    bytes: () => bytes,
  }
}
