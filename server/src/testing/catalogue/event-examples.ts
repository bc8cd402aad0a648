import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const job = ({ unique }: CatalogueWorld) => ({
  title: unique('job'),
  description: '',
  config: { type: 'notification-execution-v1', notification_id: unique('notification') },
})

async function createJob(world: CatalogueWorld): Promise<string> {
  const answer = await world.call(world.admin, { method: 'POST', path: '/scheduler/jobs' }, { body: job(world) })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.json()['id'])
}

const ofJob: Example = async (world) => ({ params: { id: await createJob(world) } })

const definition = ({ unique }: CatalogueWorld) => ({
  title: unique('definition'),
  description: '',
  priority: 2,
  alert: false,
  config: {
    type: 'aggregation-v1',
    query: 'apples',
    query_parameters: [],
    streams: [],
    group_by: [],
    series: [{ id: 'count-', function: 'count', field: null }],
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 0 } },
    },
    search_within_ms: 60_000,
    execute_every_ms: 60_000,
  },
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
})

const ofDefinition: Example = async (world) => {
  const create = { method: 'POST', path: '/events/definitions' }
  const answer = await world.call(world.admin, create, { body: definition(world) })
  expect(answer.status, answer.text).toBe(200)
  return { params: { id: String(answer.json()['id']) } }
}

const notification = ({ unique }: CatalogueWorld) => ({
  title: unique('notification'),
  description: '',
  config: { type: 'http-notification-v1', url: 'http://127.0.0.1:1/hook' },
})

const ofNotification: Example = async (world) => {
  const create = { method: 'POST', path: '/events/notifications' }
  const answer = await world.call(world.admin, create, { body: notification(world) })
  expect(answer.status, answer.text).toBe(200)
  return { params: { id: String(answer.json()['id']) } }
}

export const eventExamples: Readonly<Record<string, Example>> = {
  'events.entity_types': () => ({}),
  'events.search': () => ({ body: { query: 'apples', page: 1, per_page: 10 } }),
  'event_definitions.list': () => ({ query: { page: '1', per_page: '10', query: 'title:definition' } }),
  'event_definitions.get': ofDefinition,
  'event_definitions.with_context': ofDefinition,
  'event_definitions.create': (world) => ({ query: { schedule: 'false' }, body: definition(world) }),
  'event_definitions.update': async (world) => ({ ...(await ofDefinition(world)), body: definition(world) }),
  'event_definitions.delete': ofDefinition,
  'event_definitions.schedule': ofDefinition,
  'event_definitions.unschedule': ofDefinition,
  'event_definitions.execute': async (world) => ({
    ...(await ofDefinition(world)),
    body: { type: 'aggregation-v1', timerange: { type: 'relative', range: 300 } },
  }),
  'event_definitions.validate': (world) => ({ body: definition(world) }),

  'event_notifications.list': () => ({ query: { page: '1', per_page: '10', query: 'title:notification' } }),
  'event_notifications.get': ofNotification,
  'event_notifications.create': (world) => ({ body: notification(world) }),
  'event_notifications.update': async (world) => ({ ...(await ofNotification(world)), body: notification(world) }),
  'event_notifications.delete': ofNotification,
  'event_notifications.test': ofNotification,
  'event_notifications.test_new': (world) => ({ body: notification(world) }),
  'event_notifications.legacy_types': () => ({}),

  'scheduler.jobs': () => ({}),
  'scheduler.job': ofJob,
  'scheduler.create_job': (world) => ({ body: job(world) }),
  'scheduler.update_job': async (world) => ({ ...(await ofJob(world)), body: job(world) }),
  'scheduler.delete_job': ofJob,
  'scheduler.triggers': () => ({}),
  'scheduler.create_trigger': async (world) => ({
    body: {
      job_definition_id: await createJob(world),
      start_time: '2040-01-01T00:00:00.000Z',
      next_time: '2040-01-01T00:00:00.000Z',
      schedule: { type: 'once' },
    },
  }),
}
