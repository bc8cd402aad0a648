import { escapeFieldName, escapeValue } from '@logyard/languages/query/escape-value'

/** The messages of a query that are in one group of an aggregation. */
export function groupQuery(query: string, fields: readonly string[], group: readonly string[]): string {
  const terms = fields.map((field, place) => `${escapeFieldName(field)}:${escapeValue(group[place] ?? '')}`)
  return query.trim() === '' ? terms.join(' AND ') : [`(${query})`, ...terms].join(' AND ')
}
