import type { CSSProperties } from 'react'

interface WidthStyle {
  readonly 'data-sized'?: true
  readonly style?: CSSProperties & { readonly '--width': string }
}

/** Style for a cell of a column that the user gave a width. Cards on narrow screens ignore it. */
export const widthStyle = (width: number | undefined): WidthStyle =>
  width === undefined ? {} : { 'data-sized': true, style: { '--width': `${width}px` } }
