/** Legacy alerts: that a condition of a stream was met, until it no longer is. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'
import { AlarmCallback } from './alarm-callbacks.ts'
import { AlertCondition } from './alert-conditions.ts'

export const LEGACY_ALERT_STATES = ['any', 'resolved', 'unresolved'] as const
export type LegacyAlertState = (typeof LEGACY_ALERT_STATES)[number]

export const DEFAULT_LEGACY_ALERTS = 300
const MAX_STATE = 100
const MAX_RECEIVER = 1000

export const LegacyAlert = Type.Object(
  {
    id: Type.String(),
    condition_id: Type.String(),
    stream_id: Type.String(),
    description: Type.String({ description: 'Why it was triggered' }),
    condition_parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'When it was triggered' }),
    triggered_at: IsoInstant,
    resolved_at: nullable(IsoInstant),
    is_interval: Type.Boolean({ description: 'It lasts until resolved_at; otherwise it counts as resolved' }),
  },
  { title: 'LegacyAlert' },
)
export type LegacyAlert = Static<typeof LegacyAlert>

export const LegacyAlertList = Type.Object(
  { total: Type.Integer(), alerts: Type.Array(LegacyAlert, { description: 'Newest first' }) },
  { title: 'LegacyAlertList' },
)
export type LegacyAlertList = Static<typeof LegacyAlertList>

export const AlarmCallbackResult = Type.Union(
  [Type.Object({ type: Type.Literal('success') }), Type.Object({ type: Type.Literal('error'), error: Type.String() })],
  { title: 'AlarmCallbackResult' },
)
export type AlarmCallbackResult = Static<typeof AlarmCallbackResult>

export const AlarmCallbackHistory = Type.Object(
  {
    id: Type.String(),
    alarmcallbackconfiguration: AlarmCallback,
    alert_id: Type.String(),
    alertcondition_id: Type.String(),
    result: AlarmCallbackResult,
    created_at: IsoInstant,
  },
  { title: 'AlarmCallbackHistory' },
)
export type AlarmCallbackHistory = Static<typeof AlarmCallbackHistory>

export const AlarmCallbackHistoryList = Type.Object(
  { total: Type.Integer(), histories: Type.Array(AlarmCallbackHistory, { description: 'Oldest first' }) },
  { title: 'AlarmCallbackHistoryList' },
)

export const AlertChecks = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        condition: AlertCondition,
        triggered: Type.Boolean(),
        alert_description: Type.Optional(Type.String({ description: 'If it is triggered' })),
      }),
    ),
    calculated_at: IsoInstant,
    total_triggered: Type.Integer(),
  },
  { title: 'AlertChecks' },
)
export type AlertChecks = Static<typeof AlertChecks>

const { get, post, del } = inArea('legacy_alerts')

const limit = Type.Optional(int({ minimum: 1, description: `${DEFAULT_LEGACY_ALERTS} if missing` }))
const sinceQuery = Type.Object({
  since: Type.Optional(long({ minimum: 0, description: 'Unix time in seconds' })),
  limit,
})
const stateQuery = Type.Object({
  skip: Type.Optional(int({ minimum: 0 })),
  limit,
  state: Type.Optional(
    Type.String({ maxLength: MAX_STATE, description: 'resolved or unresolved; anything else for all' }),
  ),
})
const receiverQuery = Type.Object({
  entity: Type.Optional(Type.String({ maxLength: MAX_RECEIVER, description: 'A user name or an address' })),
  type: Type.Optional(Type.String({ maxLength: MAX_STATE, description: 'users or emails' })),
})

export const listLegacyAlerts = get('/streams/alerts', {
  id: 'alerts.list',
  summary: 'The alerts of all streams that the caller may read; total counts those returned',
  access: signedIn,
  query: sinceQuery,
  answers: { 200: LegacyAlertList },
})

export const pageLegacyAlerts = get('/streams/alerts/paginated', {
  id: 'alerts.paginated',
  summary: 'The alerts of all streams that the caller may read, by state; total counts all that match',
  access: signedIn,
  query: stateQuery,
  answers: { 200: LegacyAlertList },
})

export const getLegacyAlert = get('/streams/alerts/{alertId}', {
  id: 'alerts.get',
  summary: 'One alert',
  access: ownerDecides('streams:read:<streamId>'),
  answers: { 200: LegacyAlert, 404: ApiError },
})

export const listStreamAlerts = get('/streams/{id}/alerts', {
  id: 'stream_alerts.list',
  summary: 'The alerts of a stream; total counts all of the stream',
  access: holds('streams:read:<id>'),
  query: sinceQuery,
  answers: { 200: LegacyAlertList, 404: ApiError },
})

export const pageStreamAlerts = get('/streams/{id}/alerts/paginated', {
  id: 'stream_alerts.paginated',
  summary: 'The alerts of a stream by state; total counts all that match',
  access: holds('streams:read:<id>'),
  query: stateQuery,
  answers: { 200: LegacyAlertList, 404: ApiError },
})

export const checkStreamAlerts = get('/streams/{id}/alerts/check', {
  id: 'stream_alerts.check',
  summary: 'Check all alert conditions of a stream; the result is cached for 30 seconds and makes no alerts',
  access: holds('streams:read:<id>'),
  answers: { 200: AlertChecks, 404: ApiError },
})

export const listAlertHistories = get('/streams/{id}/alerts/{alertId}/history', {
  id: 'stream_alerts.history',
  summary: 'The runs of alarm callbacks for an alert',
  access: holds('streams:read:<id>'),
  answers: { 200: AlarmCallbackHistoryList, 404: ApiError },
})

export const addAlertReceiver = post('/streams/{id}/alerts/receivers', {
  id: 'alert_receivers.add',
  summary: 'Deprecated: add a receiver to the email callbacks of a stream',
  access: holds('streams:edit:<id>'),
  audit: 'alert-receiver:add',
  query: receiverQuery,
  answers: { 201: NoBody, 400: ApiError, 404: ApiError },
})

export const removeAlertReceiver = del('/streams/{id}/alerts/receivers', {
  id: 'alert_receivers.remove',
  summary: 'Deprecated: remove a receiver from the email callbacks of a stream',
  access: holds('streams:edit:<id>'),
  audit: 'alert-receiver:remove',
  query: receiverQuery,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const sendDummyAlert = post('/streams/{id}/alerts/sendDummyAlert', {
  id: 'stream_alerts.send_dummy',
  summary: 'Run all alarm callbacks of a stream with the result of a check that was made up',
  access: holds('streams:edit:<id>'),
  audit: 'alarm-callback:test',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError, 500: ApiError },
})

export const LegacyAlertStatus = Type.Object(
  {
    is_enabled: Type.Boolean({ description: 'Conditions are checked on a schedule' }),
    setting: Type.String({ description: 'The environment variable that enables them' }),
    check_interval_seconds: Type.Integer(),
  },
  { title: 'LegacyAlertStatus' },
)
export type LegacyAlertStatus = Static<typeof LegacyAlertStatus>

/** Not part of the Graylog 4.0 API. */
export const getLegacyAlertStatus = get('/logyard/legacy-alerts', {
  id: 'legacy_alerts.status',
  summary: 'Say whether the server checks alert conditions, and how often',
  access: signedIn,
  answers: { 200: LegacyAlertStatus },
})
