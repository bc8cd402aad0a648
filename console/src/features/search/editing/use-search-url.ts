import { useEffect, useRef } from 'react'
import { useQueryValues, useReplaceQueryValues } from '../../../base/routes/location.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { isSameQuery, type QuerySettings } from './search-document.ts'
import type { SearchSession } from './search-session.ts'
import { isSameUrl, queryFromOwnUrl, urlOf } from './search-url.ts'

/** Keeps query and URL in step: a changed query is pushed, and Back and Forward run the query of the URL. */
export function useSearchUrl(session: SearchSession, query: QuerySettings): void {
  const values = useQueryValues()
  const setValues = useReplaceQueryValues()
  const zone = useZone()
  const { now } = useClock()
  const isFirst = useRef(true)
  const written = useRef(values)

  useEffect(() => {
    // Skip the URLs that this page wrote.
    if (isSameUrl(values, written.current)) return
    written.current = values
    const present = session.state().history.present.query
    const asked = queryFromOwnUrl(values, present, { zone, nowMs: now() })
    if (!isSameQuery(asked, present)) session.submit(asked)
  }, [values, session, zone, now])

  useEffect(() => {
    const next = urlOf(query, written.current)
    const isReplacing = isFirst.current
    isFirst.current = false
    if (isSameUrl(next, written.current)) return
    written.current = next
    setValues(next, { replace: isReplacing })
  }, [query, setValues])
}
