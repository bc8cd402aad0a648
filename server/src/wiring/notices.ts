/** Wires the notices about the state of the process, the machine and the message store. */
import { join } from 'node:path'
import { VERSION } from '../machine/version.ts'
import { watchLongPauses } from '../metrics/long-pauses.ts'
import { createUpdateCheck, UPDATE_CHECK_MS } from '../notices/update-check.ts'
import type { ClockWatch } from '../platform/clock-watch.ts'
import { createStoreChecks, STORE_CHECKS_MS } from '../store/engine/checks/store-checks.ts'
import { createStoreHost } from '../store/engine/checks/store-host.ts'
import { tellDamagedParts } from '../store/engine/damaged-parts.ts'
import { watchEngine } from '../store/engine/engine-watch.ts'
import type { Foundation } from './area.ts'
import { loggingAs } from './logging-as.ts'
import type { Startup } from './startup.ts'
import { tellClockJumps } from './tell-clock-jumps.ts'

type NoticesDeps = Pick<
  Foundation,
  'config' | 'engine' | 'notifications' | 'scheduler' | 'clock' | 'fetchChecked' | 'log'
> & { readonly clockWatch: ClockWatch }

export async function watchForNotices(startup: Startup, given: NoticesDeps): Promise<void> {
  const deps = loggingAs('notices', given)
  const { config, engine, notifications, scheduler, clock, log } = deps
  startup.use(watchEngine({ engineState: engine.state, notifications, clock, log }))
  startup.use(tellDamagedParts({ engine, notifications, log }))
  startup.use(watchLongPauses({ notifications, log }))
  startup.use(tellClockJumps(deps))

  const isEmbedded = config.LOGYARD_CLICKHOUSE_URL === ''
  const folder = isEmbedded ? join(config.LOGYARD_DATA, 'engine') : undefined
  const host = createStoreHost({ engine, folder, clock })
  const checks = createStoreChecks({ host, isUp: () => engine.state() === 'up', notifications, log })
  scheduler.add({ name: 'store-checks', everyMs: STORE_CHECKS_MS, scope: 'node', run: checks.run })

  const { fetchChecked } = deps
  const url = config.LOGYARD_UPDATE_URL
  const updates = createUpdateCheck({ url, version: VERSION, notifications, log, fetchChecked })
  await updates.start()
  if (url === '') return
  scheduler.add({ name: 'update-check', everyMs: UPDATE_CHECK_MS, scope: 'cluster', run: updates.run })
}
