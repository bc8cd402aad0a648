import { durationMs } from '../duration-ms.ts'
import type { MaxmindAnswers } from '../maxmind/maxmind-answers.ts'
import { createDatabaseFile } from '../maxmind/shared-database.ts'
import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'

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
