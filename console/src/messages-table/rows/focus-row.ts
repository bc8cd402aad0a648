/** Focuses the button that opens the row, so that Tab continues to its values; returns whether the row is rendered. */
export function focusRow(table: HTMLElement | null, index: number): boolean {
  const opener = table?.querySelector<HTMLElement>(`[data-index="${index}"] [data-opener]`)
  if (opener === null || opener === undefined) return false
  opener.focus({ preventScroll: true })
  return true
}
