import type { Caseless } from './java-regex-tree.ts'

interface CharacterRange {
  readonly from: number
  readonly to: number
}

/** A range of a character class, and without regard to case also the other case of its letters. */
export function emitRange(
  { from, to }: CharacterRange,
  caseless: Caseless,
  escaped: (codePoint: number) => string,
): string {
  const range = (first: number, last: number) =>
    first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`
  /** The other case of the letters of the range, of which `first` is the first of the alphabet. */
  const shifted = (first: number, by: number) => {
    const start = Math.max(from, first)
    const end = Math.min(to, first + 25)
    return start > end ? '' : range(start + by, end + by)
  }
  return caseless === 'ascii' ? `${range(from, to)}${shifted(65, 32)}${shifted(97, -32)}` : range(from, to)
}
