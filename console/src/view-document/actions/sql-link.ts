import { routes } from '../../../base/routes/routes.ts'
import { rangeValues } from '../../../query/time-range/range-in-url.ts'
import { type QuerySettings, queriesIn } from '../editing/search-document.ts'

/** What the page shows first. */
export const FIRST_SQL = `SELECT timestamp, source, message
FROM messages
ORDER BY timestamp DESC
LIMIT 100`

/** The page with the messages of a search. */
export function sqlLink(query: QuerySettings): string {
  const { text, timerange, streams } = query
  const values = new URLSearchParams({ q: text, rangetype: timerange.type, ...rangeValues(timerange) })
  if (streams.length > 0) values.set('streams', streams.join(','))
  for (const filter of queriesIn(query)) values.append('filter', filter)
  return `${routes.searchSql()}?${values}`
}
