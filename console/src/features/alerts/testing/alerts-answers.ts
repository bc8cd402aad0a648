/** A server with one definition and two events. */
import { getAlertExplanation, getAlertFigures, listAlertDeliveries } from '@logyard/contract/alerts/alert-evidence'
import { type Alert, alertsOfEvents, countOpenAlerts, getAlert, listAlerts } from '@logyard/contract/alerts/alerts'
import { getIncidentOfAlert, type Incident, listIncidents } from '@logyard/contract/alerts/incidents'
import { type EventDefinition, listEventDefinitions } from '@logyard/contract/events/event-definitions'
import { type EventDto, getEventsHistogram, replayEvent, searchEvents } from '@logyard/contract/events/events'
import { listUsers } from '@logyard/contract/identity/users'
import { listStreams } from '@logyard/contract/streams/streams'
import { ada, quietServer } from '../../../testing/render-console.tsx'

export const DEFINITION: EventDefinition = {
  id: '5f00000000000000000000d1',
  title: 'Too many errors',
  description: '',
  priority: 3,
  alert: true,
  config: {
    type: 'aggregation-v1',
    query: 'level:3',
    query_parameters: [],
    streams: [],
    group_by: [],
    series: [],
    conditions: null,
    search_within_ms: 60_000,
    execute_every_ms: 60_000,
  },
  key_spec: [],
  field_spec: {},
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
  storage: [],
  tags: [],
  remediation_steps: 'Restart the cart',
  event_summary_template: '',
  recovery: { notify: false, after_ms: 0 },
  notification_limit: null,
  updated_at: '2026-03-01T09:00:00.000Z',
}

const anEvent = (id: string, more: Partial<EventDto> = {}): EventDto => ({
  id,
  event_definition_type: 'aggregation-v1',
  event_definition_id: DEFINITION.id,
  origin_context: null,
  timestamp: '2026-03-01T09:00:00.000Z',
  timestamp_processing: '2026-03-01T09:00:01.000Z',
  timerange_start: '2026-03-01T08:59:00.000Z',
  timerange_end: '2026-03-01T09:00:00.000Z',
  streams: [],
  source_streams: [],
  message: `Too many errors: ${id}`,
  source: 'node',
  key_tuple: [],
  key: 'cart',
  priority: 3,
  alert: true,
  fields: { service: 'cart' },
  ...more,
})

export const ALERT: Alert = {
  id: '5f00000000000000000000a1',
  event_definition_id: DEFINITION.id,
  title: DEFINITION.title,
  state: 'open',
  priority: 3,
  message: 'Too many errors: E1',
  key: 'cart',
  group: ['cart'],
  source_streams: [],
  event_count: 2,
  first_event_id: 'E1',
  latest_event_id: 'E1',
  opened_at: '2026-03-01T08:59:00.000Z',
  first_event_at: '2026-03-01T08:59:00.000Z',
  latest_event_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  acknowledged_by: null,
  acknowledged_at: null,
  resolved_by: null,
  resolved_at: null,
  assignee: null,
  snoozed_until: null,
  is_quiet: false,
  held_back_notifications: 0,
  comment_count: 1,
}

/** Has a second alert, of another definition. */
export const INCIDENT: Incident = {
  id: ALERT.id,
  shared: [{ field: 'service', value: 'cart', is_message_field: true }],
  state: 'open',
  priority: 3,
  opened_at: ALERT.opened_at,
  latest_event_at: ALERT.latest_event_at,
  alert_count: 2,
  unresolved_ids: [ALERT.id, '5f00000000000000000000a2'],
  source_streams: [],
  alerts: [ALERT, { ...ALERT, id: '5f00000000000000000000a2', title: 'Slow', message: 'Cart is slow' }],
}

const found = (event: EventDto) => ({ event, index_name: 'events_0', index_type: 'message' as const })

export const EVENTS = [
  anEvent('E1'),
  anEvent('E2', { event_definition_id: 'gone', alert: false, priority: 2, key: '' }),
]

export function alertsServer(events: readonly EventDto[] = EVENTS, definitions = [DEFINITION], user = ada) {
  const { length } = definitions
  const paged = { total: length, count: length, page: 1, per_page: 0, query: '' }
  return quietServer(user)
    .on(listEventDefinitions, {
      ...paged,
      grand_total: length,
      event_definitions: definitions,
      context: { scheduler: {} },
    })
    .on(searchEvents, {
      events: events.map(found),
      used_indices: [],
      parameters: {
        query: '',
        page: 1,
        per_page: 25,
        timerange: { type: 'relative', range: 3600 },
        filter: {},
        sort_by: 'timestamp',
        sort_direction: 'desc',
      },
      total_events: events.length,
      duration: 1,
      context: {
        event_definitions: { [DEFINITION.id]: { id: DEFINITION.id, title: DEFINITION.title, description: '' } },
        streams: {},
      },
    })
    .on(getEventsHistogram, {
      interval_ms: 60_000,
      from: '2026-03-01T08:00:00.000Z',
      to: '2026-03-01T09:00:00.000Z',
      buckets: [{ start: '2026-03-01T08:59:00.000Z', alerts: 1, events: 1 }],
    })
    .on(replayEvent, {
      kind: 'search',
      query: 'level:3',
      streams: ['s1', 's2'],
      from: '2026-03-01T08:59:00.000Z',
      to: '2026-03-01T09:00:00.000Z',
      index: null,
      message_id: null,
      group_by: ['service'],
    })
    .on(getAlert, {
      ...ALERT,
      comments: [{ id: 'c1', author: 'grace', created_at: '2026-03-01T09:01:00.000Z', text: 'Looking at it' }],
    })
    .on(getAlertFigures, {
      series: 'count()',
      comparison: '>',
      limit: 20,
      window_ms: 60_000,
      points: [
        { at: '2026-03-01T08:58:00.000Z', value: 4 },
        { at: '2026-03-01T08:59:00.000Z', value: 33 },
      ],
    })
    .on(getAlertExplanation, { state: 'none', explained_at: null, explanation: null })
    .on(listAlertDeliveries, {
      deliveries: [
        {
          notification_id: 'n1',
          title: 'Ops mail',
          type: 'email-notification-v1',
          event_id: 'E1',
          kind: 'event',
          result: 'retrying',
          at: '2026-03-01T09:00:02.000Z',
          attempts: 2,
          reason: 'connection refused',
        },
      ],
    })
    .on(alertsOfEvents, {
      alerts: { E1: { id: ALERT.id, state: 'open', assignee: null, snoozed_until: null, comment_count: 1 } },
    })
    .on(countOpenAlerts, { total: 3, by_definition: { [DEFINITION.id]: 3 } })
    .on(listAlerts, {
      alerts: [ALERT],
      counts: { open: 1, acknowledged: 0, resolved: 7 },
      total: 1,
      count: 1,
      page: 1,
      per_page: 25,
    })
    .on(listIncidents, { incidents: [INCIDENT], total: 1, count: 1, page: 1, per_page: 25 })
    .on(getIncidentOfAlert, INCIDENT)
    .on(listUsers, { users: [user] })
    .on(listStreams, { total: 0, streams: [] })
}
