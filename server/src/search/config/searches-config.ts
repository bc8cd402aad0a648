/** What searches offer everywhere; the same on all nodes. */
import { FIELD, FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import { SEARCHES_CONFIG_KEY, SearchesConfig, SearchesConfigDraft } from '@logyard/contract/search/searches-config'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../../platform/errors.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { parsePeriod } from './period.ts'

export interface SearchesConfigs {
  /** The default ones when nothing else was stored. */
  read(): Promise<SearchesConfig>
  /** Throws `searchesConfigUnreadable`. */
  replace(draft: unknown): Promise<SearchesConfig>
  /** Back to the default ones. */
  reset(): Promise<void>
}

export const searchesConfigUnreadable = () =>
  new LogyardError(
    'invalid',
    'searches-config-unreadable',
    `Couldn't parse cluster configuration "${SEARCHES_CONFIG_KEY}".`,
  )

const configCollection = defineCollection({
  name: 'searches-config',
  schema: Type.Object({ id: Type.String(), config: SearchesConfig }),
})
const ID = 'searches'

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

export function createSearchesConfigs({ settings }: { readonly settings: SettingsStore }): SearchesConfigs {
  const configs = settings.collection(configCollection)
  return {
    read: async () => (await configs.find(ID))?.config ?? DEFAULTS,
    async replace(draft) {
      if (!Value.Check(SearchesConfigDraft, draft)) throw searchesConfigUnreadable()
      const { analysis_disabled_fields = DEFAULTS.analysis_disabled_fields } = draft
      const config = { ...draft, analysis_disabled_fields }
      const periods = [
        config.query_time_range_limit,
        ...Object.keys(config.relative_timerange_options),
        ...Object.keys(config.surrounding_timerange_options),
      ]
      if (!periods.every((period) => parsePeriod(period) !== undefined)) throw searchesConfigUnreadable()
      return (await configs.put({ id: ID, config })).config
    },
    async reset() {
      await configs.delete(ID)
    },
  }
}
