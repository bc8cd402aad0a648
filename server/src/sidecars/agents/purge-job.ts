/** Marks sidecars that went silent, and deletes those that stayed silent. */
import { SIDECAR_STATUS } from '@logyard/contract/sidecars/sidecars'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ScheduledJob } from '../../platform/scheduler/scheduler.ts'
import type { Assignments } from '../assignments/assignments.ts'
import type { Uploads } from '../configurations/uploads.ts'
import type { Actions } from '../registrations/actions.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'
import type { Registrations } from '../registrations/registrations.ts'
import type { SidecarSettingsReader } from '../sidecar-settings.ts'

export interface PurgeDeps {
  readonly registrations: Registrations
  readonly assignments: Pick<Assignments, 'delete'>
  readonly actions: Pick<Actions, 'deleteOrphans'>
  readonly uploads: Pick<Uploads, 'deleteOld'>
  readonly sidecarSettings: SidecarSettingsReader
  readonly clock: Clock
  readonly log: Log
}

const EVERY_MS = 10 * 60_000
const SILENT = 'Received no ping signal from sidecar'

export const purgeJob = (deps: PurgeDeps): ScheduledJob => ({
  name: 'sidecar-purge',
  everyMs: EVERY_MS,
  scope: 'cluster',
  deletesByAge: true,
  run: () => purge(deps),
})

async function purge({ registrations, assignments, actions, uploads, ...deps }: PurgeDeps): Promise<void> {
  const { inactiveMs, expirationMs } = await deps.sidecarSettings.read()
  const now = deps.clock.now().getTime()
  const inactiveSince = new Date(now - inactiveMs).toISOString()
  const expiredSince = new Date(now - expirationMs).toISOString()
  for (const sidecar of registrations.list()) {
    const { last_seen, node_details } = sidecar
    if (last_seen < inactiveSince && node_details.status?.status === SIDECAR_STATUS.running) {
      registrations.change(silent(sidecar))
    }
  }
  await registrations.flush()
  const expired = registrations
    .list()
    .filter(({ last_seen }) => last_seen < expiredSince)
    .map(({ node_id }) => node_id)
  await registrations.delete(expired)
  await assignments.delete(expired)
  if (expired.length > 0) deps.log.info({ nodeIds: expired.slice(0, 100), count: expired.length }, 'sidecars expired')
  await actions.deleteOrphans((nodeId) => registrations.find(nodeId) !== undefined)
  await uploads.deleteOld()
}

function silent(sidecar: StoredRegistration): StoredRegistration {
  const collectorIds = new Set(sidecar.node_details.status?.collectors.map(({ collector_id }) => collector_id))
  const unknown = { status: SIDECAR_STATUS.unknown, message: SILENT }
  return {
    ...sidecar,
    node_details: {
      ...sidecar.node_details,
      status: {
        ...unknown,
        collectors: [...collectorIds].map((collector_id) => ({ collector_id, ...unknown, verbose_message: '' })),
      },
    },
  }
}
