import { useCallback, useState } from 'react'
import type { QuerySettings } from '../editing/search-document.ts'

/** The text in the bar: an edited draft, or the query of the search, which replaces the draft when it changes. */
export function useQueryDraft(
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
