import type { Incident, IncidentPage } from '@logyard/contract/alerts/incidents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDefinition, OTHER_STREAM, STREAM, startAlerts } from './testing/start-alerts.ts'

const MINUTE_MS = 60_000

let world: Awaited<ReturnType<typeof startAlerts>>
let sessions: Readonly<Record<'one' | 'both' | 'all' | 'nobody', string>>
let made = 0

beforeAll(async () => {
  world = await startAlerts()
  const sign = async (name: string, permissions: readonly string[]) => {
    await world.addUser(name, { permissions })
    return world.signIn(name)
  }
  sessions = {
    one: await sign('ada', [`streams:read:${STREAM}`]),
    both: await sign('bea', [`streams:read:${STREAM}`, `streams:read:${OTHER_STREAM}`]),
    all: await sign('dan', ['streams:read']),
    nobody: await sign('cyd', []),
  }
})
afterAll(() => world[Symbol.asyncDispose]())
/** The alerts of a test are no neighbours of those of the one before. */
beforeEach(() => world.clock.advance(60 * MINUTE_MS))

type Who = keyof typeof sessions

/** An alert of a definition of its own. Returns its id. */
async function fire(title: string, facts: Readonly<Record<string, string>>, streams = [STREAM]): Promise<string> {
  made += 1
  const definition = aDefinition({ id: `5f00000000000000000000${made.toString(16).padStart(2, '0')}`, title })
  const [event] = await world.run(definition, [[]], { facts, streams })
  const { body } = await call('all', 'GET', `/of_events?ids=${event?.id}`)
  return Object(body).alerts[event?.id ?? ''].id
}
const call = (who: Who, method: string, path: string, body?: object) =>
  world.call(method, `/events/alerts${path}`, { as: sessions[who], ...(body === undefined ? {} : { body }) })

async function incidentOf(who: Who, alertId: string): Promise<Incident> {
  const { status, body, text } = await call(who, 'GET', `/${alertId}/incident`)
  expect(status, text).toBe(200)
  return body as Incident
}
async function listed(who: Who, search = ''): Promise<IncidentPage> {
  const { status, body, text } = await call(who, 'GET', `/incidents?${search}`)
  expect(status, text).toBe(200)
  return body as IncidentPage
}
const titles = ({ alerts }: Incident) => alerts.map(({ title }) => title)
const sharedOf = ({ shared }: Incident) => shared.map(({ field, value }) => `${field}=${value}`)

test('alerts that share a field and begin within a quarter of an hour are one incident', async () => {
  const first = await fire('Disk full', { host: 'db-1', disk: '/var' })
  await fire('Queries slow', { host: 'db-1', service: 'cart' })
  await fire('Logins fail', { user: 'bob' })
  world.clock.advance(12 * MINUTE_MS)
  const late = await fire('Backup failed', { host: 'db-1' })
  const incident = await incidentOf('both', late)
  expect(incident).toMatchObject({ id: first, alert_count: 3, state: 'open', priority: 2 })
  expect(titles(incident)).toEqual(['Disk full', 'Queries slow', 'Backup failed'])
  expect(sharedOf(incident)).toEqual(['host=db-1'])
  expect((await listed('both', 'query=DB-1')).incidents.map(({ id }) => id)).toEqual([first])
  world.clock.advance(15 * MINUTE_MS)
  expect(await incidentOf('both', await fire('Disk full again', { host: 'db-1' }))).toMatchObject({ alert_count: 1 })
})

test('an alert joins the incident that it shares most with, and alerts without a common field stay alone', async () => {
  const here = await fire('Errors', { host: 'web-1', service: 'shop' })
  const there = await fire('Errors', { host: 'web-2', zone: 'b' })
  const joined = await fire('Slow', { host: 'web-1', service: 'shop', zone: 'b' })
  expect((await incidentOf('both', joined)).id).toBe(here)
  expect((await incidentOf('both', there)).alert_count).toBe(1)
  expect((await incidentOf('both', await fire('Silent', {}))).alert_count).toBe(1)
})

test('alerts of one definition that begin together are one incident, unless others share their fields', async () => {
  const definition = aDefinition({ id: '5f0000000000000000000abc', title: 'A host is silent' })
  const silent = async (host: string) => {
    const [event] = await world.run(definition, [[host]], { facts: { host } })
    return String(Object((await call('both', 'GET', `/of_events?ids=${event?.id}`)).body).alerts[event?.id ?? ''].id)
  }
  const first = await silent('rack-1')
  const last = [await silent('rack-2'), await silent('rack-3')].at(-1) ?? ''
  expect(await incidentOf('both', last)).toMatchObject({ id: first, alert_count: 3, shared: [] })
  await fire('Disk full', { host: 'rack-3' })
  expect((await incidentOf('both', first)).alert_count).toBe(2)
  expect(titles(await incidentOf('both', last))).toEqual(['A host is silent', 'Disk full'])
})

test('an incident is as open as its most open alert, and its alerts are changed together', async () => {
  const ids = [await fire('Errors', { host: 'state-1' }), await fire('Slow', { host: 'state-1' })]
  const [first = ''] = ids
  await call('both', 'POST', '/bulk', { ids: [first], action: 'resolve' })
  const { state, unresolved_ids } = await incidentOf('both', first)
  expect([state, unresolved_ids]).toEqual(['open', ids.slice(1)])
  await call('both', 'POST', '/bulk', { ids: unresolved_ids, action: 'acknowledge' })
  expect((await listed('both', 'state=acknowledged&query=state-1')).total).toBe(1)
  await call('both', 'POST', '/bulk', { ids: unresolved_ids, action: 'resolve' })
  expect((await listed('both', 'state=open,acknowledged&query=state-1')).total).toBe(0)
  expect((await listed('both', 'state=resolved&query=state-1')).incidents).toMatchObject([{ unresolved_ids: [] }])
})

test('users see only what the alerts that they may read have in common', async () => {
  const seen = await fire('Errors', { host: 'web-9', service: 'shop' })
  const secret = await fire('Audit', { host: 'web-9', service: 'vault' }, [OTHER_STREAM])
  const own = await incidentOf('one', seen)
  expect([own.alert_count, own.source_streams, sharedOf(own)]).toEqual([1, [STREAM], ['host=web-9', 'service=shop']])
  expect(sharedOf(await incidentOf('both', seen))).toEqual(['host=web-9'])
  const hidden = await call('one', 'GET', `/${secret}/incident`)
  const missing = await call('one', 'GET', '/5f0000000000000000000fff/incident')
  expect([hidden.status, missing.status]).toEqual([404, 404])
  expect(hidden.text.replace(secret, '')).toBe(missing.text.replace('5f0000000000000000000fff', ''))
  expect((await listed('one', 'query=Audit')).total).toBe(0)
  expect((await listed('nobody')).incidents).toEqual([])
  const everywhere = await fire('Everywhere', { host: 'web-9' }, [])
  expect(await incidentOf('all', everywhere)).toMatchObject({ alert_count: 3 })
  expect((await call('both', 'GET', `/${everywhere}/incident`)).status).toBe(404)
})

test('a page has the incidents with the latest events, and a state that does not exist is refused', async () => {
  const older = await fire('Paged', { host: 'p-1' })
  const newer = await fire('Paged', { host: 'p-2' })
  const pageOf = (page: number) => listed('both', `query=paged&per_page=1&page=${page}`)
  expect(await pageOf(1)).toMatchObject({ total: 2, count: 1, incidents: [{ id: newer }] })
  expect(await pageOf(2)).toMatchObject({ incidents: [{ id: older }] })
  expect((await call('both', 'GET', '/incidents?state=lost')).status).toBe(400)
})
