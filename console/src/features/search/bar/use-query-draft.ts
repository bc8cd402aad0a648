import { useCallback, useState } from 'react'
import type { QuerySettings } from '../editing/search-document.ts'

/** What stands in the bar: the query of the search until somebody edits it, and again once the search changes. */
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
