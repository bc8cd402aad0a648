/** The states of alerts follow from events: the first opens an alert, later ones count, and it resolves by itself. */
import { MAX_ALERT_EVENTS } from '@logyard/contract/alerts/alerts'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventBatch, EventFollower, FollowedEvent } from '../events/event-follower.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Versioned, Write } from '../platform/settings/settings-store.ts'
import type { AlertNotifications } from './alert-deps.ts'
import { type AlertStore, type StoredAlert, subjectOf } from './alert-store.ts'
import type { AlertExplanations } from './explanations/alert-explanations.ts'
import type { HeldBackCounts } from './quiet-time-store.ts'
import type { QuietTimes } from './quiet-times.ts'

/** Alerts per definition. Further groups open no alert until one is resolved; their events are stored as usual. */
export const MAX_UNRESOLVED_ALERTS = 500

export interface AlertStatesDeps {
  readonly alerts: AlertStore
  readonly heldBackCounts: HeldBackCounts
  readonly quietTimes: QuietTimes
  readonly notifications: AlertNotifications
  readonly explanations: Pick<AlertExplanations, 'asking'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

interface Change {
  readonly before: Versioned<StoredAlert> | undefined
  after: StoredAlert
}

interface Changes {
  readonly batch: EventBatch
  readonly now: string
  /** The ids of the quiet times that last now. */
  readonly quiet: readonly string[]
  readonly unresolved: ReadonlyMap<string, StoredAlert>
  readonly bySubject: Map<string, Change>
  heldBack: number
}

export function createAlertStates(deps: AlertStatesDeps): EventFollower {
  return {
    async writesFor(batch) {
      const { definition } = batch
      const open = await deps.alerts.listBy('unresolved', definition.id)
      if (open.length === 0 && (batch.events.length === 0 || !definition.alert)) return []
      const changes: Changes = {
        batch,
        now: new Date(batch.nowMs).toISOString(),
        quiet: await deps.quietTimes.activeFor(definition, new Date(batch.nowMs)),
        unresolved: new Map(open.map((alert) => [subjectOf(alert.event_definition_id, alert.key, alert.group), alert])),
        bySubject: new Map(),
        heldBack: 0,
      }
      if (definition.alert) for (const followed of batch.events) await follow(deps, changes, followed)
      const later = await resolveEnded(deps, changes)
      const opened = [...changes.bySubject.values()].flatMap(({ before, after }) =>
        before === undefined ? [after] : [],
      )
      const asking = await deps.explanations.asking(opened)
      return [...alertWrites(deps, changes), ...asking, ...(await quietTimeWrites(deps, changes)), ...later]
    },
  }
}

async function follow(deps: AlertStatesDeps, changes: Changes, followed: FollowedEvent): Promise<void> {
  const { batch, unresolved, bySubject } = changes
  const { event, group } = followed
  const subject = subjectOf(batch.definition.id, event.key ?? '', group)
  const change = bySubject.get(subject) ?? (await startChange(deps, unresolved.get(subject)))
  if (change === undefined) {
    const opened = [...bySubject.values()].filter(({ before }) => before === undefined).length
    if (unresolved.size + opened >= MAX_UNRESOLVED_ALERTS) {
      deps.log.warn({ definitionId: batch.definition.id }, 'an event opened no alert, because too many are unresolved')
      return
    }
    bySubject.set(subject, { before: undefined, after: held(changes, openAlert(deps, changes, followed)) })
    return
  }
  bySubject.set(subject, change)
  // The same occurrence can be found again, by a run that somebody started by hand.
  if (change.after.event_ids.includes(event.id))
    change.after = { ...change.after, met_until_ms: metUntil(changes, change.after) }
  else change.after = held(changes, continueAlert(changes, change.after, followed))
}

async function startChange(deps: AlertStatesDeps, alert: StoredAlert | undefined): Promise<Change | undefined> {
  const before = alert && (await deps.alerts.findVersioned(alert.id))
  return before && { before, after: before.document }
}

const metUntil = ({ batch }: Changes, { met_until_ms }: StoredAlert) => Math.max(met_until_ms, batch.range.toMs)

function openAlert({ ids }: AlertStatesDeps, changes: Changes, { event, group, facts }: FollowedEvent): StoredAlert {
  const { definition } = changes.batch
  return {
    id: ids.next(),
    event_definition_id: definition.id,
    title: definition.title,
    state: 'open',
    key: event.key ?? '',
    group: [...group],
    facts: [...facts],
    source_streams: [...event.source_streams],
    latest_event: event,
    event_count: 1,
    event_ids: [event.id],
    first_event_id: event.id,
    first_event_at: event.timestamp,
    opened_at: event.timestamp,
    updated_at: changes.now,
    met_until_ms: changes.batch.range.toMs,
    is_reopened: false,
    acknowledged_by: null,
    acknowledged_at: null,
    resolved_by: null,
    resolved_at: null,
    assignee: null,
    snoozed_until: null,
    held_back_notifications: 0,
    owes_notification: false,
    comment_count: 0,
  }
}

function continueAlert(changes: Changes, alert: StoredAlert, { event }: FollowedEvent): StoredAlert {
  const isNewer = event.timestamp >= alert.latest_event.timestamp
  const isFirst = event.timestamp < alert.first_event_at
  return {
    ...alert,
    title: changes.batch.definition.title,
    source_streams: [...new Set([...alert.source_streams, ...event.source_streams])],
    ...(isFirst && { first_event_id: event.id, first_event_at: event.timestamp, opened_at: event.timestamp }),
    latest_event: isNewer ? event : alert.latest_event,
    event_count: alert.event_count + 1,
    event_ids: [...alert.event_ids, event.id].slice(-MAX_ALERT_EVENTS),
    updated_at: changes.now,
    met_until_ms: metUntil(changes, alert),
    is_reopened: false,
  }
}

/** The notifications of an event are not queued while its alert is snoozed or a quiet time lasts; here they count. */
function held(changes: Changes, alert: StoredAlert): StoredAlert {
  const count = changes.batch.definition.notifications.length
  if (count === 0 || !isHeldBack(alert, changes.quiet, changes.batch.nowMs)) return alert
  if (changes.quiet.length > 0) changes.heldBack += count
  return {
    ...alert,
    held_back_notifications: alert.held_back_notifications + count,
    owes_notification: true,
  }
}

export const isSnoozed = ({ snoozed_until }: Pick<StoredAlert, 'snoozed_until'>, nowMs: number): boolean =>
  snoozed_until !== null && Date.parse(snoozed_until) > nowMs

const isHeldBack = (alert: StoredAlert, quiet: readonly string[], nowMs: number) =>
  quiet.length > 0 || isSnoozed(alert, nowMs)

/** Resolves alerts whose condition has ended, and returns the writes of recovery notifications. */
async function resolveEnded(deps: AlertStatesDeps, changes: Changes): Promise<readonly Write[]> {
  const { batch, unresolved, bySubject, quiet, now } = changes
  if (!batch.isEnd || batch.jobTriggerId === BY_HAND) return []
  const writes: Write[] = []
  const stillMet = new Set(batch.stillMet?.map((group) => JSON.stringify(group)))
  for (const [subject, alert] of unresolved) {
    if (bySubject.has(subject) || !hasEnded(batch, stillMet, alert)) continue
    const change = await startChange(deps, alert)
    if (change === undefined || change.after.state === 'resolved') continue
    const resolved = { ...change.after, state: 'resolved', resolved_at: now, updated_at: now } as const
    bySubject.set(subject, { before: change.before, after: resolved })
    const isTold = batch.definition.alert && batch.definition.recovery.notify && !isHeldBack(alert, quiet, batch.nowMs)
    if (isTold)
      writes.push(...(await deps.notifications.queueNotifications(batch.definition, alert.latest_event, 'recovered')))
  }
  return writes
}

/** A run that somebody started by hand over an old range says nothing about now. */
const BY_HAND = '<unknown>'

function hasEnded(
  { definition, range, nowMs }: EventBatch,
  stillMet: ReadonlySet<string>,
  alert: StoredAlert,
): boolean {
  if (!definition.alert) return true
  if (alert.is_reopened) return false
  if (isLasting(definition)) {
    return !stillMet.has(JSON.stringify(alert.group)) && alert.met_until_ms < range.toMs
  }
  const { after_ms } = definition.recovery
  return after_ms > 0 && nowMs - Date.parse(alert.latest_event.timestamp) >= after_ms
}

const LASTING: ReadonlySet<string> = new Set(['absence-v1', 'unusual-level-v1', 'steps-v1', 'sql-v1'])

/** Each run tells whether the condition is met. Other types find single occurrences, which do not last. */
function isLasting({ config }: EventDefinition): boolean {
  if (config.type === 'aggregation-v1') return config.series.length > 0
  return LASTING.has(config.type)
}

const alertWrites = ({ alerts }: AlertStatesDeps, { bySubject }: Changes): readonly Write[] =>
  Array.from(bySubject.values(), ({ before, after }) =>
    before === undefined ? alerts.inserting(after) : alerts.replacing(after, before.version),
  )

/** Counted for each definition: runs of different definitions must not wait for each other. */
async function quietTimeWrites({ heldBackCounts }: AlertStatesDeps, changes: Changes): Promise<readonly Write[]> {
  const { batch, quiet, heldBack } = changes
  if (heldBack === 0) return []
  return Promise.all(
    quiet.map(async (quiet_time_id) => {
      const id = `${quiet_time_id}:${batch.definition.id}`
      const found = await heldBackCounts.findVersioned(id)
      if (found === undefined) return heldBackCounts.inserting({ id, quiet_time_id, count: heldBack })
      return heldBackCounts.replacing({ ...found.document, count: found.document.count + heldBack }, found.version)
    }),
  )
}
