import { WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import type { EntityRef } from './entity-type.ts'

export const keyOf = ({ type, id }: EntityRef) => `${type}/${id}`

export const isBuiltInStream = ({ type, id }: EntityRef) => type === 'stream' && WELL_KNOWN_STREAM_IDS.includes(id)

/** The name by which others use an entity: that in its data, or its title. */
export function nameIn(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const name = 'name' in data ? data.name : 'title' in data ? data.title : ''
  return typeof name === 'string' ? name : ''
}
