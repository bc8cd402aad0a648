/** What users do with alerts. */
import { type AlertBulkRequest, MAX_SNOOZE_DAYS } from '@logyard/contract/alerts/alerts'
import { mayReadEvent } from '../events/may-read-event.ts'
import { alertChangeRefused } from './alert-errors.ts'
import type { Permissions } from './alert-list.ts'
import type { StoredAlert } from './alert-store.ts'

const DAY_MS = 86_400_000

export type AlertChange = (alert: StoredAlert) => StoredAlert

export interface ChangeContext {
  readonly username: string
  readonly now: Date
  findUser(username: string): Promise<Permissions | undefined>
}

/** Checks the request once; the change then applies to each alert, and throws for those whose state refuses it. */
export async function readChange(request: AlertBulkRequest, context: ChangeContext): Promise<AlertChange> {
  const at = context.now.toISOString()
  const { username } = context
  switch (request.action) {
    case 'acknowledge':
      return (alert) => {
        if (alert.state === 'acknowledged') return alert
        refuseResolved(alert)
        return { ...alert, state: 'acknowledged', acknowledged_by: username, acknowledged_at: at }
      }
    case 'resolve':
      return (alert) =>
        alert.state === 'resolved' ? alert : { ...alert, state: 'resolved', resolved_by: username, resolved_at: at }
    case 'reopen':
      return reopened
    case 'assign': {
      const assignee = request.assignee ?? ''
      const user = await context.findUser(assignee)
      if (user === undefined) throw alertChangeRefused(`There is no user "${assignee}"`)
      return (alert) => {
        if (!mayReadEvent(user, alert.source_streams))
          throw alertChangeRefused(`The user "${assignee}" may not read the alert`)
        return { ...alert, assignee }
      }
    }
    case 'unassign':
      return (alert) => ({ ...alert, assignee: null })
    case 'snooze': {
      const snoozed_until = readUntil(request.until, context.now)
      return (alert) => {
        refuseResolved(alert)
        return { ...alert, snoozed_until }
      }
    }
    case 'unsnooze':
      return (alert) => ({ ...alert, snoozed_until: null })
  }
}

function refuseResolved({ state }: StoredAlert): void {
  if (state === 'resolved') throw alertChangeRefused('The alert is resolved; reopen it first')
}

/** A resolved alert that is opened again waits for its next event: its condition has ended, so it would end at once. */
function reopened(alert: StoredAlert): StoredAlert {
  if (alert.state === 'open') return alert
  const acknowledged = { acknowledged_by: null, acknowledged_at: null }
  const resolved = { resolved_by: null, resolved_at: null }
  return {
    ...alert,
    ...acknowledged,
    ...resolved,
    state: 'open',
    is_reopened: alert.is_reopened || alert.state === 'resolved',
  }
}

function readUntil(text: string | undefined, now: Date): string {
  const until = new Date(text ?? '')
  const waitMs = until.getTime() - now.getTime()
  if (!(waitMs > 0 && waitMs <= MAX_SNOOZE_DAYS * DAY_MS))
    throw alertChangeRefused(`\`until\` must be a time in ISO 8601 within the next ${MAX_SNOOZE_DAYS} days`)
  return until.toISOString()
}
