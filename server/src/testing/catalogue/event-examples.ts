import { type CatalogueWorld, type Example, nothing } from './catalogue-world.ts'
import { draftOf, ofKind } from './kind-examples.ts'

const job = ({ unique }: CatalogueWorld) => ({
  title: unique('job'),
  description: '',
  config: { type: 'notification-execution-v1', notification_id: unique('notification') },
})

const createJob = async (world: CatalogueWorld) =>
  String((await world.ask('POST', '/scheduler/jobs', job(world)))['id'])
const ofJob: Example = async (world) => ({ params: { id: await createJob(world) } })
const ofDefinition = ofKind('event_definitions')

export const eventExamples: Readonly<Record<string, Example>> = {
  'events.entity_types': nothing,
  'events.search': () => ({ body: { query: 'apples', page: 1, per_page: 10 } }),
  'event_definitions.list': () => ({ query: { page: '1', per_page: '10', query: 'title:definition' } }),
  'event_definitions.with_context': ofDefinition,
  'event_definitions.create': async (world) => ({
    ...(await draftOf('event_definitions')(world)),
    query: { schedule: 'false' },
  }),
  'event_definitions.schedule': ofDefinition,
  'event_definitions.unschedule': ofDefinition,
  'event_definitions.execute': async (world) => ({
    ...(await ofDefinition(world)),
    body: { type: 'aggregation-v1', timerange: { type: 'relative', range: 300 } },
  }),

  'event_notifications.list': () => ({ query: { page: '1', per_page: '10', query: 'title:notification' } }),
  'event_notifications.test': ofKind('event_notifications'),
  'event_notifications.test_new': draftOf('event_notifications'),
  'event_notifications.legacy_types': nothing,

  'scheduler.jobs': nothing,
  'scheduler.job': ofJob,
  'scheduler.create_job': (world) => ({ body: job(world) }),
  'scheduler.update_job': async (world) => ({ ...(await ofJob(world)), body: job(world) }),
  'scheduler.delete_job': ofJob,
  'scheduler.triggers': nothing,
  'scheduler.create_trigger': async (world) => ({
    body: {
      job_definition_id: await createJob(world),
      start_time: '2040-01-01T00:00:00.000Z',
      next_time: '2040-01-01T00:00:00.000Z',
      schedule: { type: 'once' },
    },
  }),
}
