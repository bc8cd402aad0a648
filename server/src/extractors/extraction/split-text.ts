/** A part of a text. Both positions are 0 if the text has no such part; they are equal if the part is empty. */
export interface SplitPart {
  readonly value: string | undefined
  readonly begin: number
  readonly end: number
}

const NO_PART: SplitPart = { value: undefined, begin: 0, end: 0 }

/** The part number `index`, counted from 1, between occurrences of the separator. Empty parts have no value. */
export function partOf(text: string, separator: string, index: number): SplitPart {
  if (index < 1 || separator === '') return NO_PART
  let begin = 0
  for (let number = 1; number < index; number += 1) {
    const found = text.indexOf(separator, begin)
    if (found < 0) return NO_PART
    begin = found + separator.length
  }
  const next = text.indexOf(separator, begin)
  const end = next < 0 ? text.length : next
  return { value: begin === end ? undefined : text.slice(begin, end), begin, end }
}

/** The number of parts. Empty parts at the end do not count, unless the text contains no separator. */
export function countParts(text: string, separator: string): number {
  let end = text.length
  while (end >= separator.length && text.endsWith(separator, end)) end -= separator.length
  if (end === 0) return text === '' ? 1 : 0
  let parts = 1
  for (let at = text.indexOf(separator); at >= 0 && at < end; at = text.indexOf(separator, at + separator.length)) {
    parts += 1
  }
  return parts
}
