import { durationMs } from '../duration-ms.ts'
import type { MaxmindAnswers } from '../maxmind/maxmind-answers.ts'
import { createDatabaseFile } from '../maxmind/shared-database.ts'
import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { choices } from './form-fields.ts'

const MIN_CHECK_MS = 1000

export const maxmindAdapter = adapterType({
  type: 'maxmind_geoip',
  configClass: 'org.graylog.plugins.map.geoip.MaxmindDataAdapter$Config',
  defaultConfig: {
    type: 'maxmind_geoip',
    path: '/etc/graylog/server/GeoLite2-City.mmdb',
    database_type: 'MAXMIND_CITY',
    check_interval: 1,
    check_interval_unit: 'MINUTES',
  },
  form: {
    title: 'Geo IP - MaxMind™ Databases',
    docs: [
      'Finds the location or the network of an IP address in a MaxMind database file (.mmdb) on the server.',
      'City: the single value is latitude and longitude. Country: the ISO code. ASN: the number of the network. The multi value has all details.',
      'Replace the file to update it. A file with an error does not replace the loaded database.',
    ],
    fields: [
      { kind: 'text', name: 'path', label: 'File path', help: 'On every node' },
      {
        kind: 'choice',
        name: 'database_type',
        label: 'Database type',
        options: choices({
          MAXMIND_ASN: 'ASN database',
          MAXMIND_CITY: 'City database',
          MAXMIND_COUNTRY: 'Country database',
        }),
      },
      {
        kind: 'period',
        name: 'check_interval',
        unit_name: 'check_interval_unit',
        label: 'Refresh file',
        help: 'How often the file is checked for changes',
        off: 0,
        initial: { amount: 1, unit: 'MINUTES' },
      },
    ],
  },
  validate: async ({ path, check_interval }, { files }) =>
    onlyErrors({ path: await files.check(path), check_interval: atLeast(check_interval, 0) }),
  start({ path, database_type, check_interval, check_interval_unit }, { files }) {
    const file = createDatabaseFile({ path, type: database_type }, files)
    let answers: MaxmindAnswers | undefined
    const everyMs = durationMs(check_interval, check_interval_unit ?? 'MINUTES')
    return {
      kind: 'sharing',
      answers: () => answers,
      ...(everyMs > 0 ? { refreshEveryMs: Math.max(MIN_CHECK_MS, everyMs) } : {}),
      async refresh(signal) {
        const change = await file.refresh(signal)
        const current = file.current()
        if (change === 'changed' && current !== undefined) answers = { kind: 'maxmind', ...current }
        return change
      },
      async [Symbol.asyncDispose]() {
        // The memory is free once no thread reads it.
      },
    }
  },
})
