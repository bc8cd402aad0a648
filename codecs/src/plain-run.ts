/** Skips what needs no attention in the texts of JSON, four bytes at a time. */
const WORD_BYTES = 4
const HIGH_BITS = 0x80808080 | 0
const ONES = 0x01010101
const SPACES = 0x20202020
const QUOTES = 0x22222222
const BACKSLASHES = 0x5c5c5c5c

/**
 * Whether four bytes stand for themselves: none is below the space, a quote, a backslash or not ASCII. A subtraction sets
 * the high bit of the first byte that is too small.
 */
const arePlain = (word: number): boolean =>
  ((word | (word - SPACES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES)) & HIGH_BITS) === 0

/** The position before `to` up to which all bytes stand for themselves; one of the next four bytes may not. */
export function plainRunEnd(view: DataView, from: number, to: number): number {
  let at = from
  while (at + WORD_BYTES <= to && arePlain(view.getInt32(at))) at += WORD_BYTES
  return at
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
