import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'

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
