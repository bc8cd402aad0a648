/** What waits in the queue: a trigger of the notification's job, with the event in its data. */
import { EventDto } from '@logyard/contract/events/events'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The type of the jobs of notifications. */
export const SENDING = 'notification-execution-v1'

/** `recovered`: the condition of the alert has ended. `quiet-ended`: it is still open after a quiet time. */
const QUEUED_KINDS = ['event', 'recovered', 'quiet-ended'] as const
export type QueuedKind = (typeof QUEUED_KINDS)[number]

const QueuedNotification = Type.Object({
  type: Type.Literal(SENDING),
  event_dto: EventDto,
  kind: Type.Enum(QUEUED_KINDS),
  /** Job of the evaluation that found the event. */
  job_definition_id: Type.String(),
  job_trigger_id: Type.String(),
  /** How often sending failed before. */
  attempt: Type.Integer(),
  problem: Type.Union([Type.String(), Type.Null()]),
})
export type QueuedNotification = Static<typeof QueuedNotification>

export const newlyQueued = (
  event: EventDto,
  kind: QueuedKind,
  job: { readonly definitionId: string; readonly triggerId: string },
): QueuedNotification => ({
  type: SENDING,
  event_dto: event,
  kind,
  job_definition_id: job.definitionId,
  job_trigger_id: job.triggerId,
  attempt: 0,
  problem: null,
})

export const readQueued = (data: unknown): QueuedNotification | undefined =>
  Value.Check(QueuedNotification, data) ? data : undefined

const Caused = Type.Object({ event_dto: Type.Object({ event_definition_id: Type.String() }) })

/** The definition whose event it is. */
export const definitionIdOf = (data: unknown): string | undefined =>
  Value.Check(Caused, data) ? data.event_dto.event_definition_id : undefined

export function notificationIdOf({ config }: { readonly config: object }): string {
  const id: unknown = Reflect.get(config, 'notification_id')
  return typeof id === 'string' ? id : ''
}
