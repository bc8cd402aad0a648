/** Permissions of the legacy search: one permission to search all messages, others to read streams. */
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'

const STREAMS = 'streams:'

const filterDenied = (filter: string, streamId?: string) =>
  new LogyardError(
    'denied',
    'search-filter-denied',
    `Not allowed to search with filter: [${filter}]${streamId === undefined ? '' : `. (Forbidden stream: ${streamId})`}`,
  )

/** The streams to search; none means all messages. Throws if the caller lacks a permission. */
export function streamsOfFilter(caller: Caller, filter: string | undefined, permission: string): readonly string[] {
  const text = filter?.trim() ?? ''
  if (text === '' || text === '*') {
    caller.require(permission)
    return []
  }
  if (!text.startsWith(STREAMS)) throw filterDenied(text)
  const ids = text
    .slice(STREAMS.length)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) throw filterDenied(text)
  for (const id of ids) if (!caller.holds(`streams:read:${id}`)) throw filterDenied(text, id)
  return ids
}
