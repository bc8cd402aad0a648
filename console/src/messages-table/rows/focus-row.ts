/** Focuses what opens the row, so that Tab goes on to its values; answers whether the row is drawn at present. */
export function focusRow(table: HTMLElement | null, index: number): boolean {
  const opener = table?.querySelector<HTMLElement>(`[data-index="${index}"] [data-opener]`)
  if (opener === null || opener === undefined) return false
  opener.focus({ preventScroll: true })
  return true
}
