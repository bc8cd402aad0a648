/** How high the rows of a page are when all of them share the height of a screen. */

/** The space below the last row, and between rows. */
export const BOTTOM = 16
const GAP = 10
/** Lower rows could not be read from afar: such a page scrolls. */
const LOWEST = 44

/** `undefined` before the height of the screen is known, and if the rows do not fit. */
export function rowHeightFor(
  layout: readonly { readonly y: number; readonly h: number }[],
  height: number,
): number | undefined {
  const rows = Math.max(0, ...layout.map(({ y, h }) => y + h))
  if (rows === 0 || height <= 0) return undefined
  const each = Math.floor((height - (rows - 1) * GAP) / rows)
  return each < LOWEST ? undefined : each
}
