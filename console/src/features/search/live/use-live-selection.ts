import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusRow } from '../../../messages-table/rows/row-focus.ts'
import { HEADER_HEIGHT } from '../../../messages-table/rows/table-height.ts'
import type { TailRow } from './tail-buffer.ts'

interface LiveSelectionProps {
  readonly rows: readonly TailRow[]
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  /** The table with its detail panel. */
  readonly container: RefObject<HTMLElement | null>
  readonly onHold: () => void
}

/** The row that the keyboard is on and the row whose details are open, by number: indexes shift as rows are dropped. */
export function useLiveSelection({ rows, rowHeight, scroller, container, onHold }: LiveSelectionProps) {
  const [openNumber, setOpenNumber] = useState<number>()
  const [contextNumber, setContextNumber] = useState<number>()
  const [activeNumber, setActiveNumber] = useState<number>()
  /** The row to focus once it is rendered. */
  const pendingFocus = useRef<number>(undefined)
  const first = rows[0]?.number ?? 0
  const rowOf = (number: number | undefined) => (number === undefined ? undefined : rows[number - first])

  useEffect(() => {
    const number = pendingFocus.current
    if (number !== undefined && focusRow(scroller.current, number - first)) pendingFocus.current = undefined
  })

  function open(row: TailRow, withContext: boolean) {
    onHold()
    setOpenNumber(row.number)
    setContextNumber(withContext ? row.number : undefined)
  }
  function toggle(index: number) {
    const row = rows[index]
    if (row?.hit === undefined) return
    setActiveNumber(row.number)
    if (openNumber === row.number) setOpenNumber(undefined)
    else open(row, false)
  }
  function move(step: number) {
    const from = activeNumber === undefined ? rows.length : activeNumber - first
    const next = Math.min(Math.max(from + step, 0), rows.length - 1)
    const row = rows[next]
    const element = scroller.current
    if (row === undefined || element === null) return
    onHold()
    setActiveNumber(row.number)
    pendingFocus.current = row.number
    if (openNumber !== undefined) setOpenNumber(row.number)
    scrollToRow(element, next * rowHeight, rowHeight)
  }
  function close() {
    const hadFocus = container.current?.contains(document.activeElement) === true
    if (hadFocus && openNumber !== undefined && activeNumber !== undefined) {
      focusRow(scroller.current, activeNumber - first)
    }
    setOpenNumber(undefined)
  }
  return {
    activeNumber,
    activeRow: rowOf(activeNumber),
    openNumber,
    openRow: rowOf(openNumber),
    isContextOpen: openNumber === contextNumber,
    open,
    toggle,
    toggleActive: () => (activeNumber === undefined ? move(-1) : toggle(activeNumber - first)),
    move,
    close,
  }
}

export type LiveSelection = ReturnType<typeof useLiveSelection>

function scrollToRow(element: HTMLElement, top: number, rowHeight: number) {
  const bottom = top + rowHeight + HEADER_HEIGHT
  if (top < element.scrollTop) element.scrollTop = top
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
}
