import type { HighlightRange } from '@logyard/contract/search/search-results'
import classes from '../fields/fields.module.css'
import { SEARCH_TERM_COLOR } from '../fields/highlight-colors.ts'

export interface HighlightedTextProps {
  readonly text: string
  /** What the search found in it. */
  readonly ranges: readonly HighlightRange[] | undefined
  /**
   * A highlighting rule for the whole value; it wins over the marks of the query. The author of the rule wrote this
   * text, so it is used as a colour alone: a CSS background could also load a picture from another server.
   */
  readonly color?: string | undefined
}

/** A text with what matters in it marked. */
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

/** Ranges in their order; where they overlap, the later one begins behind the earlier. */
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
