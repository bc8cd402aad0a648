import { useEffect, useRef } from 'react'
import { useQueryValues, useReplaceQueryValues } from '../../../base/routes/location.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { isSameQuery, type SearchDocument } from './search-document.ts'
import type { SearchSession } from './search-session.ts'
import { isSameUrl, queryFromOwnUrl, urlOf } from './search-url.ts'
import { changedSettings } from './table-settings.ts'

interface LinkedSearch {
  readonly document: SearchDocument
  /** What the address need not say. */
  readonly saved: SearchDocument
  readonly openMessage: string | undefined
  readonly workId: string
}

/**
 * Keeps search and URL in step: a changed query is pushed, and Back and Forward run the query of the URL. Columns,
 * sorting and the open message only replace the entry, so that Back never takes them away.
 */
export function useSearchUrl(session: SearchSession, { document, saved, openMessage, workId }: LinkedSearch): void {
  const values = useQueryValues()
  const setValues = useReplaceQueryValues()
  const zone = useZone()
  const { now } = useClock()
  const { query } = document
  const savedFilters = saved.query.otherFilters
  const written = useRef(values)
  const shown = useRef<SearchDocument['query']>(undefined)

  useEffect(() => {
    // Skip the URLs that this page wrote.
    if (isSameUrl(values, written.current)) return
    written.current = values
    const present = session.present().query
    const asked = queryFromOwnUrl(values, present, { zone, nowMs: now(), savedFilters })
    if (isSameQuery(asked, present)) return
    session.submit(asked)
    shown.current = session.present().query
  }, [values, session, zone, now, savedFilters])

  useEffect(() => {
    const isFirst = shown.current === undefined
    const isNewQuery = shown.current !== query
    shown.current = query
    const parts = { table: changedSettings(document, saved), message: openMessage, savedFilters }
    const next = urlOf(query, parts, written.current)
    if (!isFirst && isSameUrl(next, written.current)) return
    written.current = next
    setValues(next, { replace: isFirst || !isNewQuery, workId })
  }, [document, saved, savedFilters, openMessage, query, setValues, workId])
}
