/** Alerts as they are served, and a source of events. */
import type { AlertFigures } from '@logyard/contract/alerts/alert-evidence'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import { Type } from 'typebox'
import type { ExplainEvent } from '../../events/figures/explain-event.ts'
import type { WithoutKnown } from '../../events/stored/known-events.ts'
import { defineCollection } from '../../platform/settings/settings-store.ts'
import { createJobs, type Jobs } from '../../scheduler/jobs.ts'
import { type IdentityOptions, startIdentity } from '../../testing/start-identity.ts'
import { type Alerts, createAlerts } from '../alerts.ts'

const START = '2026-03-02T09:00:00.000Z'
export const STREAM = '5f0000000000000000000001'
export const OTHER_STREAM = '5f0000000000000000000002'
const MINUTE_MS = 60_000

/** Stands for the queue of notifications: one document for each that alerts ask for. */
const queuedCollection = defineCollection({
  name: 'test_queued',
  audit: 'note',
  schema: Type.Object({ id: Type.String(), event: Type.String(), kind: Type.String() }),
})

const AGGREGATION = {
  type: 'aggregation-v1',
  query: 'level:3',
  streams: [STREAM],
  group_by: ['host'],
  series: [{ id: 'a', function: 'count' }],
  search_within_ms: 5 * MINUTE_MS,
  execute_every_ms: MINUTE_MS,
} satisfies EventDefinition['config']

export const FILTER: EventDefinition['config'] = { ...AGGREGATION, series: [], group_by: [] }

export const aDefinition = (changes: Partial<EventDefinition> = {}): EventDefinition => ({
  id: '5f00000000000000000000d1',
  title: 'Too many errors',
  description: '',
  priority: 2,
  alert: true,
  config: AGGREGATION,
  key_spec: [],
  field_spec: {},
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [{ notification_id: 'mail', notification_parameters: null }],
  storage: [],
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  recovery: { notify: true, after_ms: 0 },
  notification_limit: null,
  updated_at: START,
  ...changes,
})

/** Stand for what is measured, and for what was sent. */
export const FIGURES: AlertFigures = { series: 'count()', comparison: '>', limit: 5, window_ms: 60_000, points: [] }
const aDelivery = (event_id: string) =>
  ({
    id: `delivery of ${event_id}`,
    event_id,
    notification_id: 'mail',
    title: 'Mail',
    type: 'email-notification-v1',
    kind: 'event',
    result: 'failed',
    at: START,
    attempts: 1,
    reason: 'https://hook.example.org/secret does not answer',
  }) as const

interface AlertsOptions extends Pick<IdentityOptions, 'isClockSteady'> {
  /** Stands for what is read of messages; by default there is no explanation. */
  readonly explainEvent?: ExplainEvent
  readonly withoutKnownEvents?: WithoutKnown
}

export async function startAlerts(options: AlertsOptions = {}) {
  const definitions = new Map<string, EventDefinition>()
  let alerts: Alerts | undefined
  let jobs: Jobs | undefined
  let ids = 0
  const stack = new AsyncDisposableStack()
  const identity = await startIdentity({
    ...options,
    startAt: START,
    area: async (api, parts) => {
      const queued = parts.settings.collection(queuedCollection)
      const metrics = { counter: () => ({ increment: () => undefined }), gauge: () => undefined }
      jobs = stack.use(createJobs({ ...parts, nodeId: 'one', metrics }))
      alerts = stack.use(
        createAlerts({
          ...parts,
          jobs,
          definitions: { find: async (id) => definitions.get(id) },
          notifications: {
            queueNotifications: async (_, event, kind) => [
              queued.inserting({ id: parts.ids.next(), event: event.id, kind }),
            ],
          },
          deliveriesOf: async (eventIds) => eventIds.map(aDelivery),
          figuresOf: async () => FIGURES,
          explainEvent: options.explainEvent ?? (async () => undefined),
          withoutKnownEvents: options.withoutKnownEvents ?? (async (events) => events),
        }),
      )
      alerts.routes(api)
      alerts.open()
    },
  })
  if (alerts === undefined || jobs === undefined) throw new Error('the area was not created')
  const { settings, clock } = identity
  const { follower, holdsBack, explanations } = alerts

  const anEvent = (definition: EventDefinition, group: readonly string[], streams = [STREAM]): EventDto => {
    ids += 1
    const now = clock.now().toISOString()
    return {
      id: `event-${ids}`,
      event_definition_type: definition.config.type,
      event_definition_id: definition.id,
      origin_context: null,
      timestamp: now,
      timestamp_processing: now,
      timerange_start: null,
      timerange_end: null,
      streams: [],
      source_streams: streams,
      message: `${definition.title}: ${group.join('|')}`,
      source: 'node',
      key_tuple: [],
      key: '',
      priority: definition.priority,
      alert: definition.alert,
      fields: {},
    }
  }

  return {
    ...identity,
    jobs,
    holdsBack,
    explanations,
    anEvent,
    queued: async () =>
      (await settings.collection(queuedCollection).list()).map(({ event, kind }) => `${kind} ${event}`),
    forget: (id: string) => void definitions.delete(id),
    /** One run of the definition, a minute after the last one, that finds an event for each of these groups. */
    async run(
      definition: EventDefinition,
      groups: readonly (readonly string[])[],
      more: {
        readonly facts?: Readonly<Record<string, string>>
        readonly streams?: string[]
        readonly isEnd?: boolean
        readonly isSameRange?: boolean
        readonly eventAt?: string
      } = {},
    ): Promise<readonly EventDto[]> {
      definitions.set(definition.id, definition)
      if (more.isSameRange !== true) clock.advance(MINUTE_MS)
      const nowMs = clock.now().getTime()
      const events = groups.map((group) => {
        const event = anEvent(definition, group, more.streams)
        const facts = Object.entries(more.facts ?? {}).map(([field, value]) => ({
          field,
          value,
          is_message_field: true,
        }))
        return { event: { ...event, timestamp: more.eventAt ?? event.timestamp }, group, facts }
      })
      const writes = await follower.writesFor({
        definition,
        events,
        range: { fromMs: nowMs - 5 * MINUTE_MS, toMs: nowMs },
        isEnd: more.isEnd ?? true,
        nowMs,
        jobDefinitionId: 'job',
        jobTriggerId: 'trigger',
      })
      await settings.commit(writes)
      return events.map(({ event }) => event)
    },
    async [Symbol.asyncDispose]() {
      await stack.disposeAsync()
      await identity[Symbol.asyncDispose]()
    },
  }
}
