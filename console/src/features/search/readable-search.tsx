import { getStream } from '@logyard/contract/streams/streams'
import { useMemo, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useQueryValues, useReplaceQueryValues } from '../../base/routes/location.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { streamsFromUrl } from './editing/search-url.ts'
import { SearchPage, type SearchPageProps } from './search-page.tsx'

const LockedSearch = deferred(() => import('./search-refusals.tsx').then((module) => module.LockedSearch))

/**
 * The search page, if the user may read every stream that the search names: the server refuses the whole search
 * otherwise. Offers to leave out the others.
 */
export function ReadableSearch(props: SearchPageProps) {
  const may = useMay()
  const values = useQueryValues()
  const setValues = useReplaceQueryValues()
  const [isNarrowed, setIsNarrowed] = useState(false)
  const { base: whole, work } = props
  const base = useMemo(() => {
    const streams = whole.query.streams.filter((id) => may(getStream, { id }))
    return isNarrowed ? { ...whole, query: { ...whole.query, streams } } : whole
  }, [whole, isNarrowed, may])
  const named = streamsFromUrl(values)
  const streams = named.length > 0 ? named : base.query.streams
  const readable = streams.filter((id) => may(getStream, { id }))
  const hidden = streams.length - readable.length
  if (hidden === 0) return <SearchPage {...props} base={base} />
  const narrow = () => {
    const next = new URLSearchParams(values)
    if (readable.length > 0) next.set('streams', readable.join(','))
    else next.delete('streams')
    setIsNarrowed(true)
    setValues(next, { replace: true, workId: work.workId })
  }
  return <LockedSearch hidden={hidden} hasOthers={readable.length > 0} onNarrow={narrow} />
}
