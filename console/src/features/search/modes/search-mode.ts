import { useCallback, useEffect, useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import type { QuerySettings } from '../editing/search-document.ts'
import type { SearchSession } from '../editing/search-session.ts'

/** What the page shows of a search: its widgets, the patterns of its messages, or those that arrive. */
export const SEARCH_MODES = ['results', 'patterns', 'live'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

const PARAMETER = 'show'

/**
 * In the address: a link to the patterns of a search opens them. `leaveWith` goes back to the results of a changed
 * query. To be called after `useSearchUrl`, which must have seen the mode leave before the query is written there.
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
