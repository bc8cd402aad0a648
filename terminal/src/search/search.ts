/** `logyard search`: messages of a query, newest first, page by page until nothing reads them any more. */
import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { MessageSort, SearchFilter } from '@logyard/contract/search/search-types'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Api } from '../api/api.ts'
import { runSearch } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { painter } from '../output/colors.ts'
import { UsageError } from '../usage-error.ts'
import { fieldList, wholeNumber } from './option-values.ts'
import { checkedQuery, explainNothing, problemLines, SearchFailed } from './query-problems.ts'
import { createRowWriter, ROW_FORMATS } from './row-formats.ts'
import { type Selection, selectionOf } from './selection.ts'

/** The server pages through no more. */
const MAX_ROWS = 10_000
/** The first page is small, so that its rows are there at once. */
const FIRST_PAGE = 100
const PAGE = 500
const TIMEOUT_MS = 10 * 60_000

export async function search(context: Context): Promise<number> {
  const { text, isSet, output, say } = context
  const format = ROW_FORMATS.find((one) => one === text('output'))
  if (format === undefined) throw new UsageError(`The output is one of ${ROW_FORMATS.join(', ')}.`)
  const limit = wholeNumber('limit', text('limit') ?? '', MAX_ROWS)
  const sort = sortOf(text('sort'))
  const rows = createRowWriter({
    format,
    fields: fieldList(text('fields')),
    isWrapped: isSet('wrap'),
    isUtc: isSet('utc'),
    output,
  })
  using api = await context.connect()
  const selection = await selectionOf(context, api, new Date())
  let count = 0
  for await (const page of pagesOf(api, selection, { limit, sort, say })) {
    count += page.length
    await output.write(rows.rows(page))
  }
  await output.write(rows.end())
  if (count > 0) return EXIT.found
  const problems = await explainNothing(api, selection)
  say(problemLines(selection.query, problems, painter(false)).join('\n'))
  return EXIT.nothing
}

interface Paging {
  readonly limit: number
  readonly sort: MessageSort | undefined
  readonly say: Context['say']
}

/** All pages are of the range that the first one had: what arrives later does not move them. */
async function* pagesOf(
  api: Api,
  selection: Selection,
  { limit, sort, say }: Paging,
): AsyncGenerator<readonly MessageDocument[]> {
  const seen = new Set<string>()
  let timerange: TimeRange = selection.timerange
  for (let offset = 0; offset < limit; ) {
    const size = Math.min(offset === 0 ? FIRST_PAGE : PAGE, limit - offset)
    const page = await pageOf(api, { ...selection, timerange }, { offset, limit: size, sort })
    if (offset === 0 && page.missingShards.length > 0)
      say(`Messages are missing: shard ${page.missingShards.join(', ')} of the cluster does not respond.`)
    yield page.documents.filter(({ _id }) => !seen.has(_id) && seen.add(_id))
    if (page.documents.length < size) return
    timerange = page.timerange
    offset += size
  }
}

interface Page {
  readonly documents: readonly MessageDocument[]
  readonly timerange: TimeRange
  readonly missingShards: readonly number[]
}

const QUERY = 'terminal'
const LIST = 'messages'

async function pageOf(
  api: Api,
  selection: Selection,
  { offset, limit, sort }: { readonly offset: number; readonly limit: number; readonly sort: MessageSort | undefined },
): Promise<Page> {
  const { query, timerange, streams } = selection
  const filters = streams.map((id): SearchFilter => ({ type: 'stream', id }))
  const body = {
    queries: [
      {
        id: QUERY,
        timerange,
        query: { type: 'elasticsearch', query_string: query },
        ...(filters.length === 0 ? {} : { filter: { type: 'or' as const, filters } }),
        search_types: [{ type: 'messages' as const, id: LIST, offset, limit, ...(sort && { sort: [sort] }) }],
      },
    ],
  }
  return checkedQuery(api, selection, async () => {
    const { results, errors = [] } = await api.call(runSearch, { query: { timeout: TIMEOUT_MS }, body })
    const list = results[QUERY]?.search_types[LIST]
    if (errors[0] !== undefined) throw new SearchFailed(errors[0].description)
    if (list?.type !== 'messages') throw new SearchFailed('The search has no result.')
    return {
      documents: list.messages.map(({ message }) => message),
      timerange: list.effective_timerange,
      missingShards: results[QUERY]?.execution_stats.missing_shards ?? [],
    }
  })
}

/** `FIELD`, `FIELD:asc` or `FIELD:desc`. */
function sortOf(text: string | undefined): MessageSort | undefined {
  if (text === undefined) return undefined
  const [, field = '', , order = 'desc'] = /^(.+?)(:(asc|desc))?$/i.exec(text) ?? []
  if (field === '') throw new UsageError('The order is FIELD, FIELD:asc or FIELD:desc.')
  return { field, order: order.toLowerCase() === 'asc' ? 'ASC' : 'DESC' }
}
