import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { choices } from './form-fields.ts'

/** Configurations of this type still exist. They always show the error. */
export const abuseChAdapter = adapterType({
  type: 'abuse-ch-ransom',
  configClass: 'org.graylog.plugins.threatintel.adapters.abusech.AbuseChRansomAdapter$Config',
  defaultConfig: {
    type: 'abuse-ch-ransom',
    refresh_interval: 24,
    refresh_interval_unit: 'HOURS',
    blocklist_type: 'URLS',
  },
  form: {
    title: '[Deprecated] Ransomware blocklists from abuse.ch',
    docs: ['The blocklist was shut down by abuse.ch in 2019. This data adapter is always in an error state.'],
    fields: [
      {
        kind: 'choice',
        name: 'blocklist_type',
        label: 'Blocklist type',
        options: choices({ DOMAINS: 'Domains', URLS: 'URLs', IPS: 'IP addresses' }),
      },
      {
        kind: 'period',
        name: 'refresh_interval',
        unit_name: 'refresh_interval_unit',
        label: 'Refresh interval',
        off: 0,
        initial: { amount: 10, unit: 'MINUTES' },
      },
    ],
  },
  validate: ({ refresh_interval }) => onlyErrors({ refresh_interval: atLeast(refresh_interval, 1) }),
  start: () => ({
    kind: 'sharing',
    answers: () => undefined,
    async refresh() {
      throw new Error('abuse.ch ended its ransomware blocklists in 2019. Delete this data adapter.')
    },
    async [Symbol.asyncDispose]() {
      // It has nothing that is open.
    },
  }),
})
