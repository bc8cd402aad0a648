import { SEARCHES_CONFIG_KEY } from '@logyard/contract/search/searches-config'
import { type Example, nothing } from './catalogue-world.ts'

const body =
  (value: unknown): Example =>
  () => ({ body: value })
const query =
  (values: Readonly<Record<string, string>>): Example =>
  () => ({ query: { query: '*', ...values } })
const table =
  (values: Readonly<Record<string, string>>): Example =>
  () => ({ query: { query: '*', fields: 'message', ...values }, headers: { accept: 'text/csv' } })

const ABSOLUTE = { from: '2026-03-01 00:00:00', to: '2026-03-02 00:00:00' }
const KEYWORD = { keyword: 'last 5 minutes' }
const SEARCHES_CONFIG = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: { PT5M: 'Search in the last 5 minutes' },
  surrounding_timerange_options: { PT1S: '1 second' },
  surrounding_filter_fields: ['source'],
  analysis_disabled_fields: ['message'],
}

const ofSearches = () => ({ params: { key: SEARCHES_CONFIG_KEY } })

const searchOfMessages = {
  queries: [
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: '' },
      timerange: { type: 'relative', range: 300 },
      search_types: [{ id: 'messages', type: 'messages' }],
    },
  ],
}
const csv: Example = () => ({ headers: { accept: 'text/csv' } })
const exported: Example = async ({ ask }) => {
  const { id } = await ask('POST', '/views/search', searchOfMessages)
  return { params: { searchId: String(id), searchTypeId: 'messages' }, headers: { accept: 'text/csv' } }
}

export const messageExamples: Readonly<Record<string, Example>> = {
  'universal_search.relative': query({ range: '300' }),
  'universal_search.relative_export': table({ range: '300' }),
  'universal_search.absolute': query(ABSOLUTE),
  'universal_search.absolute_export': table(ABSOLUTE),
  'universal_search.keyword': query(KEYWORD),
  'universal_search.keyword_export': table(KEYWORD),
  'views_search.export': csv,
  'views_search.export_search': exported,
  'views_search.export_search_type': exported,
  'messages.analyze': () => ({ params: { index: 'graylog_0' }, query: { string: 'to be or not' } }),
  'messages.parse': body({ message: 'hello', codec: 'raw', remote_address: '192.0.2.1' }),
  'decorators.available': nothing,
  'tools.natural_date': () => ({ query: { string: 'last 5 minutes' } }),
  'searches_config.get': nothing,
  'searches_config.update': body(SEARCHES_CONFIG),
  'searches_config.delete': nothing,
  'urlwhitelist.get': nothing,
  'urlwhitelist.update': () => ({ body: { entries: [], disabled: false } }),
  'tools.urlwhitelist_check': () => ({ body: { url: 'https://example.org/' } }),
  'tools.urlwhitelist_generate_regex': () => ({
    body: { url_template: 'https://example.org/{id}', placeholder: '{id}' },
  }),

  'cluster_config.list': nothing,
  'cluster_config.get': ofSearches,
  'cluster_config.update': () => ({ ...ofSearches(), body: SEARCHES_CONFIG }),
  'cluster_config.delete': ofSearches,
}
