import { useHotkeys } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { type PageShortcut, usePageShortcuts } from '../../app/frame/page-shortcuts.tsx'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['J', 'K'], text: 'messages.keys.move' },
  { keys: ['O'], text: 'messages.keys.open' },
  { keys: ['Esc'], text: 'messages.keys.close' },
]

/** Of several tables on a page, the keys are for the one that was used last. */
let current: symbol | undefined

export interface MessageKeys {
  readonly isOn: boolean
  readonly move: (step: number) => void
  readonly open: () => void
  readonly close: () => void
}

/** `j`, `k` and `o` anywhere on the page, arrows and Enter within the table. Answers what the table listens to. */
export function useMessageKeys({ isOn, move, open, close }: MessageKeys) {
  const id = useRef(Symbol('message table'))
  usePageShortcuts(SHORTCUTS)
  useEffect(() => {
    const own = id.current
    current ??= own
    return () => {
      if (current === own) current = undefined
    }
  }, [])
  const mine = (act: () => void) => () => {
    if (isOn && current === id.current) act()
  }
  useHotkeys([
    ['j', mine(() => move(1))],
    ['k', mine(() => move(-1))],
    ['o', mine(open)],
    ['Escape', mine(close), { preventDefault: false }],
  ])
  return {
    onFocus(_event: FocusEvent) {
      current = id.current
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget) return
      const act = event.key === 'ArrowDown' ? () => move(1) : event.key === 'ArrowUp' ? () => move(-1) : undefined
      const chosen = event.key === 'Enter' ? open : act
      if (chosen === undefined) return
      event.preventDefault()
      chosen()
    },
  }
}
