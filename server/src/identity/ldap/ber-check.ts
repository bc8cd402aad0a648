/**
 * Follows the bytes of BER messages (LDAP) and finds parts that do not end within their parent. The library that reads
 * the messages trusts these lengths, and reads endlessly if one is wrong.
 */
const MAX_DEPTH = 16
const SEQUENCE = 0x30
const IS_CONSTRUCTED = 0x20
/** The number of the tag follows in further bytes, which LDAP does not use. */
const IS_LONG_TAG = 0x1f
const IS_LONG_LENGTH = 0x80
const MAX_LENGTH_BYTES = 4

/** Returns whether the messages are valid as far as they have been received. */
export type BerCheck = (chunk: Uint8Array) => boolean

interface State {
  readonly maxMessageBytes: number
  /** Number of bytes before the current one. */
  offset: number
  /** Offsets at which the parts end that the current byte belongs to. */
  readonly ends: number[]
  /** Up to this offset there is the value of a part without parts. */
  valueEnd: number
  reading: 'tag' | 'length' | 'long length'
  tag: number
  length: number
  lengthBytes: number
}

export function createBerCheck(maxMessageBytes: number): BerCheck {
  const state: State = {
    maxMessageBytes,
    offset: 0,
    ends: [],
    valueEnd: 0,
    reading: 'tag',
    tag: 0,
    length: 0,
    lengthBytes: 0,
  }
  return (chunk) => {
    const startsAt = state.offset
    const endsAt = startsAt + chunk.length
    while (state.offset < endsAt) {
      if (state.offset < state.valueEnd) {
        state.offset = Math.min(state.valueEnd, endsAt)
        continue
      }
      const byte = chunk[state.offset - startsAt] ?? 0
      state.offset += 1
      if (!follow(state, byte) || isCutOff(state)) return false
    }
    return true
  }
}

/** Whether the parent of a part ends within the header of the part. */
const isCutOff = ({ reading, offset, ends }: State) => reading !== 'tag' && ends.at(-1) === offset

/** Reads one byte of the header of a part. */
function follow(state: State, byte: number): boolean {
  switch (state.reading) {
    case 'tag':
      while (state.ends.at(-1) === state.offset - 1) state.ends.pop()
      if ((byte & IS_LONG_TAG) === IS_LONG_TAG || (state.ends.length === 0 && byte !== SEQUENCE)) return false
      state.tag = byte
      state.reading = 'length'
      return true
    case 'length':
      if (byte < IS_LONG_LENGTH) return beginValue(state, byte)
      state.length = 0
      state.lengthBytes = byte - IS_LONG_LENGTH
      state.reading = 'long length'
      return state.lengthBytes > 0 && state.lengthBytes <= MAX_LENGTH_BYTES
    case 'long length':
      state.length = state.length * 256 + byte
      state.lengthBytes -= 1
      return state.lengthBytes > 0 || beginValue(state, state.length)
  }
}

function beginValue(state: State, length: number): boolean {
  state.reading = 'tag'
  const end = state.offset + length
  const parentEnd = state.ends.at(-1)
  if (parentEnd === undefined ? length > state.maxMessageBytes : end > parentEnd) return false
  if ((state.tag & IS_CONSTRUCTED) === 0) {
    state.valueEnd = end
    return true
  }
  state.ends.push(end)
  return state.ends.length <= MAX_DEPTH
}
