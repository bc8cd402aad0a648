/** What searches offer everywhere: time ranges to choose from, how far back one may look, fields not to analyse. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { ANY_JSON } from '../http/open-parts.ts'
import { holds, NoBody, operation } from '../http/operation.ts'

export const SEARCHES_CONFIG_KEY = 'org.graylog2.indexer.searches.SearchesClusterConfig'

const options = Type.Record(Type.String(), Type.String(), {
  description: 'What each ISO 8601 period is called, in the order in which they are offered',
})

export const SearchesConfig = Type.Object(
  {
    query_time_range_limit: Type.String({ description: 'ISO 8601 period; PT0S for none' }),
    relative_timerange_options: options,
    surrounding_timerange_options: options,
    surrounding_filter_fields: Type.Array(Type.String()),
    analysis_disabled_fields: Type.Array(Type.String()),
  },
  { title: 'SearchesConfig' },
)
export type SearchesConfig = Static<typeof SearchesConfig>

export const SearchesConfigDraft = Type.Object(
  {
    ...SearchesConfig.properties,
    analysis_disabled_fields: Type.Optional(SearchesConfig.properties.analysis_disabled_fields),
  },
  { title: 'SearchesConfigDraft', additionalProperties: false },
)
export type SearchesConfigDraft = Static<typeof SearchesConfigDraft>

const area = 'configuration'
const path = `/system/cluster_config/${SEARCHES_CONFIG_KEY}` as const

export const getSearchesConfig = operation({
  id: 'searches_config.get',
  area,
  method: 'GET',
  path,
  summary: 'What searches offer',
  access: holds('clusterconfigentry:read'),
  answers: { 200: SearchesConfig },
})

export const updateSearchesConfig = operation({
  id: 'searches_config.update',
  area,
  method: 'PUT',
  path,
  summary: 'Replace what searches offer',
  access: holds('clusterconfigentry:create', 'clusterconfigentry:edit'),
  audit: 'search-settings:update',
  body: Type.Unsafe<SearchesConfigDraft>({
    title: 'SearchesConfigDraft',
    [ANY_JSON]: 'The service checks it, because the refusal is a sentence of its own',
    description: 'A SearchesConfig; without `analysis_disabled_fields` it gets the default ones',
  }),
  answers: { 202: SearchesConfig, 400: ApiError },
})

export const deleteSearchesConfig = operation({
  id: 'searches_config.delete',
  area,
  method: 'DELETE',
  path,
  summary: 'Go back to what a first start offers',
  access: holds('clusterconfigentry:delete'),
  audit: 'search-settings:reset',
  answers: { 204: NoBody },
})

export const searchesConfigOperations = [getSearchesConfig, updateSearchesConfig, deleteSearchesConfig]
