/** Legacy alerts over real HTTP, with real streams, engine, jobs, mail and web hooks, and a clock that the test moves. */

import { EMAIL_ALARM_CALLBACK, HTTP_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import type { AlertConditionDraft } from '@logyard/contract/legacy-alerts/alert-conditions'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { startMailServer } from '../../event-notifications/testing/mail-server.ts'
import { startWebHook } from '../../event-notifications/testing/web-hook.ts'
import { createMailer } from '../../mail/mailer.ts'
import { createNotifications } from '../../notices/notifications.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import { fetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { createJobs } from '../../scheduler/jobs.ts'
import { createMeasures } from '../../search/measures/create-measures.ts'
import { createSearchEngine } from '../../search/statements/search-engine.ts'
import { insertMessages, schemaOf, type TestMessage } from '../../search/testing/message-table.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { startStreams } from '../../testing/start-streams.ts'
import { createUrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { createEmailCallback } from '../callbacks/email-callback.ts'
import { createHttpCallback } from '../callbacks/http-callback.ts'
import { createLegacyAlerts } from '../legacy-alerts.ts'

export const START = '2026-03-02T09:00:00.000Z'
export const MINUTE_MS = 60_000

export interface StartOptions {
  readonly engine: Engine
  readonly isEnabled?: boolean
  readonly isMailEnabled?: boolean
  readonly from?: string
  readonly folder?: string
}

export type LegacyAlertsUnderTest = Awaited<ReturnType<typeof startLegacyAlerts>>

export async function startLegacyAlerts(options: StartOptions) {
  const { engine, isEnabled = true, isMailEnabled = true, from = 'logyard@example.org' } = options
  await using starting = new AsyncDisposableStack()
  const hook = starting.use(await startWebHook())
  const mail = starting.use(await startMailServer())
  const area = new AsyncDisposableStack()
  const logyard = await startStreams({
    startAt: START,
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    async more(api, parts) {
      const { settings, clock, identity, scheduler, streams, conditions } = parts
      const metrics = { counter: () => ({ increment: () => undefined }), gauge: () => undefined }
      const jobs = createJobs({ ...parts, nodeId: 'one', metrics, scheduler })
      const mailer = area.use(
        createMailer(mailSettings(mail.port, { isMailEnabled, from }), { clock: systemClock, log: parts.log }),
      )
      const boundedRuns = area.use(createBoundedRuns(systemClock))
      const urlWhitelist = createUrlWhitelist({
        clusterConfig: createClusterConfig({ settings }),
        boundedRuns,
        serverRuns: boundedRuns,
        fetchChecked,
      })
      const entries = [{ id: 'hook', title: 'hook', type: 'regex', value: `^${hook.url}/.*` } as const]
      await urlWhitelist.replace({ entries, disabled: false })
      const alerts = area.use(
        createLegacyAlerts({
          ...parts,
          streams,
          conditions,
          jobs,
          measures: createMeasures({
            engine: createSearchEngine({ engine, clock: systemClock }),
            schema: () => schemaOf(engine),
            grokPatterns: () => new Map(),
            allowLeadingWildcard: true,
            clock,
          }),
          storedUntilMs: () => Number.POSITIVE_INFINITY,
          callbackTypes: [
            createEmailCallback({
              mailer,
              notices: createNotifications({ settings, clock, nodeId: 'one' }),
              addressesOf: async (name) =>
                (await identity.accounts.read()).findByName(name)?.user.email.split(',') ?? [],
            }),
            createHttpCallback(urlWhitelist),
          ],
          usernames: async () => (await identity.accounts.read()).stored().map(({ user }) => user.username),
          isEnabled,
          intervalMs: MINUTE_MS,
          consoleUrl: 'https://logs.example.org',
        }),
      )
      alerts.routes(api)
      await alerts.open()
      await jobs.open()
      jobs.routes(api)
      area.use(jobs)
    },
  })
  const running = starting.move()
  return {
    ...logyard,
    ...clientOf(logyard, engine),
    hook,
    mail,
    async [Symbol.asyncDispose]() {
      await area.disposeAsync()
      await logyard[Symbol.asyncDispose]()
      await running.disposeAsync()
    },
  }
}

const mailSettings = (
  port: number,
  { isMailEnabled, from }: { readonly isMailEnabled: boolean; readonly from: string },
) => ({
  LOGYARD_EMAIL_ENABLED: isMailEnabled,
  LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
  LOGYARD_EMAIL_PORT: port,
  LOGYARD_EMAIL_USE_AUTH: false,
  LOGYARD_EMAIL_USERNAME: '',
  LOGYARD_EMAIL_PASSWORD: '',
  LOGYARD_EMAIL_USE_TLS: false,
  LOGYARD_EMAIL_USE_SSL: false,
  LOGYARD_EMAIL_FROM: from,
})

function clientOf({ call, addStream, clock }: Awaited<ReturnType<typeof startStreams>>, engine: Engine) {
  async function make(path: string, body: unknown): Promise<ReturnType<typeof Object>> {
    const answer = await call('POST', path, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return Object(answer.body)
  }
  return {
    /** A running stream. */
    async stream(title = 'Errors'): Promise<string> {
      const id = await addStream({ title })
      await call('POST', `/streams/${id}/resume`)
      return id
    },
    condition: async (streamId: string, draft: AlertConditionDraft): Promise<string> =>
      String((await make(`/streams/${streamId}/alerts/conditions`, draft)).alert_condition_id),
    hookCallback: async (streamId: string, url: string, title = 'Hook'): Promise<string> =>
      String(
        (
          await make(`/streams/${streamId}/alarmcallbacks`, {
            type: HTTP_ALARM_CALLBACK,
            title,
            configuration: { url },
          })
        ).alarmcallback_id,
      ),
    mailCallback: async (streamId: string, configuration: object): Promise<string> =>
      String(
        (
          await make(`/streams/${streamId}/alarmcallbacks`, {
            type: EMAIL_ALARM_CALLBACK,
            title: 'Mail',
            configuration,
          })
        ).alarmcallback_id,
      ),
    /** Stores messages of the stream that are a second old. */
    async messages(streamId: string, ...messages: readonly Partial<TestMessage>[]): Promise<void> {
      const at = new Date(clock.now().getTime() - 1000).toISOString()
      await insertMessages(
        engine,
        messages.map((message) => ({ at, streams: [streamId], ...message })),
      )
    },
    async alerts(streamId: string): Promise<readonly ReturnType<typeof Object>[]> {
      return Object((await call('GET', `/streams/${streamId}/alerts`)).body).alerts
    },
    async histories(streamId: string, alertId: string): Promise<readonly ReturnType<typeof Object>[]> {
      return Object((await call('GET', `/streams/${streamId}/alerts/${alertId}/history`)).body).histories
    },
  }
}

/** `message_count` with the usual parameters. */
export const countCondition = (parameters: Readonly<Record<string, unknown>> = {}, title: string | null = 'Many') => ({
  type: 'message_count',
  title,
  parameters: {
    time: 5,
    threshold_type: 'MORE',
    threshold: 1,
    grace: 0,
    backlog: 0,
    repeat_notifications: false,
    ...parameters,
  },
})
