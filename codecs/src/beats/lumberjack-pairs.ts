/** The events of D frames: pairs of name and text, each with a length of four bytes. */
import { textOf } from '../text-of.ts'

/** `at`: end of the last complete pair. `left`: number of missing pairs; the next requires `needed` bytes. */
export interface SkippedPairs {
  readonly at: number
  readonly left: number
  readonly needed: number
}

export function skipPairs(frame: Buffer, from: { readonly at: number; readonly left: number }): SkippedPairs {
  let { at, left } = from
  for (; left > 0; left--) {
    const keyEnd = endOfText(frame, at)
    if (keyEnd > frame.byteLength) return { at, left, needed: keyEnd }
    const valueEnd = endOfText(frame, keyEnd)
    if (valueEnd > frame.byteLength) return { at, left, needed: valueEnd }
    at = valueEnd
  }
  return { at, left, needed: at }
}

/** As one JSON object; the last text of a repeated name wins. */
export function pairsToJson(pairs: Buffer): Uint8Array {
  const members: string[] = []
  for (let at = 0; at < pairs.byteLength; ) {
    const keyEnd = endOfText(pairs, at)
    const valueEnd = endOfText(pairs, keyEnd)
    const key = textOf(pairs.subarray(at + 4, keyEnd))
    const value = textOf(pairs.subarray(keyEnd + 4, valueEnd))
    members.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`)
    at = valueEnd
  }
  return Buffer.from(`{${members.join(',')}}`)
}

/** The end of the value, or at least of its length. */
const endOfText = (bytes: Buffer, at: number): number =>
  at + 4 > bytes.byteLength ? at + 4 : at + 4 + bytes.readUInt32BE(at)
