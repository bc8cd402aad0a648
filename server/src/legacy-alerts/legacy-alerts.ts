/** Legacy alerts: conditions of streams, the alerts they make, and the alarm callbacks that send them. */
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { Measures } from '../search/measures/measures.ts'
import type { Streams } from '../streams/stream-service.ts'
import { createAlarmSource } from './alarm-source.ts'
import { prepareAlertJobs } from './alert-jobs.ts'
import { alertScanJob } from './alert-scan.ts'
import { createAlertService } from './alert-service.ts'
import { historyCollection, legacyAlertCollection } from './alert-store.ts'
import { legacyAlertSweep } from './alert-sweep.ts'
import { callbackJob } from './callback-job.ts'
import { callbackRoutes } from './callback-routes.ts'
import { createCallbackService } from './callback-service.ts'
import { type AlarmCallbackType, createAlarmCallbackTypes } from './callbacks/callback-type.ts'
import { createConditionChecks } from './check-condition.ts'
import { conditionRoutes } from './condition-routes.ts'
import { createConditionService } from './condition-service.ts'
import { createEventCallbacks } from './event-callbacks.ts'
import { legacyAlertRoutes } from './legacy-alert-routes.ts'
import { createReadStreams } from './read-streams.ts'
import type { StreamConditions } from './stream-conditions.ts'

export type LegacyAlerts = ReturnType<typeof createLegacyAlerts>

export function createLegacyAlerts(given: {
  readonly settings: SettingsStore
  readonly streams: Pick<Streams, 'list' | 'get'>
  readonly conditions: StreamConditions
  readonly measures: Measures
  readonly jobs: Pick<Jobs, 'register' | 'writes' | 'findJob' | 'findTrigger' | 'countWaitingTriggers'>
  readonly callbackTypes: readonly AlarmCallbackType[]
  readonly usernames: (caller: Caller) => Promise<readonly string[]>
  readonly storedUntilMs: () => number
  readonly scheduler: Pick<Scheduler, 'add'>
  /** Whether conditions are checked on a schedule. */
  readonly isEnabled: boolean
  readonly intervalMs: number
  readonly consoleUrl: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}) {
  const { settings, jobs, isEnabled, intervalMs } = given
  const alerts = settings.collection(legacyAlertCollection)
  const histories = settings.collection(historyCollection)
  const { stream, condition } = legacyAlertCollection.keys
  const alertReplica = createReplica(settings, legacyAlertCollection, { stream: stream.of, condition: condition.of })
  const checks = createConditionChecks(given.measures)
  const types = createAlarmCallbackTypes(given.callbackTypes)
  const alarms = createAlarmSource(given)
  const deps = { ...given, alerts, histories, alertReplica, checks, types, alarms, dummyAlarm: alarms.dummy }
  const callbacks = createCallbackService(deps)
  jobs.register(alertScanJob(deps))
  jobs.register(callbackJob(deps))
  const opened = new AsyncDisposableStack()
  return {
    callbacks: createEventCallbacks({ service: callbacks, types, alarms }),
    routes(api: FastifyInstance) {
      const streams = createReadStreams(given.streams)
      const services = { streams, callbacks, conditions: createConditionService(deps) }
      const status = {
        is_enabled: isEnabled,
        setting: 'LOGYARD_LEGACY_ALERTS',
        check_interval_seconds: Math.round(intervalMs / 1000),
      }
      legacyAlertRoutes(api, { ...services, alerts: createAlertService({ replica: alertReplica, histories }), status })
      conditionRoutes(api, services)
      callbackRoutes(api, services)
    },
    /** Before the jobs run. */
    async open() {
      await prepareAlertJobs(deps)
      opened.use(given.scheduler.add(legacyAlertSweep(deps)))
    },
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync()
      alertReplica[Symbol.dispose]()
    },
  }
}
