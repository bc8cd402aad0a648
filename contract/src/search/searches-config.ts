/** Settings of all searches: the time ranges on offer, the longest time range, the fields not to analyse. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { ApiError } from '../http/envelope.ts'
import { ANY_JSON, mapOf } from '../http/open-parts.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

export const SEARCHES_CONFIG_KEY = 'org.graylog2.indexer.searches.SearchesClusterConfig'

const OPTIONS = { description: 'Label of each ISO 8601 period, in display order' }

const options = Type.Record(Type.String(), Type.String(), OPTIONS)

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

const MAX_LABEL = 1000
const optionsDraft = mapOf(Type.String({ maxLength: MAX_LABEL }), OPTIONS)
const fieldsDraft = Type.Array(Type.String(), { maxItems: MAX_LIST })

export const SearchesConfigDraft = Type.Object(
  {
    query_time_range_limit: SearchesConfig.properties.query_time_range_limit,
    relative_timerange_options: optionsDraft,
    surrounding_timerange_options: optionsDraft,
    surrounding_filter_fields: fieldsDraft,
    analysis_disabled_fields: Type.Optional(fieldsDraft),
  },
  { title: 'SearchesConfigDraft', additionalProperties: false },
)
export type SearchesConfigDraft = Static<typeof SearchesConfigDraft>

const { get, put, del } = inArea('configuration')
const path = `/system/cluster_config/${SEARCHES_CONFIG_KEY}` as const

export const getSearchesConfig = get(path, {
  id: 'searches_config.get',
  summary: 'Options of searches',
  access: holds('clusterconfigentry:read'),
  answers: { 200: SearchesConfig },
})

export const updateSearchesConfig = put(path, {
  id: 'searches_config.update',
  summary: 'Replace what searches offer',
  access: holds('clusterconfigentry:create', 'clusterconfigentry:edit'),
  audit: 'cluster-config:update',
  body: Type.Unsafe<SearchesConfigDraft>({
    title: 'SearchesConfigDraft',
    [ANY_JSON]: 'Each key has a closed schema of its own, which the service checks',
    description: 'A SearchesConfig; without `analysis_disabled_fields` it gets the default ones',
  }),
  answers: { 202: SearchesConfig, 400: ApiError },
})

export const deleteSearchesConfig = del(path, {
  id: 'searches_config.delete',
  summary: 'Go back to what a first start offers',
  access: holds('clusterconfigentry:delete'),
  audit: 'cluster-config:reset',
  answers: { 204: NoBody },
})
