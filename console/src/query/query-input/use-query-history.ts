import { useCallback, useRef } from 'react'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { type HistoryWalk, readHistory, rememberQuery, walked, walkText } from './query-history.ts'

export interface QueryHistory {
  /** The text one step back (1) or forward (-1) from `text`; `undefined` at either end. */
  step(direction: 1 | -1, text: string): string | undefined
  remember(query: string): void
}

export function useQueryHistory(): QueryHistory {
  const { username } = useCurrentUser()
  const walk = useRef<HistoryWalk | undefined>(undefined)
  const step = useCallback(
    (direction: 1 | -1, text: string) => {
      // Typing leaves the history: the text is then what was typed.
      const isWalking = walk.current !== undefined && walkText(walk.current) === text
      const from = isWalking && walk.current !== undefined ? walk.current : startAt(text, username)
      const next = walked(from, direction)
      if (next !== undefined) walk.current = next
      return next === undefined ? undefined : walkText(next)
    },
    [username],
  )
  const remember = useCallback(
    (query: string) => {
      walk.current = undefined
      rememberQuery(window.localStorage, username, query)
    },
    [username],
  )
  return { step, remember }
}

const startAt = (typed: string, username: string): HistoryWalk => ({
  entries: readHistory(window.localStorage, username).filter((query) => query !== typed),
  place: 0,
  typed,
})
