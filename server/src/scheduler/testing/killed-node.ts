/** A process that claims a trigger and never ends its run, for tests that kill it: `<folder of the settings> <lease ms>`. */
import { join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../../platform/settings/sqlite-settings.ts'
import { startJobs } from './start-jobs.ts'

const [folder = '', leaseMs] = process.argv.slice(2)
const path = join(folder, SETTINGS_FILE)
const clock = systemClock
const settings = openSqliteSettings({ path, secretKey: Buffer.alloc(32, 7), clock, log: createLog('fatal') })
const jobs = startJobs('killed', { settings, clock, leaseMs: Number(leaseMs) })
jobs.register({
  type: 'test',
  atOnce: 1,
  run({ signal }) {
    process.stdout.write('running\n')
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
})
await jobs.open()
// Timers of the clock do not keep a process alive.
setInterval(() => undefined, 60_000)
