/** Legacy alerts: the conditions of streams that make them. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { crud, perOwner } from '../http/crud.ts'
import { ApiError, LegacyInstant, nullable } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '../http/operation.ts'

const MAX_TITLE = 1000
const MAX_TYPE = 200
const MAX_PARAMETERS = 50

const conditionFacts = {
  id: Type.String(),
  type: Type.String({ description: 'message_count, field_value or field_content_value' }),
  title: nullable(Type.String()),
  creator_user_id: Type.String({ description: 'User name' }),
  created_at: LegacyInstant,
  parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'They depend on the type' }),
}

/** As streams answer them. */
export const StreamAlertCondition = Type.Object(conditionFacts, { title: 'StreamAlertCondition' })
export type StreamAlertCondition = Static<typeof StreamAlertCondition>

export const AlertCondition = Type.Object(
  {
    ...conditionFacts,
    in_grace: Type.Boolean({ description: 'Its last alert ended less than its grace period ago' }),
    stream_id: Type.String({ description: 'Not part of the Graylog 4.0 API' }),
  },
  { title: 'AlertCondition' },
)
export type AlertCondition = Static<typeof AlertCondition>

export const AlertConditionList = Type.Object(
  { total: Type.Integer(), conditions: Type.Array(AlertCondition) },
  { title: 'AlertConditionList' },
)

export const AlertConditionDraft = Type.Object(
  {
    type: Type.String({ maxLength: MAX_TYPE }),
    title: Type.Optional(nullable(Type.String({ maxLength: MAX_TITLE }))),
    parameters: freeMap('The parameters depend on the condition type', { maxProperties: MAX_PARAMETERS }),
  },
  { title: 'AlertConditionDraft', additionalProperties: false },
)
export type AlertConditionDraft = Static<typeof AlertConditionDraft>

export const AlertConditionCreated = Type.Object(
  { alert_condition_id: Type.String() },
  { title: 'AlertConditionCreated' },
)

export const AlertConditionType = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    human_name: Type.String({ description: 'One sentence about it' }),
    requested_configuration: ConfigRequest,
    link_to_docs: Type.String(),
  },
  { title: 'AlertConditionType' },
)
export type AlertConditionType = Static<typeof AlertConditionType>

export const AlertConditionTypes = Type.Record(Type.String(), AlertConditionType, {
  title: 'AlertConditionTypes',
  description: 'By type',
})
export type AlertConditionTypes = Static<typeof AlertConditionTypes>

export const AlertConditionTest = Type.Object(
  {
    triggered: Type.Boolean(),
    description: nullable(Type.String({ description: 'The result in words' })),
    error: Type.Boolean({ description: 'The check failed' }),
    error_messages: Type.Array(Type.Object({ type: Type.String(), message: nullable(Type.String()) })),
  },
  { title: 'AlertConditionTest' },
)
export type AlertConditionTest = Static<typeof AlertConditionTest>

const area = 'legacy_alerts'
const { get, post } = inArea(area)

export const listAllAlertConditions = get('/alerts/conditions', {
  id: 'alert_conditions.list_all',
  summary: 'The alert conditions of all streams that the caller may read',
  access: signedIn,
  answers: { 200: AlertConditionList },
})

export const listAlertConditionTypes = get('/alerts/conditions/types', {
  id: 'alert_conditions.types',
  summary: 'The types of alert conditions, and their parameters',
  access: signedIn,
  answers: { 200: AlertConditionTypes },
})

export const alertConditions = crud({
  id: 'alert_conditions',
  area,
  path: '/streams/{id}/alerts/conditions',
  key: 'cid',
  one: 'alert condition of a stream',
  access: perOwner(holds('streams:read:<id>'), holds('streams:edit:<id>')),
  audit: 'alert-condition',
  entity: AlertCondition,
  draft: AlertConditionDraft,
  refused: ApiError,
  list: { summary: 'The alert conditions of a stream', answers: { 200: AlertConditionList, 404: ApiError } },
  get: {},
  create: { created: 'alert_condition_id', answers: { 201: AlertConditionCreated, 400: ApiError, 404: ApiError } },
  update: {
    summary: 'Change title and parameters of an alert condition; its open alert is resolved',
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
  delete: { summary: 'Delete an alert condition; its open alert is resolved' },
})
export const {
  list: listAlertConditions,
  get: getAlertCondition,
  create: createAlertCondition,
  update: updateAlertCondition,
  delete: deleteAlertCondition,
} = alertConditions

export const testNewAlertCondition = post('/streams/{id}/alerts/conditions/test', {
  id: 'alert_conditions.test_new',
  summary: 'Check a condition that is not stored; makes no alert',
  access: holds('streams:edit:<id>'),
  audit: READS_ONLY,
  body: AlertConditionDraft,
  answers: { 200: AlertConditionTest, 400: ApiError, 404: ApiError },
})

export const testAlertCondition = post('/streams/{id}/alerts/conditions/{cid}/test', {
  id: 'alert_conditions.test',
  summary: 'Check a condition of a stream; makes no alert',
  access: holds('streams:edit:<id>'),
  audit: READS_ONLY,
  answers: { 200: AlertConditionTest, 400: Type.Union([AlertConditionTest, ApiError]), 404: ApiError },
})
