import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * A long list is one stop of the Tab key: arrows, Home and End go from row to row. Rows have `data-row` with their index,
 * and are rendered when they are scrolled to.
 */
export function useRovingRows(list: RefObject<HTMLElement | null>, count: number, scrollTo: (index: number) => void) {
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, count - 1)
  /** The row that waits for the focus. */
  const awaited = useRef<number>(undefined)
  useEffect(() => {
    if (awaited.current === undefined) return
    const button = list.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"] button`)
    if (button == null) return
    awaited.current = undefined
    button.focus()
  })
  function onKeyDown(event: KeyboardEvent) {
    // Keys of an open menu arrive here too.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    const next = nextRow(event.key, active, count)
    if (next === undefined) return
    event.preventDefault()
    awaited.current = next
    scrollTo(next)
    setWanted(next)
  }
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (row !== undefined) setWanted(Number(row))
  }
  return { active, onKeyDown, onFocus }
}

function nextRow(key: string, active: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined || next < 0 || next >= count ? undefined : next
}
