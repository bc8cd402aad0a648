/** Event definitions of the shop, and what they find in the day that has passed. */
import {
  createEventDefinition,
  type EventDefinitionDraft,
  executeEventDefinition,
  listEventDefinitions,
} from '../../contract/src/events/event-definitions.ts'
import type { AggregationConfig } from '../../contract/src/events/processor-configs.ts'
import type { CallApi } from './api-caller.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Messages of the last seconds may not be stored yet. */
const UNSTORED_MS = 10_000

interface ShopAlert {
  readonly title: string
  readonly description: string
  readonly priority: 1 | 2 | 3
  readonly stream: string
  readonly query: string
  readonly groupBy: string
  readonly series: AggregationConfig['series'][number]
  /** The figure from which on it is an event. */
  readonly atLeast: number
  readonly windowMs: number
}

const COUNT = { id: 'count', function: 'count', field: null } as const

const SHOP_ALERTS: readonly ShopAlert[] = [
  {
    title: 'Shop: a service fails',
    description: 'A service logs several errors within ten minutes, as after a rollout.',
    priority: 3,
    stream: 'Applications',
    query: 'level:<4',
    groupBy: 'service',
    series: COUNT,
    atLeast: 5,
    windowMs: 10 * MINUTE_MS,
  },
  {
    title: 'Shop: passwords are guessed',
    description: 'One address fails to sign in again and again.',
    priority: 3,
    stream: 'Sign-ins',
    query: 'auth_result:failure',
    groupBy: 'client_ip',
    series: COUNT,
    atLeast: 5,
    windowMs: 10 * MINUTE_MS,
  },
  {
    title: 'Shop: a page is slow',
    description: 'A page takes longer than a second and a half on average.',
    priority: 2,
    stream: 'Web',
    query: '*',
    groupBy: 'http_route',
    series: { id: 'average', function: 'avg', field: 'took_ms' },
    atLeast: 1500,
    windowMs: 60 * MINUTE_MS,
  },
]

/** Existing definitions stay unchanged; new ones run over the past day once. */
export async function setUpAlerts(call: CallApi, streams: ReadonlyMap<string, string>): Promise<void> {
  const { event_definitions } = await call(listEventDefinitions, { query: { per_page: 0 } })
  const known = new Set(event_definitions.map(({ title }) => title))
  const toMs = Date.now() - UNSTORED_MS
  const timerange = {
    type: 'absolute',
    from: new Date(toMs - DAY_MS).toISOString(),
    to: new Date(toMs).toISOString(),
  } as const
  for (const alert of SHOP_ALERTS.filter(({ title }) => !known.has(title))) {
    const { id } = await call(createEventDefinition, { body: draftOf(alert, streams.get(alert.stream) ?? '') })
    await call(executeEventDefinition, { params: { id }, body: { type: 'aggregation-v1', timerange } })
  }
}

const draftOf = ({ title, description, priority, ...alert }: ShopAlert, stream: string): EventDefinitionDraft => ({
  title,
  description,
  priority,
  alert: true,
  config: {
    type: 'aggregation-v1',
    query: alert.query,
    query_parameters: [],
    streams: [stream],
    group_by: [alert.groupBy],
    series: [alert.series],
    conditions: {
      expression: {
        expr: '>=',
        left: { expr: 'number-ref', ref: alert.series.id ?? '' },
        right: { expr: 'number', value: alert.atLeast },
      },
    },
    search_within_ms: alert.windowMs,
    execute_every_ms: alert.windowMs,
  },
  field_spec: {
    [alert.groupBy]: {
      data_type: 'string',
      providers: [{ type: 'template-v1', template: `\${source.${alert.groupBy}}`, require_values: true }],
    },
  },
  key_spec: [alert.groupBy],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
  tags: ['shop'],
})
