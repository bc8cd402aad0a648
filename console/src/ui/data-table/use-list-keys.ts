import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { isTyping } from '../focus/is-typing.ts'
import { layerOf, layerWith, listsOf, moveFocus } from './row-focus.ts'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['J', 'K'], text: 'ui.list.keys.move' },
  { keys: ['O'], text: 'ui.list.keys.open' },
  { keys: ['Space'], text: 'ui.list.keys.select' },
  { keys: ['Shift', 'F10'], text: 'ui.list.keys.menu' },
  { keys: ['/'], text: 'ui.list.keys.search' },
  { keys: ['Esc'], text: 'ui.list.keys.clear' },
]

interface ListKeys {
  /** The element of the list. */
  readonly list: RefObject<HTMLElement | null>
  readonly hasSelection: boolean
  readonly clear: () => void
}

/** The keys of a list that work anywhere on the page, or in the dialog that the list is in. */
export function useListKeys({ list, hasSelection, clear }: ListKeys): void {
  usePageShortcuts('lists', SHORTCUTS)
  /** If there are several lists, the first acts for all. */
  const isFirst = (event: Event, isMeant: (list: Element) => boolean = () => true) =>
    list.current !== null && listsOf(layerOf(event)).find(isMeant) === list.current
  const move = (step: 1 | -1) => (event: Event) => {
    if (isTyping(event) || !isFirst(event)) return
    event.preventDefault()
    moveFocus(layerOf(event), step)
  }
  const search = (event: Event) => {
    if (isTyping(event) || !isFirst(event, (one) => searchBoxOf(one) !== null)) return
    event.preventDefault()
    searchBoxOf(list.current)?.focus()
  }
  const leave = (event: Event) => {
    const isHere = list.current !== null && layerWith(list.current) === layerOf(event)
    if (hasSelection && isHere && !isTyping(event)) clear()
  }
  const options = { preventDefault: false }
  // The keys work in all elements: a checkbox of a row may have the focus.
  useHotkeys(
    [
      ['j', move(1), options],
      ['k', move(-1), options],
      ['/', search, options],
      ['Escape', leave, options],
    ],
    [],
  )
}

const searchBoxOf = (list: Element | null) => list?.querySelector<HTMLInputElement>('search input') ?? null
