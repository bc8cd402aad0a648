import { editsSavedSearch } from '@logyard/contract/identity/rights'
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { getStream } from '@logyard/contract/streams/streams'
import { deleteView, updateView, type View } from '@logyard/contract/views/views'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { type May, useMay } from '../../base/session/current-user.tsx'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'
import type { StreamReader } from '../../view-document/dashboards/locked-widgets.ts'

export const mayEditView = (may: May, { id, type }: Pick<View, 'id' | 'type'>): boolean =>
  may(type === 'DASHBOARD' ? updateView : editsSavedSearch, { id })

export const mayDeleteView = (may: May, { id }: Pick<View, 'id'>): boolean => may(deleteView, { id })

/** What the user may read; `undefined` while loading. */
export function useStreamReader(): StreamReader | undefined {
  const may = useMay()
  const readable = useQuery(readableStreamsQuery(useCall()))
  const { data, isError } = readable
  return useMemo(() => {
    if (data === undefined && !isError) return undefined
    const known = new Set(data?.map(({ id }) => id))
    // A deleted stream is in no list, and is not hidden from those who may read all streams.
    const mayRead = (id: string) => known.has(id) || may(getStream, { id })
    return { mayRead, readsSome: isError || known.size > 0 }
  }, [data, isError, may])
}

/** An event list reads both event streams; without access to one of them the request is refused. */
export function useReadsEvents(): boolean {
  const may = useMay()
  return [EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID].every((id) => may(getStream, { id }))
}
