import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { isTyping } from '../focus/is-typing.ts'
import { layerWith, moveFocus, ROW } from './row-focus.ts'

interface RowKeys {
  readonly ids: readonly string[]
  /** Absent for rows without details. */
  readonly onOpen: ((id: string) => void) | undefined
  /** Absent for lists without selection. */
  readonly onSelect: ((id: string) => void) | undefined
}

/** The keys of the row with the focus, for the body of the table, and the row that the Tab key stops at. */
export function useRowKeys({ ids, onOpen, onSelect }: RowKeys) {
  const [last, setLast] = useState<string>()
  function actionOf(event: KeyboardEvent<HTMLElement>, row: HTMLElement, id: string): (() => void) | undefined {
    const { key, target } = event
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      return () => row.querySelector<HTMLElement>('[data-row-menu]')?.click()
    }
    if (isTyping(event.nativeEvent)) return undefined
    if (key === 'ArrowDown') return () => moveFocus(layerWith(row), 1)
    if (key === 'ArrowUp') return () => moveFocus(layerWith(row), -1)
    // The links and controls of a row use these keys themselves.
    if (target !== row) return undefined
    if (key === 'Enter' || key === 'o') return () => openRow(row, () => onOpen?.(id))
    return key === ' ' && onSelect !== undefined ? () => onSelect(id) : undefined
  }
  return {
    stop: last !== undefined && ids.includes(last) ? last : ids[0],
    handlers: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const row = rowWith(event)
        if (row === undefined || event.ctrlKey || event.altKey || event.metaKey) return
        const action = actionOf(event, row.element, row.id)
        if (action === undefined) return
        event.preventDefault()
        action()
      },
      onFocus(event: FocusEvent<HTMLElement>) {
        const row = rowWith(event)
        if (row !== undefined) setLast(row.id)
      },
      // The browser's menu would open above the row's. A click of the mouse has a cell as its target, not the row.
      onContextMenu(event: MouseEvent<HTMLElement>) {
        if (event.target === rowWith(event)?.element) event.preventDefault()
      },
    },
  }
}

/** The row that the event is in, unless it comes from an open menu, whose events arrive at the table too. */
function rowWith({
  target,
  currentTarget,
}: KeyboardEvent<HTMLElement> | FocusEvent<HTMLElement> | MouseEvent<HTMLElement>) {
  if (!(target instanceof Element && currentTarget.contains(target))) return undefined
  const element = target.closest<HTMLElement>(ROW)
  const id = element?.dataset['row']
  return element === null || id === undefined ? undefined : { element, id }
}

function openRow(row: HTMLElement, openDetails: () => void): void {
  const link = row.querySelector<HTMLElement>('[data-part="title"] a, [data-part="title"] button')
  if (link === null) openDetails()
  else link.click()
}
