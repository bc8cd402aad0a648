/** Creates searches for examples: each example gets its own. */
import { type Example, nothing } from './catalogue-world.ts'

/** One search type fails, because an execution without errors has no list of errors. */
const FAILING = { id: 'unknown', type: 'unknown' }

const searchFor = (...search_types: readonly object[]) => ({
  parameters: [],
  queries: [
    {
      id: 'q1',
      query: { type: 'elasticsearch', query_string: '' },
      timerange: { type: 'relative', range: 300 },
      search_types,
    },
  ],
})

/** It ends at once, however slow the machine is: the answer of an execution waits only for a moment. */
const stored: Example = async ({ ask }) => ({
  params: { id: String((await ask('POST', '/views/search', searchFor(FAILING)))['id']) },
})

const executed: Example = async (world) => {
  const { params } = await stored(world)
  const job = await world.ask('POST', `/views/search/${params?.['id']}/execute`)
  return { params: { jobId: String(job['id']) } }
}

const frozenDraft = { note: '', timerange: { type: 'relative', range: 300 }, columns: [], messages: [] }
const frozen: Example = async ({ ask }) => ({
  params: { frozenLinkId: String((await ask('POST', '/logyard/frozen-links', frozenDraft))['id']) },
})

export const searchExamples: Readonly<Record<string, Example>> = {
  'views_search.create': () => ({ body: searchFor(FAILING) }),
  'views_search.list': nothing,
  'views_search.get': stored,
  'views_search.metadata': () => ({ body: searchFor(FAILING) }),
  'views_search.metadata_by_id': stored,
  'views_functions.list': nothing,
  'logyard.search.sql': () => ({
    body: { sql: 'SELECT source, count() FROM messages GROUP BY source', timerange: { type: 'relative', range: 300 } },
  }),
  'fields.list': nothing,
  'fields.for_streams': async (world) => ({ body: { streams: [(await world.make('streams')).id] } }),
  'fields.names': nothing,
  'views_search.execute': stored,
  'views_search.status': executed,
  'frozen_links.create': () => ({ body: frozenDraft }),
  'frozen_links.list': nothing,
  'frozen_links.get': frozen,
  'frozen_links.delete': frozen,
  'pattern_fields.list': nothing,
  // There is no pattern whose field could be made or deleted.
  'pattern_fields.create': () => ({
    body: {
      name: 'took_ms',
      kind: 'number',
      hashes: ['17'],
      text: 'took * ms',
      position: 5,
      timerange: { type: 'relative', range: 300 },
    },
  }),
  'pattern_fields.delete': () => ({ params: { patternFieldId: 'none' } }),
  'views_search.sync': () => ({ body: searchFor({ id: 'messages', type: 'messages' }, FAILING) }),
}
