import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { WidgetSql } from '@logyard/languages/widget-sql/widget-sql'
import { routes } from '../../base/routes/routes.ts'
import { rangeValues } from '../../query/time-range/range-in-url.ts'

/** The page with a statement over messages, by default a list of them, and what the statement leaves out. */
export function sqlLink(
  { query = '', timerange, streams = [], filters = [] }: MessageSelection,
  found?: WidgetSql,
): string {
  const values = new URLSearchParams({ q: query, rangetype: timerange.type, ...rangeValues(timerange) })
  if (streams.length > 0) values.set('streams', streams.join(','))
  for (const filter of filters) values.append('filter', filter)
  if (found !== undefined && found.sql !== '') values.set('sql', found.sql)
  if (found !== undefined && found.notes.length > 0) values.set('notes', found.notes.join(','))
  return `${routes.searchSql()}?${values}`
}
