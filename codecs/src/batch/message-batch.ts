import type { Decoded, DecodedMessage, DecodeFailure } from '../codec.ts'

/**
 * Collects the messages of one payload and bounds their memory: a payload of a few kilobytes can expand to gigabytes of
 * messages (empty records, shared attributes, deep names).
 */
export type MessageBatch = ReturnType<typeof createMessageBatch>

const MIN_BYTES = 64 * 1024 * 1024
const BYTES_PER_PAYLOAD_BYTE = 4
const BYTES_PER_MESSAGE = 512
const MAX_FAILURES = 1000

/** `onMessage` gets the messages one by one, with their places; else `decoded` has them all. */
export function createMessageBatch(payloadBytes: number, onMessage?: (message: DecodedMessage) => void) {
  const messages: DecodedMessage[] = []
  const give = onMessage ?? ((message: DecodedMessage) => void messages.push(message))
  let count = 0
  const failures: DecodeFailure[] = []
  let left = MIN_BYTES + BYTES_PER_PAYLOAD_BYTE * payloadBytes
  let withoutRoom = 0
  let unlisted = 0

  /** Deducts `bytes` from the budget; returns false if it is exceeded. */
  const spend = (bytes: number): boolean => {
    if (bytes > left) return false
    left -= bytes
    return true
  }

  const broken = (): number => failures.length + unlisted + withoutRoom

  const fail = (reason: string, detail: string): void => {
    if (failures.length < MAX_FAILURES) failures.push({ ok: false, reason, detail })
    else unlisted++
  }

  const add = (message: DecodedMessage): void => {
    const isNumbered = onMessage !== undefined || broken() > 0
    give(isNumbered ? { ...message, place: count + broken() } : message)
    count++
  }

  return {
    spend,
    /** The bytes of the budget that are not spent yet. */
    left: () => left,
    /** The place of the next message. */
    place: () => count + broken(),
    /** Counts a message that somebody else has made. */
    pass() {
      count++
    },
    /** Whether there is room for a message with `sharedBytes` of shared fields. If not, it becomes a failure. */
    hasRoom(sharedBytes: number) {
      const hasRoom = spend(BYTES_PER_MESSAGE + sharedBytes)
      if (!hasRoom) withoutRoom++
      return hasRoom
    },
    add,
    /** Adds the message that `read` returns. If it throws, only this message fails: those before it have been given. */
    addRead(read: () => DecodedMessage) {
      let message: DecodedMessage
      try {
        message = read()
      } catch (error) {
        fail('codec-failed', String(error))
        return
      }
      add(message)
    },
    fail,
    /** If there is only a single failure, the whole payload failed. */
    decoded(): Decoded {
      const all = [...failures]
      if (unlisted > 0) all.push(failure('more-failures', `${unlisted} more failures are not listed`))
      if (withoutRoom > 0) all.push(failure('too-large-decoded', `${withoutRoom} messages would need too much memory`))
      const [first] = all
      if (first === undefined) return { ok: true, messages }
      return count === 0 && all.length === 1 ? first : { ok: true, messages, failures: all }
    },
  }
}

const failure = (reason: string, detail: string): DecodeFailure => ({ ok: false, reason, detail })
