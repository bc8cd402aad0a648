/** A process that claims a trigger and never ends its run, for tests that kill it: `<folder of the settings> <lease ms>`. */
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openSettingsOf } from '../../testing/settings-of-folder.ts'
import { startJobs } from './start-jobs.ts'

const [folder = '', leaseMs] = process.argv.slice(2)
const clock = systemClock
const settings = await openSettingsOf(folder, { clock, log: createLog('fatal') })
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
