import type { Virtualizer } from '@tanstack/react-virtual'
import { type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from 'react'

/** Focuses the button that opens the row, so that Tab continues to its values; returns whether the row is rendered. */
export function focusRow(table: HTMLElement | null, index: number): boolean {
  const opener = table?.querySelector<HTMLElement>(`[data-index="${index}"] [data-opener]`)
  if (opener === null || opener === undefined) return false
  opener.focus({ preventScroll: true })
  return true
}

export interface MessageRowsHandle {
  /** Scrolls to the row, and focuses it as soon as it is rendered. */
  goTo(index: number): void
  /** Scrolls to the row, and leaves the focus where it is. */
  show(index: number): void
}

export function useRowFocus(
  virtual: Pick<Virtualizer<Element, Element>, 'scrollToIndex'>,
  table: RefObject<HTMLElement | null>,
  handle: Ref<MessageRowsHandle>,
): void {
  /** The row that is waiting for the focus. */
  const wanted = useRef<number>(undefined)
  const focusWanted = useCallback(() => {
    if (wanted.current !== undefined && focusRow(table.current, wanted.current)) wanted.current = undefined
  }, [table])
  useImperativeHandle(
    handle,
    () => ({
      goTo(index) {
        virtual.scrollToIndex(index, { align: 'auto' })
        wanted.current = index
        focusWanted()
      },
      show: (index) => virtual.scrollToIndex(index, { align: 'center' }),
    }),
    [virtual, focusWanted],
  )
  useEffect(focusWanted)
}
