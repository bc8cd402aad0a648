import type { MessageHit } from '@logyard/contract/search/search-results'
import { type RefObject, useEffect, useState } from 'react'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { messageKey } from '../selection/message-key.ts'
import { useLinkedMessage } from './linked-message.ts'
import type { MessageRowsHandle } from './row-focus.ts'
import { useStableCallback } from './use-stable-callback.ts'

const NONE: ReadonlySet<string> = new Set()

interface OpenRowsOptions {
  readonly messages: readonly MessageHit[]
  /** The panel shows one message at a time. */
  readonly isPinned: boolean
  readonly table: RefObject<HTMLElement | null>
  readonly rows: RefObject<MessageRowsHandle | null>
}

/** Which rows show their details, which one shows its context, and which one the keyboard is at. */
export function useOpenRows({ messages, isPinned, table, rows }: OpenRowsOptions) {
  const { stopRefreshing } = useSearchActions()
  const linked = useLinkedMessage()
  const [openKeys, setOpenKeys] = useState(() => (linked.initial === undefined ? NONE : new Set([linked.initial])))
  const [contextKey, setContextKey] = useState<string>()
  const [active, setActive] = useState<number>()
  const activeHit = active === undefined ? undefined : messages[active]
  useShownAtFirst(messages, linked.initial, (index) => {
    setActive(index)
    rows.current?.goTo(index)
  })

  function open(hit: MessageHit, isOpen: boolean) {
    const key = messageKey(hit)
    setOpenKeys((old) => {
      const others = isPinned ? [] : [...old].filter((one) => one !== key)
      return new Set(isOpen ? [...others, key] : others)
    })
    linked.show(isOpen ? key : undefined)
  }
  const toggle = useStableCallback((index: number) => {
    const hit = messages[index]
    if (hit === undefined) return
    stopRefreshing()
    setActive(index)
    setContextKey(undefined)
    open(hit, !openKeys.has(messageKey(hit)))
  })
  function move(step: number) {
    const next = Math.min(Math.max((active ?? -1) + step, 0), messages.length - 1)
    setActive(next)
    rows.current?.goTo(next)
    const hit = messages[next]
    if (isPinned && openKeys.size > 0 && hit !== undefined) open(hit, true)
  }
  return {
    openKeys,
    contextKey,
    active,
    activeHit,
    /** The message in the panel beside the table. */
    pinned: isPinned ? messages.find((hit) => openKeys.has(messageKey(hit))) : undefined,
    toggle,
    move,
    openActive: () => (active === undefined ? move(0) : toggle(active)),
    openContext(hit: MessageHit) {
      stopRefreshing()
      setContextKey(messageKey(hit))
      open(hit, true)
    },
    /** Returns the focus from the details to their row. */
    close() {
      const hadFocus = table.current?.contains(document.activeElement) === true
      if (hadFocus && openKeys.size > 0 && active !== undefined) rows.current?.goTo(active)
      setOpenKeys(NONE)
      linked.show(undefined)
    },
  }
}

/** Goes to the message of the address once, as soon as it is loaded. */
function useShownAtFirst(messages: readonly MessageHit[], key: string | undefined, show: (index: number) => void) {
  const [isDone, setIsDone] = useState(key === undefined)
  const index = isDone ? -1 : messages.findIndex((hit) => messageKey(hit) === key)
  useEffect(() => {
    if (index < 0) return
    setIsDone(true)
    show(index)
  }, [index, show])
}
