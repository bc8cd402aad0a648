import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebHook, type WebHook } from '../../event-notifications/testing/web-hook.ts'
import { settableClock } from '../../scheduler/testing/start-jobs.ts'
import { aDraft, type EventServer, MINUTE_MS, startEventServer } from '../testing/start-event-server.ts'
import { createArrivals, SPACING_MS } from './arrivals.ts'

const HOUR_MS = 60 * MINUTE_MS
const SECOND_MS = 1000
/** Long for a busy machine, and short beside the hour of the schedule. */
const PATIENCE = { timeout: 60_000, interval: 50 }

let hook: WebHook
let server: EventServer

beforeAll(async () => {
  hook = await startWebHook()
  server = await startEventServer()
  const entries = [{ id: 'hook', title: 'hook', type: 'regex', value: `^${hook.url}/.*` }]
  await server.make('PUT', '/system/urlwhitelist', { entries, disabled: false })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})

/** A definition that calls the hook at a path of its own for each message of the room, and otherwise each hour. */
async function define(
  { name, room, config = {} }: { readonly name: string; readonly room: string; readonly config?: object },
  { as, schedule = true }: { readonly as?: string; readonly schedule?: boolean } = {},
): Promise<string> {
  const notification = await server.make('POST', '/events/notifications', {
    ...{ title: name, description: '' },
    config: { type: 'http-notification-v1', url: `${hook.url}/${name}` },
  })
  const draft = aDraft({
    title: name,
    config: { query: `room:${room}`, search_within_ms: MINUTE_MS, execute_every_ms: HOUR_MS, ...config },
    notifications: [{ notification_id: notification.id, notification_parameters: null }],
  })
  const { id } = await server.make('POST', `/events/definitions?schedule=${schedule}`, draft, as)
  // The first run of the schedule is at once, unless that is a cron expression.
  if (schedule && !('cron_expression' in config)) await server.until(async () => (await schedulerOf(id)).data !== null)
  return String(id)
}

const schedulerOf = async (id: string) =>
  (await server.make('GET', `/events/definitions/${id}/with-context`)).context.scheduler

const eventsSent = (name: string) =>
  hook.requests
    .filter(({ path }) => path === `/${name}`)
    .map(({ json }) => Object(json()['event']) as { readonly id: string; readonly timestamp: string })

const isoOf = (ms: number) => new Date(ms).toISOString()

test('the notification of a filter is sent when a message arrives, late and early ones too, long before the schedule', async () => {
  const room = server.unique('hall')
  const byCron = { use_cron_scheduling: true, cron_expression: '0 0 8 1 1 ?' }
  const yearly = await define({ name: `${room}-yearly`, room, config: byCron })
  const id = await define({ name: room, room })
  await define({ name: `${room}-disabled`, room }, { schedule: false })
  const sent: string[] = []
  for (const offsetMs of [0, -30 * SECOND_MS, 3 * SECOND_MS, -10]) {
    const at = Date.now() + offsetMs
    sent.push(isoOf(at))
    await server.send([{ at, fields: { room } }])
    for (const name of [room, `${room}-yearly`])
      await expect.poll(() => eventsSent(name).map(({ timestamp }) => timestamp), PATIENCE).toEqual(sent)
  }
  const found = async () => (await server.eventsOf(id)).map(({ timestamp }) => timestamp)
  // The list has no events of the future.
  await expect.poll(found, PATIENCE).toEqual(sent.toSorted())
  const { runs } = await server.make('GET', `/events/definitions/${id}/runs`)
  expect(runs.map(({ result, events }: Record<string, unknown>) => [result, events])).toEqual([
    ['fired', 4],
    ['quiet', 0],
  ])
  expect(Date.parse((await schedulerOf(id)).next_time) - Date.now()).toBeGreaterThan(HOUR_MS / 2)
  expect((await schedulerOf(yearly)).problem).toBeNull()
  expect(eventsSent(`${room}-disabled`)).toEqual([])
})

test('runs of the schedule do not find again what was found on arrival', async () => {
  const room = server.unique('stairs')
  const config = { search_within_ms: 4 * SECOND_MS, execute_every_ms: 2 * SECOND_MS }
  const id = await define({ name: room, room, config })
  const at = Date.now()
  await server.send([{ at, fields: { room } }])
  await expect.poll(() => eventsSent(room).length, PATIENCE).toBe(1)
  await expect.poll(async () => Date.parse((await schedulerOf(id)).data.timerange_from), PATIENCE).toBeGreaterThan(at)
  expect(await server.eventsOf(id)).toHaveLength(1)
  expect(eventsSent(room)).toHaveLength(1)
})

test('no notification is sent for messages that the owner may not read any more', async () => {
  const room = server.unique('vault')
  const stream = await server.stream(room)
  const name = server.unique('guard')
  const owner = await server.user(name, [
    `streams:read:${stream}`,
    'eventdefinitions:create',
    'eventnotifications:read',
  ])
  const id = await define({ name, room, config: { query: '', streams: [stream] } }, { as: owner })
  await server.send([{ at: Date.now(), fields: { room } }])
  await expect.poll(() => eventsSent(name).length, PATIENCE).toBe(1)
  await server.make('PUT', `/users/${name}`, { permissions: [] })
  await server.send([{ at: Date.now(), fields: { room } }])
  await expect.poll(async () => (await schedulerOf(id)).problem, PATIENCE).toContain('may not read its streams')
  expect(eventsSent(name)).toHaveLength(1)
  expect(await server.eventsOf(id)).toHaveLength(1)
})

test('what arrives during a run is for the next one, and a run whose end was not stored has the same again', async () => {
  const clock = settableClock('2026-03-01T09:00:00.000Z')
  const hastened: string[] = []
  using arrivals = createArrivals({ clock, hasten: (id) => void hastened.push(id) })
  const match = (fromMs: number, toMs = fromMs) => arrivals.stored(new Map([['definition', { fromMs, toMs }]]))
  match(1)
  expect(hastened).toEqual([])
  arrivals.watch([{ id: 'definition', triggerId: 'trigger' }])
  match(5)
  match(2, 3)
  expect(hastened).toEqual(['trigger', 'trigger'])
  const first = { range: { fromMs: 2, toMs: 5 }, cursor: undefined }
  expect(arrivals.take('definition')).toEqual(first)
  match(7)
  expect(arrivals.take('definition')).toEqual(first)
  arrivals.done('definition', 'more')
  expect(arrivals.take('definition')).toEqual({ ...first, cursor: 'more' })
  arrivals.done('definition')
  expect(hastened).toHaveLength(2)
  clock.advance(SPACING_MS)
  await expect.poll(() => hastened.length).toBe(3)
  expect(arrivals.take('definition')).toEqual({ range: { fromMs: 7, toMs: 7 }, cursor: undefined })
  arrivals.done('definition')
  match(8)
  match(9)
  arrivals.covered('definition', { fromMs: 8, toMs: 8 })
  expect(arrivals.take('definition')).toEqual({ range: { fromMs: 8, toMs: 9 }, cursor: undefined })
  arrivals.covered('definition', { fromMs: 8, toMs: 9 })
  expect(arrivals.take('definition')).toBeUndefined()
})
