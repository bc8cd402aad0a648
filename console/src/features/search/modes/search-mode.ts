import { useCallback, useEffect, useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import type { QuerySettings } from '../editing/search-document.ts'
import type { SearchSession } from '../editing/search-session.ts'

/** What the page shows: the widgets, the message patterns, or a live tail. */
export const SEARCH_MODES = ['results', 'patterns', 'live'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

const PARAMETER = 'show'

/**
 * The mode is in the address, so that a link can open the patterns. `leaveWith` returns to the results with a changed
 * query. Call this after `useSearchUrl`, whose effect must see the new mode before the query is written to the address.
 */
export function useSearchMode(session: SearchSession) {
  const asked = useQueryValues().get(PARAMETER)
  const set = useSetQueryValues()
  const mode = SEARCH_MODES.find((one) => one === asked) ?? 'results'
  const [next, setNext] = useState<Partial<QuerySettings>>()
  const setMode = useCallback(
    (wanted: SearchMode) => set({ [PARAMETER]: wanted === 'results' ? undefined : wanted }),
    [set],
  )
  useEffect(() => {
    if (next === undefined || mode !== 'results') return
    setNext(undefined)
    session.submit({ ...session.state().history.present.query, ...next })
  }, [next, mode, session])
  const leaveWith = (changes: Partial<QuerySettings>) => {
    setNext(changes)
    setMode('results')
  }
  return { mode, setMode, leaveWith }
}
