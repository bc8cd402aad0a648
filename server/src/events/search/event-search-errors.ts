import type { QuerySyntaxError } from '@logyard/languages/query/query-syntax-error'
import { LogyardError } from '../../platform/errors.ts'

export function eventQueryRefused(query: string, errors: readonly QuerySyntaxError[]): LogyardError {
  const details = errors.map(({ message }) => message)
  const message = `Failed to parse query [${query}]: ${details.join(', ')}`
  const before = query.slice(0, errors[0]?.from ?? 0)
  const line = before.split('\n').length
  const column = before.length - (before.lastIndexOf('\n') + 1) + 1
  const body = { type: 'QueryParseError', message, details, line, column }
  return new LogyardError('invalid', 'event-query-refused', message, { body })
}

/** A failure of the store, in the shape that clients of the events search read. */
export function eventSearchFailed(error: LogyardError): LogyardError {
  const { message } = error
  const body = { type: 'SearchError', message, details: [] }
  return new LogyardError('failed', 'event-search-failed', message, { cause: error, body })
}

/** Its definition was deleted, or the system raised it. */
export const eventWithoutSearch = (id: string) =>
  new LogyardError('not-found', 'event-without-search', `There is no search behind the event <${id}>.`)

export const eventNotFound = (id: string) =>
  new LogyardError('not-found', 'event-not-found', `Event <${id}> doesn't exist`)
