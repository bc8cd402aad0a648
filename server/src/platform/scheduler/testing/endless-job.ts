/** A process that runs an endless job of the cluster, for tests that kill it: `<folder of the settings> <lease ms>`. */
import { openSettingsOf } from '../../../testing/settings-of-folder.ts'
import { systemClock } from '../../clock.ts'
import { createLog } from '../../log.ts'
import { createScheduler } from '../scheduler.ts'

const [folder = '', leaseMs] = process.argv.slice(2)
const clock = systemClock
const log = createLog('fatal')
const scheduler = createScheduler({
  settings: await openSettingsOf(folder, { clock, log }),
  clock,
  log,
  nodeId: 'killed',
  metrics: { counter: () => ({ increment: () => undefined }) },
  leaseMs: Number(leaseMs),
})
scheduler.add({
  name: 'endless',
  everyMs: 50,
  scope: 'cluster',
  run(signal) {
    process.stdout.write('running\n')
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
})
// Timers of the clock do not keep a process alive.
setInterval(() => undefined, 60_000)
