import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { AlertDefinitions } from './alert-deps.ts'
import { type AlertCommentStore, type AlertStore, isResolved, type StoredAlert } from './alert-store.ts'
import type { AlertExplanations } from './explanations/alert-explanations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const RESOLVED_ALERT_DAYS = 90
/** The oldest above it are deleted. */
export const MAX_RESOLVED_ALERTS = 5000
/** Alerts of one commit. */
const ALERTS_AT_ONCE = 500

interface SweepDeps {
  readonly settings: SettingsStore
  readonly alerts: AlertStore
  readonly comments: AlertCommentStore
  readonly explanations: Pick<AlertExplanations, 'forgetting'>
  readonly definitions: AlertDefinitions
  readonly clock: Clock
}

/** Resolves alerts whose definition was deleted, and deletes old resolved ones. */
export const alertSweep = (deps: SweepDeps): ScheduledJob => ({
  name: 'alert-sweep',
  everyMs: HOUR_MS,
  scope: 'cluster',
  deletesByAge: true,
  async run(signal) {
    const all = await deps.alerts.list()
    await resolveOrphans(deps, all, signal)
    await deleteOld(deps, all, signal)
  },
})

async function resolveOrphans(deps: SweepDeps, all: readonly StoredAlert[], signal: AbortSignal): Promise<void> {
  const { alerts, definitions, clock } = deps
  for (const [id, ofDefinition] of Map.groupBy(all, (alert) => alert.event_definition_id)) {
    const unresolved = ofDefinition.filter((alert) => !isResolved(alert))
    if (unresolved.length === 0 || (await definitions.find(id)) !== undefined) continue
    signal.throwIfAborted()
    const now = clock.now().toISOString()
    for (const alert of unresolved)
      await alerts.update(alert.id, (current) =>
        isResolved(current) ? current : { ...current, state: 'resolved', resolved_at: now, updated_at: now },
      )
  }
}

async function deleteOld(deps: SweepDeps, all: readonly StoredAlert[], signal: AbortSignal): Promise<void> {
  const { settings, alerts, comments, explanations, clock } = deps
  const end = new Date(clock.now().getTime() - RESOLVED_ALERT_DAYS * DAY_MS).toISOString()
  const resolved = all.filter(isResolved).sort((a, b) => (resolvedAt(a) < resolvedAt(b) ? 1 : -1))
  const old = resolved.filter((alert, index) => index >= MAX_RESOLVED_ALERTS || resolvedAt(alert) < end)
  for (let from = 0; from < old.length; from += ALERTS_AT_ONCE) {
    signal.throwIfAborted()
    const writes: Write[] = []
    for (const { id } of old.slice(from, from + ALERTS_AT_ONCE)) {
      const ofAlert = await comments.listBy('alert', id)
      const ofComments = ofAlert.map((comment) => comments.deleting(comment.id))
      writes.push(alerts.deleting(id), ...ofComments, ...explanations.forgetting(id))
    }
    await settings.commit(writes)
  }
}

const resolvedAt = ({ resolved_at }: StoredAlert) => resolved_at ?? ''
