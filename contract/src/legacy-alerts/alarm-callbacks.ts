/** Legacy alerts: the alarm callbacks of streams, which send their alerts. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { crud, perOwner } from '../http/crud.ts'
import { ApiError, LegacyInstant, nullable } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'

export const EMAIL_ALARM_CALLBACK = 'org.graylog2.alarmcallbacks.EmailAlarmCallback'
export const HTTP_ALARM_CALLBACK = 'org.graylog2.alarmcallbacks.HTTPAlarmCallback'

const MAX_TITLE = 1000
const MAX_TYPE = 200
const MAX_CONFIGURATION = 50

export const AlarmCallback = Type.Object(
  {
    id: Type.String(),
    stream_id: Type.String(),
    type: Type.String(),
    title: nullable(Type.String()),
    configuration: Type.Record(Type.String(), Type.Unknown(), { description: 'It depends on the type' }),
    created_at: LegacyInstant,
    creator_user_id: Type.String({ description: 'User name' }),
  },
  { title: 'AlarmCallback' },
)
export type AlarmCallback = Static<typeof AlarmCallback>

export const AlarmCallbackList = Type.Object(
  { total: Type.Integer(), alarmcallbacks: Type.Array(AlarmCallback) },
  { title: 'AlarmCallbackList' },
)

export const AlarmCallbackDraft = Type.Object(
  {
    type: Type.String({ maxLength: MAX_TYPE }),
    title: Type.String({ maxLength: MAX_TITLE }),
    configuration: freeMap('The configuration depends on the callback type', { maxProperties: MAX_CONFIGURATION }),
  },
  { title: 'AlarmCallbackDraft', additionalProperties: false },
)
export type AlarmCallbackDraft = Static<typeof AlarmCallbackDraft>

export const AlarmCallbackCreated = Type.Object({ alarmcallback_id: Type.String() }, { title: 'AlarmCallbackCreated' })

export const AlarmCallbackTypes = Type.Object(
  {
    types: Type.Record(
      Type.String(),
      Type.Object({ name: Type.String(), requested_configuration: ConfigRequest }, { title: 'AlarmCallbackType' }),
      { description: 'By type' },
    ),
  },
  { title: 'AlarmCallbackTypes' },
)
export type AlarmCallbackTypes = Static<typeof AlarmCallbackTypes>

const area = 'legacy_alerts'
const { get, post } = inArea(area)

export const listAllAlarmCallbacks = get('/alerts/callbacks', {
  id: 'alarm_callbacks.list_all',
  summary: 'The alarm callbacks of all streams that the caller may read',
  access: signedIn,
  answers: { 200: AlarmCallbackList },
})

export const listAlarmCallbackTypes = get('/alerts/callbacks/types', {
  id: 'alarm_callbacks.types',
  summary: 'The types of alarm callbacks, and their configuration',
  access: signedIn,
  answers: { 200: AlarmCallbackTypes },
})

export const listAvailableAlarmCallbacks = get('/streams/{id}/alarmcallbacks/available', {
  id: 'alarm_callbacks.available',
  summary: 'Deprecated: the types of alarm callbacks',
  access: holds('streams:read:<id>'),
  answers: { 200: AlarmCallbackTypes, 404: ApiError },
})

export const testAlarmCallback = post('/alerts/callbacks/{cbid}/test', {
  id: 'alarm_callbacks.test',
  summary: 'Run an alarm callback with the result of a check that was made up',
  access: ownerDecides('streams:edit:<streamId>'),
  audit: 'alarm-callback:test',
  isOutside: true,
  answers: { 200: NoBody, 404: ApiError, 500: ApiError },
})

export const alarmCallbacks = crud({
  id: 'alarm_callbacks',
  area,
  path: '/streams/{id}/alarmcallbacks',
  key: 'cbid',
  one: 'alarm callback of a stream',
  access: perOwner(holds('streams:read:<id>'), holds('streams:edit:<id>')),
  audit: 'alarm-callback',
  entity: AlarmCallback,
  draft: AlarmCallbackDraft,
  refused: ApiError,
  list: { summary: 'The alarm callbacks of a stream', answers: { 200: AlarmCallbackList, 404: ApiError } },
  get: {},
  create: { created: 'alarmcallback_id', answers: { 201: AlarmCallbackCreated, 400: ApiError, 404: ApiError } },
  update: {
    summary: 'Change title and configuration of an alarm callback',
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
  delete: { summary: 'Delete an alarm callback' },
})
export const {
  list: listAlarmCallbacks,
  get: getAlarmCallback,
  create: createAlarmCallback,
  update: updateAlarmCallback,
  delete: deleteAlarmCallback,
} = alarmCallbacks
