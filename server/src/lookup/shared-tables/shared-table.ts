/**
 * A hash table of texts in shared memory: one thread writes it, all threads read it at once without copying it. A row
 * is never changed in place, so a reader sees the old row or the new one.
 */
export interface SharedTable {
  /** Place of the row for each slot (see `placeOf`); `EMPTY` or `DELETED` without one. A power of two of them. */
  readonly slots: Int32Array<SharedArrayBuffer>
  /** Rows: the lengths of key and value in bytes, four bytes each, then both in UTF-8. */
  readonly rows: Uint8Array<SharedArrayBuffer>
  /** Random, so that nobody can choose keys that share a slot. */
  readonly seed: number
}

export type TableReader = ReturnType<typeof createTableReader>

export const EMPTY = 0
export const DELETED = -1
export const HEADER_BYTES = 8
/** Rows begin at multiples of it, so that a slot reaches 8 GB. */
export const ROW_STEP = 4
/** Bytes in UTF-8. Longer keys have no row. */
export const MAX_KEY_BYTES = 16_384

export const placeOf = (offset: number): number => offset / ROW_STEP + 1
export const offsetOf = (place: number): number => (place - 1) * ROW_STEP

/** The keys of one thread, one after the other, as bytes. */
export interface KeyBytes {
  readonly bytes: Uint8Array
  length: number
}

export const createKeyBytes = (): KeyBytes => ({ bytes: new Uint8Array(MAX_KEY_BYTES), length: 0 })

const encoder = new TextEncoder()

/** False if the key is too long. */
export function encodeKey(into: KeyBytes, key: string): boolean {
  const { bytes } = into
  const { length } = key
  if (length > MAX_KEY_BYTES) return false
  // Most keys are short and ASCII; this is faster than an encoder for them.
  for (let at = 0; at < length; at += 1) {
    const code = key.charCodeAt(at)
    if (code > 127) return encodeOther(into, key)
    bytes[at] = code
  }
  into.length = length
  return true
}

function encodeOther(into: KeyBytes, key: string): boolean {
  const { read, written } = encoder.encodeInto(key, into.bytes)
  into.length = written
  return read === key.length
}

export function hashOf({ bytes, length }: KeyBytes, seed: number): number {
  let hash = seed
  for (let at = 0; at < length; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ length, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Whether the row has this key. */
export function hasKey(rows: Uint8Array, offset: number, { bytes, length }: KeyBytes): boolean {
  if (lengthAt(rows, offset) !== length) return false
  const start = offset + HEADER_BYTES
  for (let at = 0; at < length; at += 1) if (rows[start + at] !== bytes[at]) return false
  return true
}

export const lengthAt = (rows: Uint8Array, at: number): number =>
  (rows[at] ?? 0) | ((rows[at + 1] ?? 0) << 8) | ((rows[at + 2] ?? 0) << 16) | ((rows[at + 3] ?? 0) << 24)

/** Text of shared memory. */
export const textAt = (rows: Buffer, start: number, length: number): string =>
  rows.toString('utf8', start, start + length)

export const bufferOf = (rows: Uint8Array<SharedArrayBuffer>): Buffer => Buffer.from(rows.buffer, 0, rows.length)

export function createTableReader({ slots, rows, seed }: SharedTable) {
  const key: KeyBytes = createKeyBytes()
  const buffer = bufferOf(rows)
  const mask = slots.length - 1
  return {
    /** The value of the key as text. */
    find(text: string) {
      if (!encodeKey(key, text)) return undefined
      for (let slot = hashOf(key, seed) & mask; ; slot = (slot + 1) & mask) {
        const place = Atomics.load(slots, slot)
        if (place === EMPTY) return undefined
        if (place === DELETED) continue
        const offset = offsetOf(place)
        if (!hasKey(rows, offset, key)) continue
        return textAt(buffer, offset + HEADER_BYTES + key.length, lengthAt(rows, offset + 4))
      }
    },
  }
}
