/** Where the extracted values are in the source text. */
import type { TriedRange } from '@logyard/contract/extractors/try-extractor'
import type { LocatedCapture } from '@logyard/languages/grok/compile-grok'
import type { Mark } from '../../../parsing/marked-text/mark.ts'

export interface Extracted {
  readonly range: TriedRange | null
  readonly fields: Readonly<Record<string, unknown>>
  /** Known for grok patterns. */
  readonly located?: readonly LocatedCapture[] | undefined
}

/** Captures are marked where the pattern found them; else one field by its range, and several by their values. */
export function marksOf(text: string, { range, fields, located }: Extracted): readonly Mark[] {
  const entries = Object.entries(fields)
  if (located !== undefined) return located.filter(({ field }) => Object.hasOwn(fields, field))
  if (range !== null && entries.length < 2) {
    return [{ from: range.start, to: range.end, field: entries[0]?.[0] ?? '' }]
  }
  const marks: Mark[] = []
  const isFree = (from: number, to: number) => marks.every((mark) => to <= mark.from || from >= mark.to)
  // Longer values first: a short one such as "1" is often a part of a longer one.
  const byLength = entries
    .map(([field, value]) => ({ field, value: textOf(value) }))
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => b.value.length - a.value.length)
  for (const { field, value } of byLength) {
    const from = placesOf(text, value).find((place) => isFree(place, place + value.length))
    if (from !== undefined) marks.push({ from, to: from + value.length, field })
  }
  return marks
}

/** Characters before the first mark that a line shows. */
const MAX_BEFORE = 60
const SHOWN_BEFORE = 30

/** For one line, whose end is cut: a first mark far behind the start is brought into view. */
export function inView(text: string, marks: readonly Mark[]): { text: string; marks: readonly Mark[] } {
  const first = Math.min(...marks.map(({ from }) => from))
  if (!Number.isFinite(first) || first <= MAX_BEFORE) return { text, marks }
  const hidden = first - SHOWN_BEFORE - 1
  return {
    text: `…${text.slice(hidden + 1)}`,
    marks: marks.map(({ from, to, field }) => ({ from: from - hidden, to: to - hidden, field })),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''

/** A value that occurs more often is looked for only at its first places. */
const MAX_PLACES = 20

/** Whole words first: a likelier place than a part of a word. */
function placesOf(text: string, value: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(value); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(value, at + 1)) {
    places.push(at)
  }
  const isWord = (at: number) => !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + value.length))
  return places.toSorted((a, b) => Number(isWord(b)) - Number(isWord(a)))
}
