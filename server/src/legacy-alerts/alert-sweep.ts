/** Deletes old alerts with their histories, and what belongs to streams and conditions that are gone. */
import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { Streams } from '../streams/stream-service.ts'
import { type HistoryStore, isOpen, type LegacyAlertStore, type StoredLegacyAlert } from './alert-store.ts'
import type { StreamConditions } from './stream-conditions.ts'

const HOUR_MS = 3_600_000
/** The oldest resolved ones above it are deleted. */
export const MAX_LEGACY_ALERTS = 10_000
/** Alerts per commit; each may have many histories. */
const ALERTS_AT_ONCE = 20

export interface LegacyAlertSweepDeps {
  readonly settings: SettingsStore
  readonly streams: Pick<Streams, 'list'>
  readonly conditions: StreamConditions
  readonly alerts: LegacyAlertStore
  readonly histories: HistoryStore
  readonly clock: Clock
}

export const legacyAlertSweep = (deps: LegacyAlertSweepDeps): ScheduledJob => ({
  name: 'legacy-alert-sweep',
  everyMs: HOUR_MS,
  scope: 'cluster',
  async run(signal) {
    const streamIds = new Set((await deps.streams.list()).map(({ id }) => id))
    await deleteOfGoneStreams(deps, streamIds)
    const alerts = await deps.alerts.list()
    await resolveOrphans(deps, alerts)
    const ofStreams = alerts.filter(({ stream_id }) => streamIds.has(stream_id))
    const resolved = ofStreams.filter((alert) => !isOpen(alert))
    const surplus = resolved.toSorted(byAge).slice(0, Math.max(0, ofStreams.length - MAX_LEGACY_ALERTS))
    const ofGone = alerts.filter(({ stream_id }) => !streamIds.has(stream_id))
    await deleteAlerts(deps, [...ofGone, ...surplus], signal)
  },
})

const byAge = (a: StoredLegacyAlert, b: StoredLegacyAlert): number => (a.triggered_at < b.triggered_at ? -1 : 1)

/** They were created at the moment at which their stream was deleted. */
async function deleteOfGoneStreams(
  { settings, conditions }: LegacyAlertSweepDeps,
  streamIds: ReadonlySet<string>,
): Promise<void> {
  await conditions.fresh()
  const isGone = ({ stream_id }: { readonly stream_id: string }) => !streamIds.has(stream_id)
  const writes = [
    ...conditions
      .allConditions()
      .filter(isGone)
      .map(({ id }) => conditions.conditions.deleting(id)),
    ...conditions
      .allCallbacks()
      .filter(isGone)
      .map(({ id }) => conditions.callbacks.deleting(id)),
  ]
  if (writes.length > 0) await settings.commit(writes)
}

async function resolveOrphans(
  { conditions, alerts, clock }: LegacyAlertSweepDeps,
  all: readonly StoredLegacyAlert[],
): Promise<void> {
  const orphans = all.filter((alert) => isOpen(alert) && conditions.findCondition(alert.condition_id) === undefined)
  const resolved_at = clock.now().toISOString()
  for (const { id } of orphans) await alerts.update(id, (alert) => (isOpen(alert) ? { ...alert, resolved_at } : alert))
}

async function deleteAlerts(
  { settings, alerts, histories }: LegacyAlertSweepDeps,
  old: readonly StoredLegacyAlert[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < old.length; from += ALERTS_AT_ONCE) {
    signal.throwIfAborted()
    const writes: Write[] = []
    for (const { id } of old.slice(from, from + ALERTS_AT_ONCE)) {
      const runs = await histories.listBy('alert', id)
      writes.push(alerts.deleting(id), ...runs.map((run) => histories.deleting(run.id)))
    }
    await settings.commit(writes)
  }
}
