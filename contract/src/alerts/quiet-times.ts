/** Quiet times: while one lasts, the notifications of its definitions are held back. Not part of the Graylog 4.0 API. */
import { type Static, Type } from 'typebox'
import { byType } from '../http/by-type.ts'
import { crud, perOwner } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedEntity } from '../http/envelope.ts'
import { NoBody, ownerDecides, signedIn } from '../http/operation.ts'

export const MAX_QUIET_TIMES = 500
/** Definitions and tags that one quiet time names. */
export const MAX_QUIET_TARGETS = 200
/** Characters. */
export const MAX_QUIET_TITLE = 200
const MAX_NAME = 200
const MAX_INSTANT = 40

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const instant = Type.String({ maxLength: MAX_INSTANT, description: 'ISO 8601' })
const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5, description })

const onceSchedule = Type.Object(
  { type: Type.Literal('once'), from: instant, to: instant },
  { additionalProperties: false },
)

const weeklySchedule = Type.Object(
  {
    type: Type.Literal('weekly'),
    days: Type.Array(Type.Enum(WEEKDAYS), { minItems: 1, maxItems: 7, description: 'On which it begins' }),
    from: timeOfDay('HH:MM'),
    to: timeOfDay('HH:MM; at or before `from` it is on the next day'),
    timezone: Type.String({ maxLength: MAX_NAME, description: 'An IANA name' }),
  },
  { additionalProperties: false },
)

export type QuietSchedule = Static<typeof onceSchedule> | Static<typeof weeklySchedule>
export const QuietSchedule = byType<QuietSchedule>('QuietSchedule', { once: onceSchedule, weekly: weeklySchedule })

/** Whether the end of the time sends notifications of the alerts that are still open and had some held back. */
export const QUIET_ENDS = ['nothing', 'notify_open'] as const

const draftFacts = {
  title: Type.String({ minLength: 1, maxLength: MAX_QUIET_TITLE }),
  event_definitions: Type.Array(Type.String({ maxLength: MAX_NAME }), {
    maxItems: MAX_QUIET_TARGETS,
    description: 'With no definitions and no tags it applies to all definitions',
  }),
  tags: Type.Array(Type.String({ maxLength: MAX_NAME }), { maxItems: MAX_QUIET_TARGETS }),
  schedule: QuietSchedule,
  at_end: Type.Enum(QUIET_ENDS),
}

export const QuietTimeDraft = Type.Object(draftFacts, { title: 'QuietTimeDraft', additionalProperties: false })
export type QuietTimeDraft = Static<typeof QuietTimeDraft>

export const QuietTime = Type.Object(
  {
    id: Type.String(),
    ...draftFacts,
    created_by: Type.String({ description: 'User name' }),
    created_at: IsoInstant,
    updated_at: IsoInstant,
    is_active: Type.Boolean(),
    next_start: nullable(IsoInstant),
    ends_at: nullable(Type.String({ description: 'ISO 8601; null while it is not active' })),
    held_back_notifications: Type.Integer({ description: 'Since the quiet time was created' }),
  },
  { title: 'QuietTime' },
)
export type QuietTime = Static<typeof QuietTime>

export const QuietTimeList = Type.Object({ quiet_times: Type.Array(QuietTime) }, { title: 'QuietTimeList' })

const area = 'alerts'
/** Permissions on each of its definitions; on all definitions if it is for all of them or for tags. */
const ofItsDefinitions = perOwner(
  ownerDecides('eventdefinitions:read:<eventDefinitionId>', 'eventdefinitions:read'),
  ownerDecides('eventdefinitions:edit:<eventDefinitionId>', 'eventdefinitions:edit'),
)

export const quietTimes = crud({
  id: 'quiet_times',
  area,
  path: '/events/quiet_times',
  key: 'quietTimeId',
  one: 'quiet time',
  access: { ...ofItsDefinitions, list: signedIn },
  audit: 'quiet-time',
  entity: QuietTime,
  draft: QuietTimeDraft,
  refused: refusedEntity,
  list: {
    summary: 'The quiet times of definitions that the caller may read, by title',
    answers: { 200: QuietTimeList },
  },
  get: {},
  create: {
    summary: 'Hold back the notifications of definitions or tags, once or every week',
    answers: { 200: QuietTime, 400: refusedEntity, 403: ApiError },
  },
  update: { answers: { 200: QuietTime, 400: refusedEntity, 403: ApiError, 404: ApiError } },
  delete: {
    summary: 'Delete a quiet time; it ends if it is active',
    answers: { 204: NoBody, 403: ApiError, 404: ApiError },
  },
})
export const {
  list: listQuietTimes,
  get: getQuietTime,
  create: createQuietTime,
  update: updateQuietTime,
  delete: deleteQuietTime,
} = quietTimes
