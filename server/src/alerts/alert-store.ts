/** The stored alerts and their comments. */
import { createHash } from 'node:crypto'
import { ALERT_STATES, AlertComment } from '@logyard/contract/alerts/alerts'
import { IncidentFact } from '@logyard/contract/alerts/incidents'
import { EventDto } from '@logyard/contract/events/events'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])

const StoredAlert = Type.Object({
  id: Type.String(),
  event_definition_id: Type.String(),
  title: Type.String(),
  state: Type.Enum(ALERT_STATES),
  key: Type.String(),
  group: Type.Array(Type.String()),
  /** Facts of its first event: alerts that share one belong to one incident. */
  facts: Type.Array(IncidentFact),
  /** Streams of all its events: users who may not read one of them may not see the alert. */
  source_streams: Type.Array(Type.String()),
  latest_event: EventDto,
  event_count: Type.Integer(),
  /** The latest ones, oldest first. */
  event_ids: Type.Array(Type.String()),
  first_event_id: Type.String(),
  first_event_at: Type.String(),
  /** Time of its first event. */
  opened_at: Type.String(),
  updated_at: Type.String(),
  /** The end of the range in which the condition was last met. */
  met_until_ms: Type.Integer(),
  /** Opened again by hand: then it does not end before a new event. */
  is_reopened: Type.Boolean(),
  acknowledged_by: nullableText,
  acknowledged_at: nullableText,
  resolved_by: nullableText,
  resolved_at: nullableText,
  assignee: nullableText,
  snoozed_until: nullableText,
  held_back_notifications: Type.Integer(),
  /** Some are held back of which the end of a quiet time has not told. */
  owes_notification: Type.Boolean(),
  comment_count: Type.Integer(),
})
export type StoredAlert = Static<typeof StoredAlert>

/** Digest of what one alert is about. Keys and groups are long, and may contain anything. */
export const subjectOf = (definitionId: string, key: string, group: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([definitionId, key, group]))
    .digest('base64url')

export const isResolved = ({ state }: Pick<StoredAlert, 'state'>) => state === 'resolved'

export const alertCollection = defineCollection({
  name: 'alerts',
  audit: { type: 'alert' },
  schema: StoredAlert,
  keys: {
    /** At most one alert about the same is not resolved. */
    subject: {
      unique: true,
      of: (alert: StoredAlert) =>
        isResolved(alert) ? [] : [subjectOf(alert.event_definition_id, alert.key, alert.group)],
    },
    /** The definition of an alert that is not resolved. */
    unresolved: { unique: false, of: (alert: StoredAlert) => (isResolved(alert) ? [] : [alert.event_definition_id]) },
    /** Alerts of which the end of a quiet time may tell. */
    owing: {
      unique: false,
      of: (alert: StoredAlert) => (alert.owes_notification && !isResolved(alert) ? ['yes'] : []),
    },
    event: { unique: false, of: ({ event_ids }: StoredAlert) => event_ids },
  },
  changes: [
    {
      id: '2026-11-29-alerts-open-with-their-first-event',
      change: (alert) => ({ ...alert, opened_at: alert['first_event_at'] }),
    },
    {
      id: '2026-11-29-alerts-have-facts',
      change: (alert) => ({ facts: [], ...alert }),
    },
  ],
})
export type AlertStore = Collection<StoredAlert, 'subject' | 'unresolved' | 'owing' | 'event'>

const StoredComment = Type.Object({ alert_id: Type.String(), ...AlertComment.properties })
export type StoredComment = Static<typeof StoredComment>

export const alertCommentCollection = defineCollection({
  name: 'alert_comments',
  audit: { type: 'alert-comment' },
  schema: StoredComment,
  keys: { alert: { unique: false, of: ({ alert_id }: StoredComment) => [alert_id] } },
})
export type AlertCommentStore = Collection<StoredComment, 'alert'>
