import type { QuietTime } from '@logyard/contract/alerts/quiet-times'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { triggerCollection } from '../scheduler/job-store.ts'
import { aDefinition, STREAM, startAlerts } from './testing/start-alerts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const YEAR_MS = 365 * 24 * HOUR_MS
const ONE = '5f0000000000000000000001'
const TWO = '5f0000000000000000000002'

let world: Awaited<ReturnType<typeof startAlerts>>
let manager: string
let owner: string

beforeAll(async () => {
  world = await startAlerts()
  await world.addUser('mia', { roles: ['Reader', 'Alerts Manager'], permissions: [`streams:read:${STREAM}`] })
  await world.addUser('oda', { permissions: [`eventdefinitions:edit:${ONE}`, `eventdefinitions:read:${ONE}`] })
  manager = await world.signIn('mia')
  owner = await world.signIn('oda')
  await world.jobs.open()
})
afterAll(() => world[Symbol.asyncDispose]())

const isoOf = (ms: number) => new Date(ms).toISOString()
const inMs = (ms: number) => isoOf(world.clock.now().getTime() + ms)
const draft = (changes: object = {}) => ({
  title: 'Release',
  event_definitions: [ONE],
  tags: [],
  schedule: { type: 'once', from: inMs(0), to: inMs(HOUR_MS) },
  at_end: 'notify_open',
  ...changes,
})
const ask = (as: string, method: string, path: string, body?: unknown) =>
  world.call(method, `/events/quiet_times${path}`, { as, ...(body === undefined ? {} : { body }) })

async function create(changes: object = {}, as = manager): Promise<QuietTime> {
  const { status, body, text } = await ask(as, 'POST', '', draft(changes))
  expect(status, text).toBe(200)
  return body as QuietTime
}
const titles = async (as: string) => {
  const { body } = await ask(as, 'GET', '')
  return (body as { readonly quiet_times: QuietTime[] }).quiet_times.map(({ title }) => title)
}

test('while a quiet time lasts, notifications are held back and counted; its end tells of alerts that are open', async () => {
  const quiet = await create()
  expect(quiet).toMatchObject({ is_active: true, next_start: null, held_back_notifications: 0, created_by: 'mia' })
  const definition = aDefinition({
    id: ONE,
    notifications: [
      { notification_id: 'mail', notification_parameters: null },
      { notification_id: 'hook', notification_parameters: null },
    ],
  })
  const other = aDefinition({ id: TWO })
  const [open, ended] = await world.run(definition, [['a'], ['b']])
  const [loud] = await world.run(other, [['a']])
  if (open === undefined || loud === undefined) throw new Error('no event was found')
  const nowMs = world.clock.now().getTime()
  expect(await world.holdsBack(definition, { event: open, group: ['a'] }, nowMs)).toBe(true)
  expect(await world.holdsBack(other, { event: loud, group: ['a'] }, nowMs)).toBe(false)
  await world.run(definition, [['a']])
  expect((await ask(manager, 'GET', `/${quiet.id}`)).body).toMatchObject({ held_back_notifications: 6 })
  expect((await world.queued()).filter((text) => text.endsWith(` ${ended?.id}`))).toEqual([])

  world.clock.advance(HOUR_MS)
  await expect.poll(world.queued).toHaveLength(1)
  expect((await world.queued())[0]).toMatch(/^quiet-ended event-/)
  expect((await ask(manager, 'GET', `/${quiet.id}`)).body).toMatchObject({ is_active: false, ends_at: null })
  world.clock.advance(HOUR_MS)
  expect(await world.queued()).toHaveLength(1)
})

test('a quiet time that ends earlier than planned before is told of at its new end; a deleted one never', async () => {
  const definition = aDefinition({ id: TWO, tags: ['shop'] })
  const quiet = await create({ event_definitions: [], tags: ['shop'] })
  const deleted = await create({ event_definitions: [], tags: ['shop'], at_end: 'notify_open' })
  const before = (await world.queued()).length
  await world.run(definition, [['z']])
  const sooner = { type: 'once', from: inMs(-HOUR_MS), to: inMs(10 * MINUTE_MS) }
  const changed = await ask(
    manager,
    'PUT',
    `/${quiet.id}`,
    draft({ event_definitions: [], tags: ['shop'], schedule: sooner }),
  )
  expect(changed.body).toMatchObject({ id: quiet.id, ends_at: sooner.to })
  expect((await ask(manager, 'DELETE', `/${deleted.id}`)).status).toBe(204)
  world.clock.advance(10 * MINUTE_MS)
  await expect.poll(async () => (await world.queued()).length).toBe(before + 1)
  world.clock.advance(2 * HOUR_MS)
  expect((await world.queued()).length).toBe(before + 1)
})

test('a clock that is a year ahead for a while does not end a quiet time', async () => {
  let isClockSteady = true
  await using other = await startAlerts({ isClockSteady: () => isClockSteady })
  await other.jobs.open()
  const startMs = other.clock.now().getTime()
  const schedule = { type: 'once', from: isoOf(startMs), to: isoOf(startMs + HOUR_MS) }
  const { status } = await other.call('POST', '/events/quiet_times', { body: draft({ schedule }) })
  expect(status).toBe(200)
  await other.run(aDefinition({ id: ONE }), [['a']])
  isClockSteady = false
  other.clock.setBy(YEAR_MS)
  other.clock.advance(1000)
  const triggers = other.settings.collection(triggerCollection)
  // The alert that has opened has one too, to be explained.
  const ends = async () => (await triggers.list()).filter(({ data }) => data === null)
  const runs = async () => (await ends()).map(({ lock, status: now }) => now === 'runnable' && lock.clock > 0)
  await expect.poll(runs).toEqual([true])
  expect(await other.queued()).toEqual([])

  other.clock.setBy(-YEAR_MS)
  isClockSteady = true
  other.clock.advance(2 * MINUTE_MS)
  await expect.poll(async () => (await ends())[0]?.lock.clock).toBe(2)
  expect(await other.queued()).toEqual([])
  const queuedLater = () => {
    other.clock.advance(HOUR_MS)
    return other.queued()
  }
  await expect.poll(queuedLater).toEqual([expect.stringMatching(/^quiet-ended event-/)])
})

test('who may edit a definition makes it quiet; tags and all definitions need the permission for all', async () => {
  const own = await create({ title: 'Own' }, owner)
  for (const [changes, status] of [
    [{ event_definitions: [ONE, TWO] }, 403],
    [{ event_definitions: [], tags: ['shop'] }, 403],
    [{ event_definitions: [ONE], tags: ['shop'] }, 403],
    [{ event_definitions: [], tags: [] }, 403],
  ] as const)
    expect((await ask(owner, 'POST', '', draft(changes))).status).toBe(status)
  const everywhere = await create({ title: 'Everywhere', event_definitions: [] })
  expect(await titles(owner)).toContain('Own')
  expect(await titles(owner)).not.toContain('Everywhere')
  expect(await titles(manager)).toEqual(expect.arrayContaining(['Everywhere', 'Own']))
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await ask(owner, method, `/${everywhere.id}`, method === 'PUT' ? draft() : undefined)).status).toBe(404)
  // Nobody extends a quiet time to definitions of others.
  expect((await ask(owner, 'PUT', `/${own.id}`, draft({ event_definitions: [ONE, TWO] }))).status).toBe(403)
  expect((await ask(owner, 'DELETE', `/${own.id}`)).status).toBe(204)
  expect((await ask(manager, 'DELETE', `/${everywhere.id}`)).status).toBe(204)
})

const weekly = { type: 'weekly', days: ['monday'], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' }

test.each([
  ['an empty title', { title: ' ' }],
  ['an unknown time zone', { schedule: { ...weekly, timezone: 'Mars' } }],
  ['no days', { schedule: { ...weekly, days: [] } }],
  ['a wrong time of day', { schedule: { ...weekly, from: '24:00' } }],
  [
    'an end before the beginning',
    { schedule: { type: 'once', from: '2026-03-02T09:00:00Z', to: '2026-03-01T09:00:00Z' } },
  ],
  ['an unknown schedule', { schedule: { type: 'yearly' } }],
  ['an unknown end', { at_end: 'celebrate' }],
])('%s is refused', async (_, changes) => {
  expect((await ask(manager, 'POST', '', draft(changes))).status).toBe(400)
})
