import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpUnderTest, startHttp } from '../testing/start-http.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { settableClock, startJobs } from './testing/start-jobs.ts'

const START = '2026-03-01T09:00:00.000Z'
const LATER = '2026-03-02T09:00:00.000Z'
const clock = settableClock(START)
const draft = (title: string, config: object = { type: 'notification-execution-v1' }) => ({
  title,
  description: 'What it does',
  config,
})

let http: HttpUnderTest
let stack: AsyncDisposableStack
let fresh: unknown

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const jobs = stack.use(startJobs('one', { settings, clock }))
  http = stack.use(await startHttp((api) => jobs.routes(api)))
  fresh = (await asAdmin('GET', '/scheduler/jobs?page=1&per_page=50')).body
})
afterAll(() => stack.disposeAsync())

const asAdmin = (method: string, path: string, body?: unknown) => http.ask(method, path, '*', body)
const trigger = (job_definition_id: string, changes: object = {}) => ({
  job_definition_id,
  start_time: LATER,
  next_time: LATER,
  schedule: { type: 'once' },
  ...changes,
})

async function createJob(title: string, config?: object): Promise<string> {
  const answer = await asAdmin('POST', '/scheduler/jobs', draft(title, config))
  expect(answer.status).toBe(200)
  return (answer.body as { readonly id: string }).id
}

test('a fresh server has no jobs', () => {
  expect(fresh).toEqual({ total: 0, page: 1, per_page: 50, count: 0, job_definitions: [], grand_total: 0 })
})

test('jobs are created, read, changed, and deleted with their triggers', async () => {
  const id = await createJob('First')
  expect((await asAdmin('GET', `/scheduler/jobs/${id}`)).body).toEqual({ id, ...draft('First') })
  const changed = await asAdmin('PUT', `/scheduler/jobs/${id}`, { id, ...draft('Second') })
  expect(changed.body).toEqual({ id, ...draft('Second') })
  const created = await asAdmin('POST', '/scheduler/triggers', trigger(id, { data: { any: 1 }, end_time: LATER }))
  expect(created.status).toBe(200)
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    job_definition_id: id,
    start_time: LATER,
    end_time: LATER,
    next_time: LATER,
    created_at: START,
    updated_at: START,
    triggered_at: null,
    status: 'runnable',
    lock: { owner: null, last_lock_time: null, clock: 0, progress: 0 },
    schedule: { type: 'once' },
    data: { any: 1 },
  })
  const list = await asAdmin('GET', '/scheduler/triggers')
  expect(list.body).toMatchObject({ total: 1, count: 1, page: 1, per_page: 50, triggers: [created.body] })
  expect((await asAdmin('DELETE', `/scheduler/jobs/${id}`)).status).toBe(204)
  expect((await asAdmin('GET', '/scheduler/triggers')).body).toMatchObject({ total: 0, triggers: [] })
  for (const method of ['GET', 'DELETE']) expect((await asAdmin(method, `/scheduler/jobs/${id}`)).status).toBe(404)
  expect((await asAdmin('PUT', `/scheduler/jobs/${id}`, draft('Third'))).status).toBe(404)
})

test('triggers are listed newest first', async () => {
  const id = await createJob('With triggers')
  for (const hour of ['10', '11', '12']) {
    clock.advance(1000)
    const next_time = `2026-03-02T${hour}:00:00.000Z`
    await asAdmin('POST', '/scheduler/triggers', trigger(id, { next_time }))
  }
  const { body } = await asAdmin('GET', '/scheduler/triggers?per_page=2')
  expect(body).toMatchObject({ total: 3, count: 2, triggers: [{ next_time: '2026-03-02T12:00:00.000Z' }, {}] })
})

test('only administrators may use the scheduler', async () => {
  const someone = 'eventdefinitions:read,eventdefinitions:edit,eventdefinitions:create'
  const id = await createJob('Secret')
  for (const [method, path, body] of [
    ['GET', '/scheduler/jobs'],
    ['GET', `/scheduler/jobs/${id}`],
    ['POST', '/scheduler/jobs', draft('Mine')],
    ['PUT', `/scheduler/jobs/${id}`, draft('Mine')],
    ['DELETE', `/scheduler/jobs/${id}`],
    ['GET', '/scheduler/triggers'],
    ['POST', '/scheduler/triggers', trigger(id)],
  ] as const)
    expect([method, path, (await http.ask(method, path, someone, body)).status]).toEqual([method, path, 403])
})

test('an entity has one job of a type, and a job one recurring trigger', async () => {
  const config = { type: 'notification-execution-v1', notification_id: 'n1' }
  const id = await createJob('Of n1', config)
  expect((await asAdmin('POST', '/scheduler/jobs', draft('Again', config))).status).toBe(409)
  const schedule = { type: 'cron', cron_expression: '0 * * * *', timezone: 'Europe/Berlin' }
  expect((await asAdmin('POST', '/scheduler/triggers', trigger(id, { schedule }))).status).toBe(200)
  expect((await asAdmin('POST', '/scheduler/triggers', trigger(id, { schedule }))).status).toBe(409)
  expect((await asAdmin('POST', '/scheduler/triggers', trigger(id))).status).toBe(200)
})

const interval = (count: number, unit: string) => ({ schedule: { type: 'interval', interval: count, unit } })

test.each([
  ['an empty title', '/scheduler/jobs', draft(' ')],
  ['an unknown job type', '/scheduler/jobs', draft('Unknown', { type: 'make-coffee-v1' })],
  ['no job type', '/scheduler/jobs', draft('None', {})],
  ['an unknown property', '/scheduler/jobs', { ...draft('More'), owner: 'me' }],
  ['a missing job', '/scheduler/triggers', trigger('5f0000000000000000000000')],
  ['an invalid time', '/scheduler/triggers', trigger('JOB', { next_time: 'tomorrow' })],
  ['a time after the year 9999', '/scheduler/triggers', trigger('JOB', { start_time: '+020000-01-01T00:00:00.000Z' })],
  [
    'an invalid cron expression',
    '/scheduler/triggers',
    trigger('JOB', { schedule: { type: 'cron', cron_expression: '* *', timezone: null } }),
  ],
  ['an unknown schedule', '/scheduler/triggers', trigger('JOB', { schedule: { type: 'yearly' } })],
  ['an interval of a millisecond', '/scheduler/triggers', trigger('JOB', interval(1, 'MILLISECONDS'))],
  ['an interval of ages', '/scheduler/triggers', trigger('JOB', interval(2 ** 31 - 1, 'DAYS'))],
])('%s is refused', async (_, path, body) => {
  const id = await createJob('To be triggered')
  const sent = JSON.parse(JSON.stringify(body).replace('JOB', id))
  expect((await asAdmin('POST', path, sent)).status).toBe(400)
})

test('the type of a job cannot be changed', async () => {
  const id = await createJob('Typed')
  const changed = await asAdmin(
    'PUT',
    `/scheduler/jobs/${id}`,
    draft('Typed', { type: 'event-processor-execution-v1' }),
  )
  expect([changed.status, changed.body]).toMatchObject([400, { type: 'ValidationApiError' }])
})
