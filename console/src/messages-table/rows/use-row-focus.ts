import { useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { focusRow } from './focus-row.ts'
import type { MessageRowsProps } from './message-rows-props.ts'
import type { useRowVirtualizer } from './use-row-virtualizer.ts'

/** Serves `goTo`: scrolls to a row and focuses it as soon as it is rendered. */
export function useRowFocus(
  virtual: ReturnType<typeof useRowVirtualizer>,
  { table, handle }: Pick<MessageRowsProps, 'table' | 'handle'>,
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
    }),
    [virtual, focusWanted],
  )
  useEffect(focusWanted)
}
