/** Alerts: open while a condition lasts, worked on by people, quiet when they want it. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { FastifyInstance } from 'fastify'
import type { FollowedEvent } from '../events/event-follower.ts'
import type { ExplainEvent } from '../events/figures/explain-event.ts'
import type { FiguresOfAlert } from '../events/figures/figures-of-alert.ts'
import type { WithoutKnown } from '../events/stored/known-events.ts'
import type { Accounts } from '../identity/accounts/accounts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { AlertDefinitions, AlertNotifications, DeliveriesOfEvents } from './alert-deps.ts'
import { createAlertEvidence } from './alert-evidence.ts'
import { alertRoutes, quietTimeRoutes } from './alert-routes.ts'
import { createAlertService } from './alert-service.ts'
import { createAlertStates, isSnoozed, MAX_UNRESOLVED_ALERTS } from './alert-states.ts'
import { alertCollection, alertCommentCollection, isResolved, subjectOf } from './alert-store.ts'
import { alertSweep } from './alert-sweep.ts'
import { createAlertExplanations } from './explanations/alert-explanations.ts'
import { explanationSweep } from './explanations/explanation-sweep.ts'
import { createQuietEnds, quietEndJob } from './quiet-ends.ts'
import { createQuietTimeService } from './quiet-time-service.ts'
import { heldBackCollection, quietTimeCollection } from './quiet-time-store.ts'
import { createQuietTimes } from './quiet-times.ts'

export type Alerts = ReturnType<typeof createAlerts>

export function createAlerts(deps: {
  readonly settings: SettingsStore
  readonly identity: { readonly accounts: Pick<Accounts, 'read'> }
  readonly jobs: Pick<Jobs, 'register' | 'writes' | 'findJob'>
  readonly definitions: AlertDefinitions
  readonly notifications: AlertNotifications
  readonly deliveriesOf: DeliveriesOfEvents
  readonly figuresOf: FiguresOfAlert
  readonly explainEvent: ExplainEvent
  readonly withoutKnownEvents: WithoutKnown
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clock: Clock
  readonly isClockSteady: () => boolean
  readonly ids: Ids
  readonly log: Log
}) {
  const { settings, jobs } = deps
  const alerts = settings.collection(alertCollection)
  const comments = settings.collection(alertCommentCollection)
  const store = settings.collection(quietTimeCollection)
  const heldBackCounts = settings.collection(heldBackCollection)
  const { subject, event } = alertCollection.keys
  const replica = createReplica(settings, alertCollection, { subject: subject.of, event: event.of })
  const quietTimes = createQuietTimes(settings)
  const ends = createQuietEnds(deps)
  const quietTimeService = createQuietTimeService({ ...deps, heldBackCounts, ends })
  const service = createAlertService({
    ...deps,
    alerts,
    comments,
    replica,
    quietTimes,
    accounts: deps.identity.accounts,
  })
  const explanations = createAlertExplanations({ ...deps, alerts })
  jobs.register(explanations.job)
  jobs.register(quietEndJob({ ...deps, store, quietTimes, alerts }))
  const opened = new AsyncDisposableStack()
  return {
    follower: createAlertStates({ ...deps, alerts, quietTimes, heldBackCounts, explanations }),
    /** Whether the event's notifications are not to be queued: its alert is snoozed, or a quiet time lasts. */
    async holdsBack(definition: EventDefinition, followed: Pick<FollowedEvent, 'event' | 'group'>, nowMs: number) {
      if ((await quietTimes.activeFor(definition, new Date(nowMs))).length > 0) return true
      await replica.fresh()
      const key = subjectOf(definition.id, followed.event.key ?? '', followed.group)
      return replica.listBy('subject', key).some((alert) => !isResolved(alert) && isSnoozed(alert, nowMs))
    },
    async opensAlert(definition: EventDefinition, followed: Pick<FollowedEvent, 'event' | 'group'>) {
      await replica.fresh()
      const key = subjectOf(definition.id, followed.event.key ?? '', followed.group)
      if (!definition.alert || replica.listBy('subject', key).some((alert) => !isResolved(alert))) return false
      return (await alerts.listBy('unresolved', definition.id)).length < MAX_UNRESOLVED_ALERTS
    },
    routes(api: FastifyInstance) {
      alertRoutes(api, service, createAlertEvidence({ ...deps, alerts, explanations }))
      quietTimeRoutes(api, quietTimeService)
    },
    explanations,
    /** Begins to sweep, once definitions can be found. */
    open() {
      opened.use(deps.scheduler.add(alertSweep({ ...deps, alerts, comments, explanations })))
      opened.use(deps.scheduler.add(explanationSweep({ ...deps, explanations })))
    },
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync()
      replica[Symbol.dispose]()
      quietTimes[Symbol.dispose]()
    },
  }
}
