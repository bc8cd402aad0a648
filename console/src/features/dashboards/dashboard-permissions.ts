import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { View } from '@logyard/contract/views/views'
import { useMay } from '../../base/session/current-user.tsx'

type May = (permission: string) => boolean

export const mayEditView = (may: May, { id, type }: Pick<View, 'id' | 'type'>): boolean =>
  may(`view:edit:${id}`) || (type === 'DASHBOARD' && may(`dashboards:edit:${id}`))

export const mayDeleteView = (may: May, { id }: Pick<View, 'id'>): boolean => may(`view:delete:${id}`)

export const CREATE_DASHBOARDS = 'dashboards:create'

/** An event list reads both event streams; without access to one of them the request is refused. */
export function useReadsEvents(): boolean {
  const may = useMay()
  return [EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID].every((id) => may(`streams:read:${id}`))
}
