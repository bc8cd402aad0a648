import { useCallback, useState } from 'react'
import { useQueryHints } from '../../../query/query-input/use-query-hints.ts'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryParser, useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import { useGapText } from '../../../view-document/parameters/use-gap-text.ts'
import { factsOf } from '../editing/run-facts.ts'
import type { QuerySettings } from '../editing/search-document.ts'
import { gapsOf, type SearchSession, type SessionState } from '../editing/search-session.ts'

/** The typed query until it is submitted, and its problems. */
export function useSearchDraft(session: SearchSession, state: SessionState) {
  const { query } = state.history.present
  const [draft, change] = useQueryDraft(query)
  const history = useQueryHistory()
  const asDrafted = { ...state.history.present, query: draft }
  const disabledBecause = useGapText()(gapsOf(asDrafted, state.values))
  const parse = useQueryParser(draft.text !== query.text)
  const [attempted, setAttempted] = useState(query.text)
  const submit = (changes: Partial<QuerySettings> = {}) => {
    if (disabledBecause !== undefined) return
    const next = { ...draft, ...changes }
    setAttempted(next.text)
    // Otherwise each widget would repeat the error that the bar shows.
    if (parse?.(next.text).ok === false) {
      change(changes)
      return
    }
    history.remember(next.text)
    session.submit(next)
  }
  const mistakes = useQueryProblems(draft.text, draft.streams, asDrafted.parameters, attempted)
  const hints = useQueryHints({ ...query, found: state.run.isRunning ? undefined : factsOf(state.run)?.total })
  const problems = draft.text === query.text ? [...mistakes, ...hints] : mistakes
  return { draft, change, submit, asDrafted, disabledBecause, history, problems }
}

/** The query in the bar, as edited. A new query of the search replaces it. */
function useQueryDraft(
  query: QuerySettings,
): readonly [draft: QuerySettings, change: (changes: Partial<QuerySettings>) => void] {
  const [{ base, draft }, setDraft] = useState({ base: query, draft: query })
  if (base !== query) setDraft({ base: query, draft: query })
  const change = useCallback(
    (changes: Partial<QuerySettings>) => setDraft((old) => ({ ...old, draft: { ...old.draft, ...changes } })),
    [],
  )
  return [base === query ? draft : query, change]
}
