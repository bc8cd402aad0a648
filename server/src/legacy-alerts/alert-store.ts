/** The stored alerts of legacy conditions, and the runs of alarm callbacks for them. */
import { AlarmCallbackResult, type LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])

const StoredLegacyAlert = Type.Object({
  id: Type.String(),
  stream_id: Type.String(),
  condition_id: Type.String(),
  description: Type.String(),
  condition_parameters: Type.Record(Type.String(), Type.Unknown()),
  triggered_at: Type.String(),
  resolved_at: nullableText,
  is_interval: Type.Boolean(),
  /** When its callbacks were last queued; null if the stream had none. */
  notified_at: nullableText,
})
export type StoredLegacyAlert = Static<typeof StoredLegacyAlert>

type Lasting = Pick<StoredLegacyAlert, 'is_interval' | 'resolved_at'>
export const isOpen = ({ is_interval, resolved_at }: Lasting): boolean => is_interval && resolved_at === null

export const legacyAlertCollection = defineCollection({
  name: 'legacy_alerts',
  audit: { type: 'legacy-alerts' },
  schema: StoredLegacyAlert,
  keys: {
    stream: { unique: false, of: ({ stream_id }: StoredLegacyAlert) => [stream_id] },
    condition: { unique: false, of: ({ condition_id }: StoredLegacyAlert) => [condition_id] },
    /** A condition has at most one open alert. */
    open: {
      unique: true,
      of: (alert: StoredLegacyAlert) => (isOpen(alert) ? [alert.condition_id] : []),
    },
  },
})
export type LegacyAlertStore = Collection<StoredLegacyAlert, 'stream' | 'condition' | 'open'>

export const alertAnswer = ({ notified_at: _, ...alert }: StoredLegacyAlert): LegacyAlert => alert

const StoredHistory = Type.Object({
  id: Type.String(),
  alert_id: Type.String(),
  alertcondition_id: Type.String(),
  callback: Type.String({ description: 'JSON of the callback at that time; an address may have a secret' }),
  result: AlarmCallbackResult,
  created_at: Type.String(),
})
export type StoredHistory = Static<typeof StoredHistory>

export const historyCollection = defineCollection({
  name: 'legacy_alarm_histories',
  audit: { type: 'legacy-alarm-histories' },
  schema: StoredHistory,
  secrets: ['callback'],
  keys: { alert: { unique: false, of: ({ alert_id }: StoredHistory) => [alert_id] } },
})
export type HistoryStore = Collection<StoredHistory, 'alert'>
