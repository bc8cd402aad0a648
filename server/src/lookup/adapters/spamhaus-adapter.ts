import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { refreshField, THREAT_SOURCE_TEXT } from './form-fields.ts'
import { publishedList } from './published-list.ts'

/** Spamhaus blocks clients that ask more often than once an hour. */
const MIN_REFRESH_SECONDS = 3600

export const spamhausAdapter = adapterType({
  type: 'spamhaus-edrop',
  configClass: 'org.graylog.plugins.threatintel.adapters.spamhaus.SpamhausEDROPDataAdapter$Config',
  defaultConfig: { type: 'spamhaus-edrop', refresh_interval: 14_400 },
  form: {
    title: 'Spamhaus (E)DROP',
    docs: ['Says whether an IP address is in a network on the DROP and EDROP lists of Spamhaus.', THREAT_SOURCE_TEXT],
    fields: [refreshField(MIN_REFRESH_SECONDS)],
  },
  validate: ({ refresh_interval }) => onlyErrors({ refresh_interval: atLeast(refresh_interval, MIN_REFRESH_SECONDS) }),
  start: ({ refresh_interval }, start) =>
    publishedList(
      {
        kind: 'spamhaus',
        title: 'Spamhaus',
        urls: start.outside.spamhausLists,
        refreshEveryMs: Math.max(MIN_REFRESH_SECONDS, refresh_interval) * 1000,
      },
      start,
    ),
})
