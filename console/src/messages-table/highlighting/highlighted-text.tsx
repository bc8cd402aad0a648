import type { HighlightRange } from '@logyard/contract/search/search-results'
import classes from '../fields/fields.module.css'
import { SEARCH_TERM_COLOR } from '../fields/highlight-colors.ts'

export interface HighlightedTextProps {
  readonly text: string
  /** The ranges that the query matched. */
  readonly ranges: readonly HighlightRange[] | undefined
  /**
   * The colour of a highlighting rule for the whole value; takes precedence over the query's matches. Users write the
   * rules, so it is used as a colour only: a CSS background could load an image from another server.
   */
  readonly color?: string | undefined
}

/** A text with its matches highlighted. */
export function HighlightedText({ text, ranges, color }: HighlightedTextProps) {
  if (color !== undefined)
    return (
      <mark className={classes['mark']} style={{ backgroundColor: color }}>
        {text}
      </mark>
    )
  if (ranges === undefined || ranges.length === 0) return text
  return cut(text, ranges).map(({ from, part, isMarked }) =>
    isMarked ? (
      <mark key={from} className={classes['mark']} style={{ backgroundColor: SEARCH_TERM_COLOR }}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** Ranges in order; where two overlap, the later one starts after the earlier one. */
function cut(text: string, ranges: readonly HighlightRange[]) {
  const parts: { from: number; part: string; isMarked: boolean }[] = []
  let at = 0
  for (const { start, length } of ranges.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(start, at)
    const to = Math.min(start + length, text.length)
    if (from >= to) continue
    if (from > at) parts.push({ from: at, part: text.slice(at, from), isMarked: false })
    parts.push({ from, part: text.slice(from, to), isMarked: true })
    at = to
  }
  if (at < text.length) parts.push({ from: at, part: text.slice(at), isMarked: false })
  return parts
}
