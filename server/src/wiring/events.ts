/** Wires what runs on a schedule and what follows from events: definitions, notifications, alerts. */
import type { FastifyInstance } from 'fastify'
import { createAlerts } from '../alerts/alerts.ts'
import { createWithoutKnown } from '../events/stored/known-events.ts'
import { systemEvents } from '../events/system/system-events.ts'
import { createMailer } from '../mail/mailer.ts'
import { createJobs } from '../scheduler/jobs.ts'
import type { Foundation } from './area.ts'
import { createEventDefinitionFlow, type EventDefinitionFlow } from './event-definitions.ts'
import { createEventNotificationFlow, createQueue } from './event-notifications.ts'
import { guardedJobs } from './guarded-jobs.ts'
import type { Ingest } from './ingest.ts'
import { createLegacyAlertFlow } from './legacy-alerts.ts'
import { loggingAs } from './logging-as.ts'
import type { ProcessingFlow } from './processing.ts'
import type { SearchFlow } from './search.ts'

export interface EventsDeps extends Foundation {
  readonly ingest: Ingest
  readonly processing: ProcessingFlow
  readonly search: SearchFlow
}

export type EventsFlow = Awaited<ReturnType<typeof createEvents>>

export async function createEvents(deps: EventsDeps) {
  await using starting = new AsyncDisposableStack()
  const jobs = guardedJobs(
    starting.use(createJobs({ ...loggingAs('jobs', deps), leaseMs: deps.cluster.pace.leaseMs })),
    deps.crashGuard,
  )
  const mailer = starting.use(createMailer(deps.config, loggingAs('mail', deps)))
  const queue = createQueue({ ...deps, jobs })
  // Alerts follow from events, and need their definitions; nothing asks for them before everything is wired.
  const wired = Promise.withResolvers<EventDefinitionFlow>()
  const alerts = starting.use(
    createAlerts({
      ...loggingAs('alerts', deps),
      jobs,
      definitions: { find: async (id) => (await wired.promise).definitions.find(id) },
      notifications: queue,
      deliveriesOf: queue.deliveries.ofEvents,
      figuresOf: async (...asked) => (await wired.promise).figuresOf(...asked),
      explainEvent: async (...asked) => (await wired.promise).explainEvent(...asked),
      withoutKnownEvents: createWithoutKnown(deps),
    }),
  )
  const events = starting.use(
    await createEventDefinitionFlow({
      ...deps,
      jobs,
      followers: [alerts.follower, queue.follower(alerts)],
      deletedWith: queue.forgetting,
    }),
  )
  wired.resolve(events)
  const legacy = starting.use(createLegacyAlertFlow({ ...deps, jobs, mailer }))
  const notifications = starting.use(
    await createEventNotificationFlow({
      ...deps,
      jobs,
      events,
      mailer,
      overflow: queue.overflow,
      deliveries: queue.deliveries,
      explanations: alerts.explanations,
      callbacks: legacy.callbacks,
    }),
  )
  // Runs end before what they use is disposed.
  starting.use(jobs)
  const running = starting.move()
  return {
    jobs,
    definitions: events.definitions,
    notifications: notifications.notifications,
    routes(api: FastifyInstance) {
      jobs.routes(api)
      alerts.routes(api)
      events.routes(api)
      notifications.routes(api)
      legacy.routes(api)
    },
    async open() {
      events.open()
      await deps.notifications.follow(systemEvents(events.store))
      alerts.open()
      notifications.open()
      await legacy.open()
      // Last: a due trigger runs at once.
      await jobs.open()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
