/** Cluster-wide settings of searches. */
import { FIELD, FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import { SEARCHES_CONFIG_KEY, SearchesConfig, SearchesConfigDraft } from '@logyard/contract/search/searches-config'
import { Type } from 'typebox'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import type { ClusterConfigDocument } from '../../cluster-config/config-registry.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { parsePeriod } from './period.ts'

/** The collection of earlier versions. */
const formerCollection = defineCollection({
  name: 'searches-config',
  audit: { type: 'searches-config' },
  schema: Type.Object({ id: Type.String(), config: SearchesConfig }),
})
const FORMER_ID = 'searches'

const last = (words: string) => `Search in the last ${words}`

const DEFAULTS: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: {
    PT5M: last('5 minutes'),
    PT15M: last('15 minutes'),
    PT30M: last('30 minutes'),
    PT1H: last('1 hour'),
    PT2H: last('2 hours'),
    PT8H: last('8 hours'),
    P1D: last('1 day'),
    P2D: last('2 days'),
    P5D: last('5 days'),
    P7D: last('7 days'),
    P14D: last('14 days'),
    P30D: last('30 days'),
    PT0S: 'Search in all messages',
  },
  surrounding_timerange_options: {
    PT1S: '1 second',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  surrounding_filter_fields: [FIELD.source, FIELD.sourceInput, 'file', 'source_file'],
  analysis_disabled_fields: [...FULL_TEXT_FIELDS],
}

function complete(draft: SearchesConfigDraft): SearchesConfig | undefined {
  const { analysis_disabled_fields = DEFAULTS.analysis_disabled_fields } = draft
  const periods = [
    draft.query_time_range_limit,
    ...Object.keys(draft.relative_timerange_options),
    ...Object.keys(draft.surrounding_timerange_options),
  ]
  const areAllPeriods = periods.every((period) => parsePeriod(period) !== undefined)
  return areAllPeriods ? { ...draft, analysis_disabled_fields } : undefined
}

export async function openSearchesConfig(deps: {
  readonly settings: SettingsStore
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'get'>
}): Promise<ClusterConfigDocument<SearchesConfig>> {
  const config = deps.clusterConfig.register({
    key: SEARCHES_CONFIG_KEY,
    draft: SearchesConfigDraft,
    document: SearchesConfig,
    default: DEFAULTS,
    complete,
  })
  const former = deps.settings.collection(formerCollection)
  const moved = await former.find(FORMER_ID)
  if (moved !== undefined) {
    await deps.clusterConfig.get(SEARCHES_CONFIG_KEY).replace(moved.config)
    await former.delete(FORMER_ID)
  }
  return config
}
