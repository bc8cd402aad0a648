import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDefinition, FIGURES, FILTER, OTHER_STREAM, STREAM, startAlerts } from './testing/start-alerts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let world: Awaited<ReturnType<typeof startAlerts>>
let sessions: Readonly<Record<'reader' | 'both' | 'nobody' | 'operator', string>>
let made = 0

beforeAll(async () => {
  world = await startAlerts()
  const sign = async (name: string, permissions: readonly string[]) => {
    await world.addUser(name, { permissions })
    return world.signIn(name)
  }
  sessions = {
    reader: await sign('ada', [`streams:read:${STREAM}`]),
    both: await sign('bea', [`streams:read:${STREAM}`, `streams:read:${OTHER_STREAM}`]),
    nobody: await sign('cyd', []),
    operator: await sign('dan', ['streams:read', 'eventdefinitions:read', 'eventnotifications:read']),
  }
})
afterAll(() => world[Symbol.asyncDispose]())

/** A definition of its own for each test. */
function ownDefinition(changes: Parameters<typeof aDefinition>[0] = {}) {
  made += 1
  return aDefinition({ id: `5f00000000000000000000${made.toString(16).padStart(2, '0')}`, ...changes })
}

type Who = keyof typeof sessions
const ask = (who: Who, method: string, path: string, body?: unknown) =>
  world.call(method, `/events${path}`, { as: sessions[who], ...(body === undefined ? {} : { body }) })

async function listed(who: Who, search: string) {
  const { status, body, text } = await ask(who, 'GET', `/alerts?${search}`)
  expect(status, text).toBe(200)
  return body as { readonly alerts: AlertDetails[]; readonly total: number; readonly counts: object }
}
const alertsOf = async (definition: { readonly id: string }, more = '') =>
  (await listed('both', `definition=${definition.id}${more}`)).alerts

async function onlyAlert(definition: { readonly id: string }) {
  const [alert, ...others] = await alertsOf(definition)
  if (alert === undefined || others.length > 0) throw new Error('the definition has no single alert')
  return alert
}
const bulk = async (who: Who, ids: readonly string[], change: object) => {
  const { status, body, text } = await ask(who, 'POST', '/alerts/bulk', { ids, ...change })
  expect(status, text).toBe(200)
  return body as { readonly alerts: AlertDetails[]; readonly failures: { id: string; message: string }[] }
}

test('the first event opens an alert, later ones count, and it resolves when the condition ends', async () => {
  const definition = ownDefinition()
  const [first] = await world.run(definition, [['web-1'], ['web-2']])
  const [second] = await world.run(definition, [['web-1']])
  const [web1, web2] = (await alertsOf(definition)).toSorted((a, b) => (a.group < b.group ? -1 : 1))
  expect(web1).toMatchObject({
    state: 'open',
    title: 'Too many errors',
    message: 'Too many errors: web-1',
    event_count: 2,
    first_event_id: first?.id,
    latest_event_id: second?.id,
    source_streams: [STREAM],
    resolved_by: null,
  })
  expect(web2).toMatchObject({ state: 'resolved', event_count: 1, resolved_by: null })
  expect(web2?.resolved_at).toBe(world.clock.now().toISOString())
  await world.run(definition, [])
  await world.run(definition, [])
  expect((await alertsOf(definition)).map(({ state }) => state)).toEqual(['resolved', 'resolved'])
  const queued = await world.queued()
  expect(queued.filter((text) => text.endsWith(` ${second?.id}`))).toEqual([`recovered ${second?.id}`])
  await world.run(definition, [['web-1']])
  expect((await alertsOf(definition, '&state=open,acknowledged')).map(({ event_count }) => event_count)).toEqual([1])
})

test('an alert opened with its first event, which may be found last', async () => {
  const definition = ownDefinition()
  await world.run(definition, [['a']])
  const foundAt = world.clock.now().getTime()
  const at = (ms: number) => new Date(foundAt + ms).toISOString()
  await world.run(definition, [['a']], { eventAt: at(-HOUR_MS) })
  expect(await onlyAlert(definition)).toMatchObject({ opened_at: at(-HOUR_MS), latest_event_at: at(0) })
})

test('a run of several parts ends the condition only of groups that none of its parts found', async () => {
  const definition = ownDefinition()
  await world.run(definition, [['a'], ['b'], ['c']])
  await world.run(definition, [['a']], { isEnd: false })
  await world.run(definition, [['b']], { isSameRange: true })
  const open = await alertsOf(definition, '&state=open')
  expect(open.flatMap(({ group }) => group).sort()).toEqual(['a', 'b'])
})

test('in filter mode an alert resolves after the time of the definition without events, or never by itself', async () => {
  const lasting = ownDefinition({ config: FILTER, recovery: { notify: false, after_ms: 5 * MINUTE_MS } })
  const endless = ownDefinition({ config: FILTER })
  for (const definition of [lasting, endless]) {
    await world.run(definition, [[], [], []])
    expect(await onlyAlert(definition)).toMatchObject({ event_count: 3, group: [], state: 'open' })
    for (let minute = 0; minute < 4; minute++) await world.run(definition, [])
    expect((await onlyAlert(definition)).state).toBe('open')
    await world.run(definition, [])
  }
  expect([(await onlyAlert(lasting)).state, (await onlyAlert(endless)).state]).toEqual(['resolved', 'open'])
})

test('a definition whose events are no alerts opens none, and one that is changed to that resolves its own', async () => {
  const definition = ownDefinition()
  await world.run(definition, [['a']])
  await world.run({ ...definition, alert: false }, [['a'], ['b']])
  expect((await onlyAlert(definition)).state).toBe('resolved')
})

test('users see, change and count an alert only if they may read all its streams', async () => {
  const definition = ownDefinition()
  const [event] = await world.run(definition, [['a']])
  await world.run(definition, [['a']], { streams: [OTHER_STREAM] })
  const { id } = await onlyAlert(definition)
  for (const who of ['reader', 'nobody'] as const) {
    const found = await listed(who, `definition=${definition.id}`)
    expect(found).toMatchObject({ alerts: [], total: 0, counts: { open: 0, acknowledged: 0, resolved: 0 } })
    expect((await ask(who, 'GET', `/alerts/${id}`)).status).toBe(404)
    expect((await ask(who, 'POST', `/alerts/${id}/comments`, { text: 'Hello' })).status).toBe(404)
    expect((await bulk(who, [id], { action: 'resolve' })).failures).toEqual([
      { id, message: `There is no alert ${id}` },
    ])
    expect((await ask(who, 'GET', `/alerts/of_events?ids=${event?.id}`)).body).toEqual({ alerts: {} })
    const counts = (await ask(who, 'GET', '/alerts/open_counts')).body
    expect(Object(counts).by_definition).not.toHaveProperty(definition.id)
  }
  expect((await ask('both', 'GET', '/alerts/open_counts')).body).toMatchObject({
    by_definition: { [definition.id]: 1 },
  })
  expect((await onlyAlert(definition)).state).toBe('open')
  expect((await ask('both', 'GET', `/alerts/of_events?ids=none,${event?.id}`)).body).toEqual({
    alerts: { [event?.id ?? '']: { id, state: 'open', assignee: null, snoozed_until: null, comment_count: 0 } },
  })
})

test('the evidence of an alert needs its streams, its figures the definition, and reasons the notification', async () => {
  const definition = ownDefinition()
  const [event] = await world.run(definition, [['a']])
  const { id } = await onlyAlert(definition)
  const answers = async (who: Who, what: string) => {
    const { status, body } = await ask(who, 'GET', `/alerts/${id}/${what}`)
    return status === 200 ? body : status
  }
  const delivery = { notification_id: 'mail', title: 'Mail', event_id: event?.id, result: 'failed' }
  expect(await answers('both', 'deliveries')).toMatchObject({ deliveries: [{ ...delivery, reason: null }] })
  expect(await answers('operator', 'deliveries')).toMatchObject({
    deliveries: [{ ...delivery, reason: expect.stringContaining('secret') }],
  })
  expect(await answers('nobody', 'deliveries')).toBe(404)
  expect(await answers('operator', 'figures')).toEqual(FIGURES)
  expect([await answers('both', 'figures'), await answers('nobody', 'figures')]).toEqual([403, 404])
})

test('alerts are acknowledged, assigned, commented, resolved and opened again', async () => {
  const definition = ownDefinition()
  await world.run(definition, [['a']])
  const { id } = await onlyAlert(definition)
  const taken = await bulk('reader', [id, 'none'], { action: 'acknowledge', comment: ' On it ' })
  expect(taken.alerts).toMatchObject([{ state: 'acknowledged', acknowledged_by: 'ada', comment_count: 1 }])
  expect(taken.failures).toEqual([{ id: 'none', message: 'There is no alert none' }])
  await world.run(definition, [['a']])
  expect(await onlyAlert(definition)).toMatchObject({ state: 'acknowledged', event_count: 2 })

  expect((await bulk('reader', [id], { action: 'assign', assignee: 'bea' })).alerts).toMatchObject([
    { assignee: 'bea' },
  ])
  expect((await listed('both', 'assignee=bea')).alerts.map((alert) => alert.id)).toEqual([id])
  expect((await ask('reader', 'POST', '/alerts/bulk', { ids: [id], action: 'assign', assignee: 'eve' })).status).toBe(
    400,
  )
  expect(await bulk('reader', [id], { action: 'assign', assignee: 'cyd' })).toMatchObject({
    alerts: [],
    failures: [{ id, message: 'The user "cyd" may not read the alert' }],
  })
  const commented = await ask('both', 'POST', `/alerts/${id}/comments`, { text: 'Disk is full' })
  expect(commented.body).toMatchObject({
    comment_count: 2,
    comments: [
      { author: 'ada', text: 'On it' },
      { author: 'bea', text: 'Disk is full' },
    ],
  })

  await bulk('both', [id], { action: 'resolve' })
  expect(await onlyAlert(definition)).toMatchObject({ state: 'resolved', resolved_by: 'bea' })
  expect((await bulk('reader', [id], { action: 'acknowledge' })).failures).toMatchObject([{ id }])
  const reopened = await bulk('reader', [id], { action: 'reopen' })
  expect(reopened.alerts).toMatchObject([{ state: 'open', acknowledged_by: null, resolved_at: null }])
  await world.run(definition, [])
  expect((await onlyAlert(definition)).state).toBe('open')
  await world.run(definition, [['a']])
  await world.run(definition, [])
  expect((await onlyAlert(definition)).state).toBe('resolved')
  await world.run(definition, [['a']])
  const again = await bulk('reader', [id], { action: 'reopen' })
  expect(again.failures).toEqual([{ id, message: 'A newer alert about the same is not resolved yet' }])
})

test('notifications of a snoozed alert are held back and counted', async () => {
  const definition = ownDefinition()
  const [event] = await world.run(definition, [['a'], ['b']])
  if (event === undefined) throw new Error('no event was found')
  const [alert] = await alertsOf(definition, '&query=errors:%20a')
  const until = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
  await bulk('reader', [alert?.id ?? ''], { action: 'snooze', until: until(HOUR_MS) })
  const isHeldBack = (group: string) =>
    world.holdsBack(definition, { event, group: [group] }, world.clock.now().getTime())
  expect([await isHeldBack('a'), await isHeldBack('b')]).toEqual([true, false])
  await world.run(definition, [['a'], ['b']])
  const [a, b] = (await alertsOf(definition)).toSorted((one, other) => (one.group < other.group ? -1 : 1))
  expect(a).toMatchObject({ is_quiet: true, held_back_notifications: 1 })
  expect(b).toMatchObject({ is_quiet: false, held_back_notifications: 0 })
  for (const wrong of [until(-1), until(91 * 24 * HOUR_MS), 'tomorrow', undefined])
    expect((await ask('reader', 'POST', '/alerts/bulk', { ids: ['x'], action: 'snooze', until: wrong })).status).toBe(
      400,
    )
  world.clock.advance(HOUR_MS)
  expect([await isHeldBack('a'), (await alertsOf(definition))[0]?.is_quiet]).toEqual([false, false])
})

test('lists are paged and counted, and wrong filters are refused', async () => {
  const definition = ownDefinition()
  await world.run(
    definition,
    Array.from({ length: 7 }, (_, index) => [`host-${index}`]),
  )
  const page = await listed('reader', `definition=${definition.id}&per_page=3&page=3`)
  expect(page).toMatchObject({ total: 7, count: 1, page: 3, per_page: 3, counts: { open: 7, resolved: 0 } })
  expect((await listed('reader', `definition=${definition.id}&query=HOST-6`)).total).toBe(1)
  for (const wrong of ['state=asleep', 'per_page=501', 'page=0'])
    expect([400, 404]).toContain((await ask('reader', 'GET', `/alerts?${wrong}`)).status)
})

test('a definition has a limited number of unresolved alerts, and an alert of comments', async () => {
  const definition = ownDefinition()
  await world.run(
    definition,
    Array.from({ length: 501 }, (_, index) => [`host-${index}`]),
  )
  const { total, alerts } = await listed('reader', `definition=${definition.id}`)
  expect(total).toBe(500)
  const id = alerts[0]?.id ?? ''
  await Promise.all(Array.from({ length: 4 }, () => bulk('reader', [id], { action: 'unsnooze', comment: 'At once' })))
  for (let index = 4; index < 100; index++) await ask('reader', 'POST', `/alerts/${id}/comments`, { text: `${index}` })
  const refused = await ask('reader', 'POST', `/alerts/${id}/comments`, { text: 'One more' })
  expect([refused.status, (await alertsOf(definition)).find((alert) => alert.id === id)?.comment_count]).toEqual([
    400, 100,
  ])
})

test('alerts of a deleted definition resolve, and resolved ones are deleted after 90 days', async () => {
  const definition = ownDefinition()
  await world.run(definition, [['a']])
  world.forget(definition.id)
  world.clock.advance(HOUR_MS)
  await expect.poll(async () => (await onlyAlert(definition)).state).toBe('resolved')
  world.clock.advance(91 * 24 * HOUR_MS)
  const session = await world.signIn('bea')
  const path = `/events/alerts?definition=${definition.id}`
  await expect.poll(async () => (await world.call('GET', path, { as: session })).body).toMatchObject({ total: 0 })
})
