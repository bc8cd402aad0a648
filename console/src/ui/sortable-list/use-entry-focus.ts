import { useEffect, useRef } from 'react'

type Control = 'grip' | 'remove'

/** Focuses a control of an entry after the next render, because a moved or removed entry loses the focus. */
export function useEntryFocus() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<{ readonly index: number; readonly control: Control }>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const { index, control } = wanted.current
    wanted.current = undefined
    list.current?.children.item(index)?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus()
  })
  const focusNext = (index: number, control: Control): void => {
    wanted.current = { index, control }
  }
  return { list, focusNext }
}
