import type { CSSProperties } from 'react'

export const HEADER_HEIGHT = 24

/** The space of all absolutely positioned rows. A height, because sticky elements do not reach into padding. */
export const tableHeight = (rowsHeight: number): CSSProperties => ({
  height: `${rowsHeight + HEADER_HEIGHT}px`,
})

/** Closed rows without wrapping share one height, so their positions need no measuring. */
export const rowHeightOf = (rowHeight: number): CSSProperties & Record<'--row-height' | '--header-height', string> => ({
  '--row-height': `${rowHeight}px`,
  '--header-height': `${HEADER_HEIGHT}px`,
})
