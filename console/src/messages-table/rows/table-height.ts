import type { CSSProperties } from 'react'

export const HEADER_HEIGHT = 24
/** The line of the date above the first row of a day. */
export const DAY_HEIGHT = 20
/** What stays above a table that scrolls with its page; `--results-head` in wide windows. */
export const PAGE_HEAD_HEIGHT = 36

/** The space of all absolutely positioned rows. A height, because sticky elements do not reach into padding. */
export const tableHeight = (rowsHeight: number): CSSProperties => ({
  height: `${rowsHeight + HEADER_HEIGHT}px`,
})

/** Closed rows without wrapping share one height, so their positions need no measuring. */
export const rowHeightOf = (
  rowHeight: number,
): CSSProperties & Record<'--row-height' | '--header-height' | '--day-height', string> => ({
  '--row-height': `${rowHeight}px`,
  '--header-height': `${HEADER_HEIGHT}px`,
  '--day-height': `${DAY_HEIGHT}px`,
})
