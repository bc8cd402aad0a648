import { useCallback, useMemo, useState } from 'react'
import { hasErrors } from '../../../query/query-input/query-problem.ts'
import { useQueryCompletion } from '../../../query/query-input/use-query-completion.ts'
import { useQueryHints } from '../../../query/query-input/use-query-hints.ts'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryParser, useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import {
  loadStepTools,
  mayHaveSteps,
  type StepTools,
  useCompletionWithSteps,
  useStepProblems,
  useStepTools,
} from '../../../query/query-input/use-step-tools.ts'
import { useGapText } from '../../../view-document/parameters/use-gap-text.ts'
import { factsOf } from '../editing/run-facts.ts'
import type { QuerySettings } from '../editing/search-document.ts'
import { gapsOf, type SearchSession, type SessionState } from '../editing/search-session.ts'

/** Types of fields may have changed on the server: only what is wrong with any types keeps steps from running. */
const NO_FIELDS = { fields: [], lookupTables: [] }

/** The bar shows the query and its steps as one text. */
const inBar = (query: QuerySettings): QuerySettings => ({
  ...query,
  text: query.steps === '' ? query.text : `${query.text} ${query.steps}`.trim(),
  steps: '',
})

/** The typed query until it is submitted, and its problems. */
export function useSearchDraft(session: SearchSession, state: SessionState) {
  const { query } = state.history.present
  const shown = useMemo(() => inBar(query), [query])
  const [draft, change] = useQueryDraft(shown)
  const history = useQueryHistory()
  const asDrafted = { ...state.history.present, query: draft }
  const disabledBecause = useGapText()(gapsOf(asDrafted, state.values))
  const parse = useQueryParser(draft.text !== shown.text)
  const tools = useStepTools(draft.text)
  const [attempted, setAttempted] = useState(shown.text)
  const submitSplit = (next: QuerySettings, changes: Partial<QuerySettings>, loaded: StepTools | undefined) => {
    const { query: text, steps } = loaded?.splitQuery(next.text) ?? { query: next.text, steps: '' }
    setAttempted(next.text)
    // Otherwise each widget would repeat the error that the bar shows.
    if (parse?.(text).ok === false || hasErrors(loaded?.stepProblems(next.text, NO_FIELDS) ?? [])) {
      change(changes)
      return
    }
    history.remember(next.text)
    session.submit({ ...next, text, steps })
  }
  const submit = (changes: Partial<QuerySettings> = {}) => {
    if (disabledBecause !== undefined) return
    const next = { ...draft, ...changes }
    if (!mayHaveSteps(next.text) || tools !== undefined) submitSplit(next, changes, tools)
    else void loadStepTools().then((loaded) => submitSplit(next, changes, loaded))
  }
  const completion = useCompletionWithSteps(useQueryCompletion(draft.streams, draft.timerange))
  // Until the steps can be told apart, nothing is known about the query before them.
  const first = (text: string) => (mayHaveSteps(text) ? (tools?.splitQuery(text).query ?? '') : text)
  const mistakes = useQueryProblems(first(draft.text), draft.streams, asDrafted.parameters, first(attempted))
  const inSteps = useStepProblems({ text: draft.text, submitted: attempted, tools, completion })
  const hints = useQueryHints({ ...query, found: state.run.isRunning ? undefined : factsOf(state.run)?.total })
  const own = [...mistakes, ...inSteps]
  const problems = draft.text === shown.text ? [...own, ...hints] : own
  return { draft, shown, change, submit, asDrafted, disabledBecause, history, problems, completion }
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
