/** Query texts made by clicks: a field and a value as a term, and terms added to the current query. */
import { escapeFieldName, escapeValue } from '@logyard/languages/query/escape-value'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Instants in the format of the query language: UTC, with milliseconds. */
function escapeInstant(value: string | number): string {
  // Without a zone it is UTC.
  const at = new Date(typeof value === 'number' || /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  if (Number.isNaN(at.getTime())) return escapeValue(String(value))
  const date = `${at.getUTCFullYear()}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`
  const time = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())}`
  return `"${date} ${time}.${String(at.getUTCMilliseconds()).padStart(3, '0')}"`
}

/** `source:web-1`; `type` is the field's type, as `/views/fields` names it. */
export function fieldTerm(field: string, value: unknown, type?: string): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  const written =
    type === 'date' && (typeof value === 'string' || typeof value === 'number')
      ? escapeInstant(value)
      : escapeValue(text)
  return `${escapeFieldName(field)}:${written}`
}

/** From one instant to another, the second one excluded. */
export const instantsTerm = (field: string, from: string, until: string): string =>
  `${escapeFieldName(field)}:[${escapeInstant(from)} TO ${escapeInstant(until)}}`

export const existsTerm = (field: string): string => `_exists_:${escapeFieldName(field)}`

const isEverything = (query: string) => query.trim() === '' || query.trim() === '*'

/** Both must match; a query for everything adds nothing. */
export function andQuery(old: string, term: string): string {
  if (isEverything(old)) return term
  return isEverything(term) ? old : `${old} AND ${term}`
}

/** The same for whole queries, with parentheses around any OR. */
export function andQueries(...queries: readonly string[]): string {
  const parts = queries.filter((query) => !isEverything(query))
  const [only] = parts
  if (parts.length <= 1) return only ?? ''
  return parts.map((query) => (/\bOR\b|\|\||\s/.test(query) ? `(${query})` : query)).join(' AND ')
}
