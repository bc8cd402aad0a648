/** The queue of an output, bounded in bytes. When it is full, new messages are refused. */
import type { OutputMessages } from './output-type.ts'

export type OutputQueue = ReturnType<typeof createOutputQueue>

/** A batch ends with the message that exceeds this size. */
const BATCH_BYTES = 64 * 1024

export function createOutputQueue(limitBytes: number) {
  let chunks: OutputMessages[] = []
  /** Bytes of the first chunk that were removed. */
  let position = 0
  let messages = 0
  let bytes = 0

  return {
    /** Returns false if there is no room. An empty queue accepts a chunk of any size. */
    offer(chunk: OutputMessages) {
      if (bytes > 0 && bytes + chunk.bytes.length > limitBytes) return false
      chunks.push(chunk)
      messages += chunk.messages
      bytes += chunk.bytes.length
      return true
    },
    /** The first messages, at most `maxMessages`; undefined if the queue is empty. */
    first(maxMessages: number) {
      const [chunk] = chunks
      if (chunk === undefined) return undefined
      let end = position
      let count = 0
      while (count < maxMessages && end - position < BATCH_BYTES && end < chunk.bytes.length) {
        end = chunk.bytes.indexOf(0, end) + 1
        count += 1
      }
      return { messages: count, bytes: chunk.bytes.subarray(position, end) }
    },
    /** Removes messages that `first` returned. */
    remove(done: OutputMessages) {
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
