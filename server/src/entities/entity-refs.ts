import { WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import type { EntityName, EntityRef } from './entity-type.ts'

export const keyOf = ({ type, id }: EntityRef) => `${type}/${id}`

export const isBuiltInStream = ({ type, id }: EntityRef) => type === 'stream' && WELL_KNOWN_STREAM_IDS.includes(id)

/** Title in the data of an entity, or its name if there is none. */
export function titleIn(data: unknown): string {
  const isTitled = typeof data === 'object' && data !== null && 'title' in data
  return isTitled && typeof data.title === 'string' ? data.title : nameIn(data)
}

/** Name by which others use the entity, or its title if there is none. */
export function nameIn(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const name = 'name' in data ? data.name : 'title' in data ? data.title : ''
  return typeof name === 'string' ? name : ''
}

/** The lookup table that a setting names. */
export const tableNamed = (name: unknown): readonly EntityName[] =>
  typeof name === 'string' && name !== '' ? [{ type: 'lookup_table', name }] : []
