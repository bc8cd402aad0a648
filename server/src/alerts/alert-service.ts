/** Alerts as users see and change them. */
import {
  type Alert,
  type AlertBulkRequest,
  type AlertBulkResult,
  type AlertDetails,
  type AlertsOfEvents,
  MAX_ALERT_COMMENTS,
  MAX_ALERTS_AT_ONCE,
  type OpenAlertCounts,
} from '@logyard/contract/alerts/alerts'
import type { Incident, IncidentPage } from '@logyard/contract/alerts/incidents'
import { mayReadEvent } from '../events/may-read-event.ts'
import type { Caller } from '../http/caller.ts'
import type { Accounts } from '../identity/accounts/accounts.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { Replica } from '../platform/settings/replica.ts'
import { type SettingsStore, UniqueTaken, type Write } from '../platform/settings/settings-store.ts'
import { type AlertChange, readChange } from './alert-changes.ts'
import type { AlertDefinitions } from './alert-deps.ts'
import { alertChangeRefused, alertNotFound, alertReopened, tooManyComments } from './alert-errors.ts'
import { type AlertFilter, openCounts, pageOfAlerts } from './alert-list.ts'
import { isSnoozed } from './alert-states.ts'
import type { AlertCommentStore, AlertStore, StoredAlert } from './alert-store.ts'
import {
  createReadableGroups,
  type IncidentFilter,
  listedAlerts,
  pageOfIncidents,
  shownIncident,
} from './incident-list.ts'
import type { AlertGroup } from './incidents.ts'
import type { QuietTimes } from './quiet-times.ts'

export interface AlertServiceDeps {
  readonly settings: SettingsStore
  readonly alerts: AlertStore
  readonly comments: AlertCommentStore
  /** All alerts in memory, for lists. */
  readonly replica: Replica<StoredAlert>
  readonly quietTimes: QuietTimes
  readonly definitions: AlertDefinitions
  readonly accounts: Pick<Accounts, 'read'>
  readonly clock: Clock
  readonly ids: Ids
}

export type AlertService = ReturnType<typeof createAlertService>

export function createAlertService(deps: AlertServiceDeps) {
  const { replica, clock } = deps
  const readableGroups = createReadableGroups(replica)
  return {
    async list(caller: Caller, filter: AlertFilter) {
      await replica.fresh()
      const { rows, ...found } = pageOfAlerts(replica.list(), filter, caller)
      return { ...found, alerts: await shownAll(deps, rows) }
    },
    async openCounts(caller: Caller): Promise<OpenAlertCounts> {
      await replica.fresh()
      return openCounts(replica.list(), caller)
    },
    async incidents(caller: Caller, filter: IncidentFilter): Promise<IncidentPage> {
      const { rows, ...found } = pageOfIncidents(await readableGroups(caller), filter)
      return { ...found, incidents: await Promise.all(rows.map((group) => incidentOf(deps, group))) }
    },
    async incidentOfAlert(caller: Caller, id: string): Promise<Incident> {
      const group = (await readableGroups(caller)).find(({ alerts }) => alerts.some((alert) => alert.id === id))
      if (group === undefined) throw alertNotFound(id)
      return incidentOf(deps, group)
    },
    get: async (caller: Caller, id: string) => details(deps, (await findReadable(deps, caller, id)).document),
    async comment(caller: Caller, id: string, text: string): Promise<AlertDetails> {
      if (text.trim() === '') throw alertChangeRefused('The comment is empty')
      return details(deps, await changeAlert(deps, caller, id, { change: (alert) => alert, comment: text }))
    },
    async change(caller: Caller, request: AlertBulkRequest): Promise<AlertBulkResult> {
      const findUser = async (username: string) => (await deps.accounts.read()).findByName(username)?.held
      const change = await readChange(request, { username: caller.username, now: clock.now(), findUser })
      const changed: StoredAlert[] = []
      const failures: { id: string; message: string }[] = []
      for (const id of new Set(request.ids)) {
        try {
          changed.push(await changeAlert(deps, caller, id, { change, comment: request.comment ?? '' }))
        } catch (error) {
          if (!(error instanceof LogyardError)) throw error
          failures.push({ id, message: error.message })
        }
      }
      return { alerts: await shownAll(deps, changed), failures }
    },
    async ofEvents(caller: Caller, text: string): Promise<AlertsOfEvents> {
      const ids = text.split(',').filter((id) => id !== '')
      if (ids.length > MAX_ALERTS_AT_ONCE) throw alertChangeRefused(`At most ${MAX_ALERTS_AT_ONCE} events at once`)
      await replica.fresh()
      const entries = ids.flatMap((eventId) => {
        const alert = replica.listBy('event', eventId).findLast((found) => mayReadEvent(caller, found.source_streams))
        if (alert === undefined) return []
        const { id, state, assignee, snoozed_until, comment_count } = alert
        return [[eventId, { id, state, assignee, snoozed_until, comment_count }] as const]
      })
      return { alerts: Object.fromEntries(entries) }
    },
  }
}

/** Who may not read an alert shall not learn that it exists. */
export async function findReadable({ alerts }: Pick<AlertServiceDeps, 'alerts'>, caller: Caller, id: string) {
  const found = await alerts.findVersioned(id)
  if (found === undefined || !mayReadEvent(caller, found.document.source_streams)) throw alertNotFound(id)
  return found
}

interface Step {
  readonly change: AlertChange
  /** Empty for none. */
  readonly comment: string
}

async function changeAlert(deps: AlertServiceDeps, caller: Caller, id: string, step: Step): Promise<StoredAlert> {
  try {
    return await commitRetrying(deps.settings, () => prepareChange(deps, caller, id, step))
  } catch (error) {
    throw error instanceof UniqueTaken && error.key === 'subject' ? alertReopened() : error
  }
}

async function prepareChange(deps: AlertServiceDeps, caller: Caller, id: string, { change, comment }: Step) {
  const { alerts, comments, ids } = deps
  const { document, version } = await findReadable(deps, caller, id)
  const text = comment.trim()
  const now = deps.clock.now().toISOString()
  const commented = text === '' ? document : { ...document, comment_count: document.comment_count + 1 }
  if (commented.comment_count > MAX_ALERT_COMMENTS) throw tooManyComments(MAX_ALERT_COMMENTS)
  const changed = change(commented)
  if (changed === document) return { writes: [], answer: document }
  const answer = { ...changed, updated_at: now }
  const writes: Write[] = [alerts.replacing(answer, version)]
  if (text !== '')
    writes.push(comments.inserting({ id: ids.next(), alert_id: id, author: caller.username, created_at: now, text }))
  return { writes, answer }
}

async function details(deps: AlertServiceDeps, alert: StoredAlert): Promise<AlertDetails> {
  const [shown] = await shownAll(deps, [alert])
  if (shown === undefined) throw alertNotFound(alert.id)
  const stored = await deps.comments.listBy('alert', alert.id)
  return { ...shown, comments: stored.map(({ alert_id: _, ...comment }) => comment) }
}

const incidentOf = async (deps: AlertServiceDeps, group: AlertGroup): Promise<Incident> =>
  shownIncident(group, await shownAll(deps, listedAlerts(group)))

async function shownAll(deps: AlertServiceDeps, alerts: readonly StoredAlert[]): Promise<Alert[]> {
  const now = deps.clock.now()
  const quiet = new Set<string>()
  for (const id of new Set(alerts.map((alert) => alert.event_definition_id))) {
    const definition = await deps.definitions.find(id)
    if (definition !== undefined && (await deps.quietTimes.activeFor(definition, now)).length > 0) quiet.add(id)
  }
  return alerts.map((alert) =>
    shownAlert(alert, quiet.has(alert.event_definition_id) || isSnoozed(alert, now.getTime())),
  )
}

function shownAlert(stored: StoredAlert, isQuiet: boolean): Alert {
  const { latest_event, event_ids: _ids, met_until_ms: _met, is_reopened: _reopened, ...alert } = stored
  const { owes_notification: _owes, facts: _facts, ...shown } = alert
  return {
    ...shown,
    priority: latest_event.priority,
    message: latest_event.message,
    latest_event_id: latest_event.id,
    latest_event_at: latest_event.timestamp,
    is_quiet: isQuiet,
  }
}
