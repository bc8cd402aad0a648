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

export const eventExamples: Readonly<Record<string, Example>> = {
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
