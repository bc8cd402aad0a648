/** Sends one queued notification: a run of a trigger that waits in the queue. */

import type { EventNotification, MessageSummary } from '@logyard/contract/event-notifications/event-notifications'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import type { Caller } from '../http/caller.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type JobOutcome, type JobRun, type JobType, SERVER_OWNER } from '../scheduler/job-type.ts'
import type { LoadBacklog } from './backlog.ts'
import type { Deliveries } from './deliveries.ts'
import { isUnanswered } from './is-unanswered.ts'
import { eventUrl, templateModel } from './notification-model.ts'
import type { NotificationPauses } from './notification-pauses.ts'
import { type NotificationContext, NotificationPutOff, type NotificationTypes, rendering } from './notification-type.ts'
import {
  definitionIdOf,
  notificationIdOf,
  type QueuedNotification,
  readQueued,
  SENDING,
} from './queued-notification.ts'

/** Notifications that a node sends at once. One notification sends one after another, the first queued first. */
export const SENT_AT_ONCE = 8
/** Also when nobody else sends: a web hook may take a minute not to answer. */
export const SENT_AT_ONCE_OF_OWNER = 4
/** A mail to many recipients takes the longest. */
const SEND_LIMIT_MS = 300_000

export interface OwnedDefinition extends EventDefinition {
  readonly owner_id: string
}

export interface NotificationJobDeps {
  readonly find: (notificationId: string) => Promise<EventNotification | undefined>
  readonly findDefinition: (id: string) => Promise<OwnedDefinition | undefined>
  /** Rejects if the user does not exist any more. */
  readonly ownerOf: (definition: OwnedDefinition) => Promise<Caller>
  readonly types: NotificationTypes
  readonly pauses: Pick<NotificationPauses, 'slotsOf' | 'failed' | 'answered'>
  readonly loadBacklog: LoadBacklog
  /** The text of the explanation of an event's alert, or an empty one; waits a while for it. */
  readonly explanationOf: (event: EventDto, signal: AbortSignal) => Promise<string>
  readonly deliveries: Pick<Deliveries, 'recording'>
  /** The threads for work of the server, which does not wait for users. */
  readonly serverRuns: BoundedRuns
  readonly retryPeriodMs: () => Promise<number>
  readonly notices: Pick<Notifications, 'raise'>
  readonly externalUrl: string
  readonly clock: Clock
  readonly log: Log
}

export function notificationJob(deps: NotificationJobDeps): JobType {
  return {
    type: SENDING,
    atOnce: SENT_AT_ONCE,
    atOnceOfJob: 1,
    atOnceOfOwner: SENT_AT_ONCE_OF_OWNER,
    ownerOf: (_, { data }) => ownerIdOf(deps, data),
    slotsOf: (job) => deps.pauses.slotsOf(notificationIdOf(job)),
    run: (run) => sendQueued(deps, run),
  }
}

/** The owner of the definition: a slow notification burdens the user whose definition sends it. */
async function ownerIdOf({ findDefinition }: NotificationJobDeps, data: unknown): Promise<string> {
  const id = definitionIdOf(data)
  const definition = id === undefined ? undefined : await findDefinition(id)
  return definition?.owner_id ?? SERVER_OWNER
}

async function sendQueued(deps: NotificationJobDeps, run: JobRun): Promise<JobOutcome> {
  const notification = await deps.find(notificationIdOf(run.job))
  const queued = readQueued(run.trigger.data)
  const type = notification && deps.types.find(notification.config)
  if (queued === undefined) return { kind: 'failed', reason: 'The trigger has no event.' }
  if (notification === undefined || type === undefined) {
    return { kind: 'failed', reason: 'The notification does not exist.' }
  }
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(SEND_LIMIT_MS)])
  const startedMs = deps.clock.monotonicMs()
  let outcome: Outcome = { kind: 'done' }
  let reason: string | null = null
  let isAnswered = true
  try {
    await type.send(notification.config, await contextOf(deps, notification, queued, signal))
  } catch (error) {
    if (run.signal.aborted) throw error
    reason = reasonOf(error)
    isAnswered = !isUnanswered(error)
    outcome = await outcomeOf(deps, { notification, queued, error })
    if (!isAnswered) await pausing(deps, notification, deps.pauses.failed(notification.id, reason))
  }
  const tookMs = deps.clock.monotonicMs() - startedMs
  if (isAnswered) await pausing(deps, notification, deps.pauses.answered(notification.id, tookMs))
  const result = reason === null ? 'sent' : outcome.kind === 'failed' ? 'failed' : 'retrying'
  const delivery = { triggerId: run.trigger.id, notification, queued, result, reason } as const
  return { ...outcome, writes: [await deps.deliveries.recording(delivery)] }
}

type Outcome = Exclude<JobOutcome, { kind: 'retry' }>

/** If this failed the run, a notification that was sent would be sent again. */
async function pausing(
  { log }: NotificationJobDeps,
  { id: notificationId }: EventNotification,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work
  } catch (error) {
    log.warn({ err: error, notificationId }, 'the pause of a notification could not be stored')
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function contextOf(
  deps: NotificationJobDeps,
  { config }: EventNotification,
  queued: QueuedNotification,
  signal: AbortSignal,
): Promise<NotificationContext> {
  const { event_dto: event, attempt } = queued
  const definition = await deps.findDefinition(event.event_definition_id)
  const model = templateModel({
    definition,
    event,
    backlog: definition === undefined ? [] : await backlogOf(deps, definition, queued, signal),
    jobDefinitionId: queued.job_definition_id,
    jobTriggerId: queued.job_trigger_id,
    isRecovered: queued.kind === 'recovered',
    eventUrl: eventUrl(deps.externalUrl, event),
    // Others do not wait for it.
    explanation: JSON.stringify(config).includes('explanation') ? await deps.explanationOf(event, signal) : '',
  })
  const incident = `${event.event_definition_id}|${event.key ?? ''}`
  const render = rendering(deps.serverRuns, model, { userId: definition?.owner_id ?? SERVER_OWNER, signal })
  return { model, render, definition, incident, isTest: false, attempt, signal }
}

/** A notification without its messages is better than none. */
async function backlogOf(
  { ownerOf, loadBacklog, log }: NotificationJobDeps,
  definition: OwnedDefinition,
  { event_dto }: QueuedNotification,
  signal: AbortSignal,
): Promise<readonly MessageSummary[]> {
  const size = definition.notification_settings.backlog_size
  if (size <= 0) return []
  try {
    return await loadBacklog(event_dto, definition, { caller: await ownerOf(definition), size, signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof LogyardError)) throw error
    log.warn({ err: error, definitionId: definition.id }, 'a notification is sent without the messages of its event')
    return []
  }
}

interface Failure {
  readonly notification: EventNotification
  readonly queued: QueuedNotification
  readonly error: unknown
}

async function outcomeOf(deps: NotificationJobDeps, { notification, queued, error }: Failure): Promise<Outcome> {
  const reason = reasonOf(error)
  const facts = { notificationId: notification.id, eventId: queued.event_dto.id, reason }
  if (!(error instanceof NotificationPutOff)) {
    deps.log.error(facts, 'a notification could not be sent')
    return { kind: 'failed', reason }
  }
  deps.log.warn(facts, 'a notification could not be sent and will be tried again')
  if (error.isSettingWrong) {
    await deps.notices.raise('generic', 'normal', {
      title: `The notification "${notification.title}" cannot be sent`,
      description: reason,
      page: 'event-notifications',
    })
  }
  const nowMs = deps.clock.now().getTime()
  const at = new Date(nowMs + (error.delayMs ?? (await deps.retryPeriodMs())))
  const data = { ...queued, attempt: queued.attempt + 1, problem: reason }
  return { kind: 'done', next: { at, data } }
}
