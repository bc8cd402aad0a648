import type { MessageHit } from '@logyard/contract/search/search-results'
import { useRef, useState } from 'react'
import { messageKey } from './message-key.ts'

const NONE: ReadonlySet<string> = new Set()

/** The messages that the user ticked, without those that have left the table. */
export function useTickedMessages(messages: readonly MessageHit[]) {
  const [keys, setKeys] = useState(NONE)
  /** The message that was ticked last, where a range starts. */
  const last = useRef<number>(undefined)
  return {
    keys,
    hits: keys.size === 0 ? [] : messages.filter((hit) => keys.has(messageKey(hit))),
    tick(index: number, isRange: boolean) {
      const hit = messages[index]
      if (hit === undefined) return
      const isOn = !keys.has(messageKey(hit))
      const from = isRange ? (last.current ?? index) : index
      const range = messages.slice(Math.min(from, index), Math.max(from, index) + 1).map(messageKey)
      last.current = index
      const next = new Set(keys)
      for (const key of range) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      setKeys(next)
    },
    clear() {
      last.current = undefined
      setKeys(NONE)
    },
  }
}
