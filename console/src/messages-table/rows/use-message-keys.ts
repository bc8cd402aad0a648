import type { MessageHit } from '@logyard/contract/search/search-results'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { isInPortal } from '../../ui/focus/is-in-portal.ts'
import { isTyping } from '../../ui/focus/is-typing.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { useCopyMessageLink } from '../details/use-copy.ts'
import { termOf } from '../fields/menu-value.ts'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['J', 'K'], text: 'messages.keys.move' },
  { keys: ['O'], text: 'messages.keys.open' },
  { keys: ['C'], text: 'messages.keys.context' },
  { keys: ['.'], text: 'messages.keys.copyLink' },
  { keys: ['F'], text: 'messages.keys.filterIn' },
  { keys: ['X'], text: 'messages.keys.filterOut' },
  { keys: ['mod', 'F'], text: 'messages.keys.find' },
  { keys: ['Esc'], text: 'messages.keys.close' },
]

/** If a page has several tables, the shortcuts apply to the one used last. */
let current: symbol | undefined

interface MessageKeys {
  readonly isOn: boolean
  readonly move: (step: number) => void
  readonly open: () => void
  readonly close: () => void
  readonly context: () => void
  readonly activeHit: MessageHit | undefined
  readonly hitAt: (index: number) => MessageHit | undefined
}

/** Letters work anywhere on the page, arrows and Enter within the table. Returns the table's event handlers. */
export function useMessageKeys({ isOn, move, open, close, context, activeHit, hitAt }: MessageKeys) {
  const { addToQuery, excludeFromQuery } = useSearchActions()
  const { typeOf } = useFieldTypes()
  const copyLink = useCopyMessageLink()
  const id = useRef(Symbol('message table'))
  usePageShortcuts('messages', SHORTCUTS)
  useEffect(() => {
    const own = id.current
    current ??= own
    return () => {
      if (current === own) current = undefined
    }
  }, [])
  const mine = (act: () => unknown) => () => {
    if (isOn && current === id.current) act()
  }
  useHotkeys([
    ['j', mine(() => move(1))],
    ['k', mine(() => move(-1))],
    ['o', mine(open)],
    ['c', mine(context)],
    ['.', mine(() => activeHit !== undefined && copyLink(activeHit))],
  ])
  // Also while a checkbox in the details has the focus.
  useHotkeys(
    [['Escape', (event) => !isInPortal(event) && !isTyping(event) && mine(close)(), { preventDefault: false }]],
    [],
  )
  function filterFocused(event: KeyboardEvent): void {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const { field } = event.target.dataset
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (field === undefined || row === null || (event.key !== 'f' && event.key !== 'x')) return
    event.preventDefault()
    const hit = hitAt(Number(row.dataset['index']))
    const value = hit?.message[field]
    if (hit === undefined || value === undefined || value === null || isFromDecorator(hit, field)) return
    const change = event.key === 'f' ? addToQuery : excludeFromQuery
    change(termOf(field, value, typeOf(field)))
  }
  return {
    onFocus() {
      current = id.current
    },
    onKeyDown(event: KeyboardEvent) {
      filterFocused(event)
      const isOnTable = event.target === event.currentTarget
      const isOnOpener = event.target instanceof HTMLElement && event.target.dataset['opener'] !== undefined
      if (!isOnTable && !isOnOpener) return
      const act = event.key === 'ArrowDown' ? () => move(1) : event.key === 'ArrowUp' ? () => move(-1) : undefined
      // An opener is a button, which handles Enter itself.
      const chosen = event.key === 'Enter' && isOnTable ? open : act
      if (chosen === undefined) return
      event.preventDefault()
      chosen()
    },
  }
}
