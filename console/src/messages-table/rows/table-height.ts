import type { CSSProperties } from 'react'

/** The space of all absolutely positioned rows. A height, because sticky elements do not reach into padding. */
export const tableHeight = (rowsHeight: number): CSSProperties => ({
  height: `calc(${rowsHeight}px + var(--header-height))`,
})

/** Closed rows without wrapping share one height, so their positions need no measuring. */
export const rowHeightOf = (rowHeight: number): CSSProperties & Record<'--row-height', string> => ({
  '--row-height': `${rowHeight}px`,
})
