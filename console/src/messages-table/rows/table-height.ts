import type { CSSProperties } from 'react'

/** Room for all rows, which are placed by themselves: as a height, because what sticks does not reach into padding. */
export const tableHeight = (rowsHeight: number): CSSProperties => ({
  height: `calc(${rowsHeight}px + var(--header-height))`,
})

/** Closed rows that do not wrap have one height: where each stands need not be measured. */
export const rowHeightOf = (rowHeight: number): CSSProperties & Record<'--row-height', string> => ({
  '--row-height': `${rowHeight}px`,
})
