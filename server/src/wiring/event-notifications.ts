/** Wires notifications of events: what they are sent as, their queue, and the mail server. */
import { hostname } from 'node:os'
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import type { FastifyInstance } from 'fastify'
import type { AlertExplanations } from '../alerts/explanations/alert-explanations.ts'
import { createLoadBacklog } from '../event-notifications/backlog.ts'
import { createDeliveries, type Deliveries } from '../event-notifications/deliveries.ts'
import type { LegacyCallbacks } from '../event-notifications/legacy-callbacks.ts'
import { notificationJob } from '../event-notifications/notification-job.ts'
import { eventUrl, templateModel, testModel, UNKNOWN } from '../event-notifications/notification-model.ts'
import { createNotificationOverflow, type NotificationOverflow } from '../event-notifications/notification-overflow.ts'
import { createNotificationPauses } from '../event-notifications/notification-pauses.ts'
import { createNotificationQueue, type NotificationQueue } from '../event-notifications/notification-queue.ts'
import { eventNotificationRoutes } from '../event-notifications/notification-routes.ts'
import { createEventNotifications } from '../event-notifications/notification-service.ts'
import {
  anyNotificationType,
  createNotificationTypes,
  type NotificationTypes,
} from '../event-notifications/notification-type.ts'
import { notificationCountCollection, notifiedKeyCollection } from '../event-notifications/notified-store.ts'
import { notifiedSweep } from '../event-notifications/notified-sweep.ts'
import { createPagerDutyType, createSlackType, createTeamsType } from '../event-notifications/types/chat.ts'
import { createCustomHttpType } from '../event-notifications/types/custom-http.ts'
import { createEmailType } from '../event-notifications/types/email.ts'
import { createHttpType } from '../event-notifications/types/http.ts'
import { createLegacyType } from '../event-notifications/types/legacy.ts'
import { createSendOver } from '../event-notifications/types/post-json.ts'
import { eventNotFound } from '../events/search/event-search-errors.ts'
import type { Caller } from '../http/caller.ts'
import { mailRoutes } from '../mail/mail-routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { Foundation } from './area.ts'
import type { EventDefinitionFlow } from './event-definitions.ts'
import { loggingAs } from './logging-as.ts'
import type { SearchFlow } from './search.ts'

/** Alerts and definitions need it before notifications can be wired. */
export function createQueue(deps: Foundation & { readonly jobs: Jobs }): NotificationQueue & {
  forgetting(definitionId: string): readonly Write[]
  readonly overflow: NotificationOverflow
  readonly deliveries: Deliveries
} {
  const counts = deps.settings.collection(notificationCountCollection)
  const notified = deps.settings.collection(notifiedKeyCollection)
  const overflow = createNotificationOverflow(loggingAs('notifications', deps))
  return {
    ...createNotificationQueue({ ...deps, notified, counts, overflow }),
    overflow,
    deliveries: createDeliveries(deps),
    forgetting: (definitionId) => [counts.deleting(definitionId)],
  }
}

export interface EventNotificationDeps extends Foundation {
  readonly jobs: Jobs
  readonly search: Pick<SearchFlow, 'measures'>
  readonly events: EventDefinitionFlow
  readonly mailer: Mailer
  readonly overflow: NotificationOverflow
  readonly deliveries: Deliveries
  readonly explanations: Pick<AlertExplanations, 'textOf' | 'textFor'>
  readonly callbacks: LegacyCallbacks
}

export async function createEventNotificationFlow(deps: EventNotificationDeps) {
  const { settings, jobs, events, clock, notifications: notices, mailer } = deps
  await using starting = new AsyncDisposableStack()
  const types = notificationTypes(deps)
  const pauses = starting.use(await createNotificationPauses({ settings, clock }))
  const notifications = starting.use(
    await createEventNotifications({
      ...deps,
      types,
      pauses,
      withoutNotification: events.definitions.withoutNotification,
      nodeName: hostname(),
    }),
  )
  const loadBacklog = createLoadBacklog({ measures: deps.search.measures, selectionFor: events.selectionFor })
  const externalUrl = deps.config.LOGYARD_EXTERNAL_URL
  jobs.register(
    notificationJob({
      ...loggingAs('notifications', deps),
      find: notifications.find,
      findDefinition: events.definitions.find,
      ownerOf: events.ownerOf,
      types,
      pauses,
      loadBacklog,
      deliveries: deps.deliveries,
      explanationOf: deps.explanations.textOf,
      retryPeriodMs: async () => (await events.settings.read()).events_notification_retry_period,
      notices,
      externalUrl,
    }),
  )

  async function modelFor(caller: Caller, eventId: string | undefined, signal: AbortSignal): Promise<TemplateModel> {
    if (eventId === undefined) return testModel(caller.username, hostname(), clock.now())
    const event = await events.findEvent(caller, eventId, signal)
    if (event === undefined) throw eventNotFound(eventId)
    const isReadable = caller.holds(`eventdefinitions:read:${event.event_definition_id}`)
    const definition = isReadable ? await events.definitions.find(event.event_definition_id) : undefined
    const size = definition?.notification_settings.backlog_size ?? 0
    const backlog = definition === undefined ? [] : await loadBacklog(event, definition, { caller, size, signal })
    return templateModel({
      definition,
      event,
      backlog,
      jobDefinitionId: UNKNOWN,
      jobTriggerId: UNKNOWN,
      isRecovered: false,
      eventUrl: eventUrl(externalUrl, event),
      explanation: await deps.explanations.textFor(caller, event),
    })
  }

  const opened = starting.use(new AsyncDisposableStack())
  const running = starting.move()
  return {
    notifications,
    routes(api: FastifyInstance) {
      eventNotificationRoutes(api, {
        notifications,
        types,
        callbacks: deps.callbacks,
        boundedRuns: deps.boundedRuns,
        modelFor,
      })
      mailRoutes(api, mailer)
    },
    open() {
      const notified = settings.collection(notifiedKeyCollection)
      opened.use(deps.scheduler.add(notifiedSweep({ settings, notified, clock })))
      opened.use(deps.scheduler.add(deps.deliveries.sweep()))
      const titleOf = async (id: string) => (await notifications.find(id))?.title
      opened.use(deps.scheduler.add(deps.overflow.job({ titleOf, notices })))
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function notificationTypes(deps: EventNotificationDeps): NotificationTypes {
  const { urlWhitelist, mailer, notifications: notices, identity, callbacks } = deps
  const sendOver = createSendOver(urlWhitelist.fetch)
  return createNotificationTypes([
    anyNotificationType(createEmailType({ mailer, notices, addressesOf: addressesOf(identity) })),
    anyNotificationType(createHttpType(sendOver)),
    anyNotificationType(createCustomHttpType(sendOver)),
    anyNotificationType(createSlackType(sendOver)),
    anyNotificationType(createTeamsType(sendOver)),
    anyNotificationType(createPagerDutyType(sendOver)),
    anyNotificationType(createLegacyType(callbacks)),
  ])
}

/** The addresses of a user; none if there is no such user. */
export const addressesOf =
  ({ accounts }: Foundation['identity']) =>
  async (username: string): Promise<readonly string[]> =>
    (await accounts.read()).findByName(username)?.user.email.split(',') ?? []
