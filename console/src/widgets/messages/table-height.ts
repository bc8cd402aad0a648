import type { CSSProperties } from 'react'

/** Room for all rows, which are placed by themselves: as a height, because what sticks does not reach into padding. */
export const tableHeight = (rowsHeight: number): CSSProperties => ({
  height: `calc(${rowsHeight}px + var(--header-height))`,
})
