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

export function createMessageBatch(payloadBytes: number) {
  const messages: DecodedMessage[] = []
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

  return {
    spend,
    /** Whether there is room for a message with `sharedBytes` of shared fields. If not, it becomes a failure. */
    hasRoom(sharedBytes: number) {
      const hasRoom = spend(BYTES_PER_MESSAGE + sharedBytes)
      if (!hasRoom) withoutRoom++
      return hasRoom
    },
    add(message: DecodedMessage) {
      const broken = failures.length + unlisted + withoutRoom
      messages.push(broken === 0 ? message : { ...message, place: messages.length + broken })
    },
    fail(reason: string, detail: string) {
      if (failures.length < MAX_FAILURES) failures.push({ ok: false, reason, detail })
      else unlisted++
    },
    /** If there is only a single failure, the whole payload failed. */
    decoded(): Decoded {
      const all = [...failures]
      if (unlisted > 0) all.push(failure('more-failures', `${unlisted} more failures are not listed`))
      if (withoutRoom > 0) all.push(failure('too-large-decoded', `${withoutRoom} messages would need too much memory`))
      const [first] = all
      if (first === undefined) return { ok: true, messages }
      return messages.length === 0 && all.length === 1 ? first : { ok: true, messages, failures: all }
    },
  }
}

const failure = (reason: string, detail: string): DecodeFailure => ({ ok: false, reason, detail })
