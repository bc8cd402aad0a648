/** Access to views by permission and by share, and what else a shared view needs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertMessages } from '../search/testing/message-table.ts'
import { inStreams, messages, query, textsOf } from '../search/testing/search-drafts.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { viewDraft, viewsOver } from './testing/view-drafts.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest
let searchId: string
let views: ReturnType<typeof viewsOver>

beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  logyard = await startSearch({ engine: store.engine })
  searchId = await logyard.store([query()])
  views = viewsOver(logyard, searchId)
  return () => logyard[Symbol.asyncDispose]()
})

const share = (target: string, selected_grantee_capabilities: object, as?: string) =>
  logyard.call('POST', `/authz/shares/entities/${target}`, {
    body: { selected_grantee_capabilities },
    ...(as === undefined ? {} : { as }),
  })

/** The statuses of a user's requests on a view; the last request deletes it. */
async function tries(id: string, as: string) {
  const status = async (method: string, path: string, body?: unknown) =>
    (await logyard.call(method, path, { as, ...(body === undefined ? {} : { body }) })).status
  const { type, search_id } = Object((await logyard.call('GET', `/views/${id}`)).body)
  const grn = `grn::::${type === 'SEARCH' ? 'search' : 'dashboard'}:${id}`
  return {
    read: await status('GET', `/views/${id}`),
    edit: await status('PUT', `/views/${id}`, viewDraft(search_id, { type })),
    share: await status('POST', `/authz/shares/entities/${grn}/prepare`, {}),
    delete: await status('DELETE', `/views/${id}`),
  }
}

const NOTHING = { read: 404, edit: 403, share: 403, delete: 403 }
const READ = { ...NOTHING, read: 200 }
const EDIT = { ...READ, edit: 200 }
const ALL = { read: 200, edit: 200, share: 200, delete: 200 }

test.each([
  { type: 'DASHBOARD', permissions: [], may: NOTHING },
  { type: 'DASHBOARD', permissions: ['view:read:<id>'], may: READ },
  { type: 'DASHBOARD', permissions: ['dashboards:read:<id>'], may: READ },
  { type: 'DASHBOARD', permissions: ['dashboards:read:<id>', 'dashboards:edit:<id>'], may: EDIT },
  { type: 'DASHBOARD', permissions: ['view:read:<id>', 'view:edit:<id>'], may: EDIT },
  { type: 'DASHBOARD', permissions: ['dashboards:delete:<id>'], may: NOTHING },
  { type: 'DASHBOARD', permissions: ['view:delete:<id>'], may: { ...NOTHING, delete: 200 } },
  { type: 'SEARCH', permissions: ['dashboards:read', 'dashboards:edit'], may: NOTHING },
  { type: 'SEARCH', permissions: ['view:read:<id>'], may: READ },
  { type: 'SEARCH', permissions: ['view:read', 'view:edit'], may: EDIT },
])('$permissions on a $type', async ({ type, permissions, may }) => {
  const id = await views.add({ type })
  await logyard.addUser('someone', { permissions: permissions.map((text) => text.replace('<id>', id)) })
  expect(await tries(id, 'someone:someone-password')).toEqual(may)
})

test.each([
  ['dashboard', 'DASHBOARD', 'view', READ],
  ['dashboard', 'DASHBOARD', 'manage', EDIT],
  ['dashboard', 'DASHBOARD', 'own', ALL],
  ['search', 'SEARCH', 'view', READ],
  ['search', 'SEARCH', 'manage', EDIT],
  ['search', 'SEARCH', 'own', ALL],
] as const)('a %s shared: %s to %s', async (kind, type, capability, may) => {
  const userId = await logyard.addUser('guest')
  const id = await views.add({ type })
  expect((await share(`grn::::${kind}:${id}`, { [`grn::::user:${userId}`]: capability })).status).toBe(200)
  expect(await tries(id, 'guest:guest-password')).toEqual(may)
})

test('a view belongs to its creator', async () => {
  await logyard.addUser('maker', { roles: ['Reader', 'Dashboard Creator'] })
  const as = 'maker:maker-password'
  const search = Object((await logyard.call('POST', '/views/search', { as, body: { queries: [query()] } })).body).id
  for (const type of ['DASHBOARD', 'SEARCH']) {
    const created = await logyard.call('POST', '/views', { as, body: viewDraft(search, { type }) })
    expect(await tries(Object(created.body).id, as)).toEqual(ALL)
  }
})

test('a user with view access to a dashboard and its stream can run it, but not change it', async () => {
  const stream = await logyard.addStream({ title: 'Shop' })
  const other = await logyard.addStream({ title: 'Bank' })
  const at = '2026-03-01T11:59:00.000Z'
  await insertMessages(store.engine, [
    { at, message: 'sold', streams: [stream] },
    { at, message: 'paid', streams: [other] },
  ])
  const search = await logyard.store([query({ search_types: [messages({ streams: [stream] })] })])
  const id = await viewsOver(logyard, search).add()
  const userId = await logyard.addUser('reader')
  const as = 'reader:reader-password'
  const [user, grn] = [`grn::::user:${userId}`, `grn::::dashboard:${id}`]

  // The share dialog warns that the dashboard is useless to a user without access to the stream.
  const shared = await share(grn, { [user]: 'view' })
  expect(shared).toMatchObject({
    status: 200,
    body: { missing_permissions_on_dependencies: { [user]: [{ id: `grn::::stream:${stream}`, title: 'Shop' }] } },
  })
  const execute = () => logyard.call('POST', `/views/search/${search}/execute`, { as, body: {} })
  expect(await execute()).toMatchObject({ status: 403, body: { type: 'MissingStreamPermission' } })

  await share(`grn::::stream:${stream}`, { [user]: 'view' })
  expect(await share(grn, { [user]: 'view' })).toMatchObject({ body: { missing_permissions_on_dependencies: {} } })
  expect((await logyard.call('GET', `/views/${id}`, { as })).body).toMatchObject({ id, search_id: search })
  expect((await logyard.call('GET', `/views/search/${search}`, { as })).status).toBe(200)
  const executed = await execute()
  expect(executed.status, executed.text).toBe(201)
  expect(textsOf(Object(executed.body))).toEqual(['sold'])

  expect((await logyard.call('PUT', `/views/${id}`, { as, body: viewDraft(search) })).status).toBe(403)
  expect((await logyard.call('DELETE', `/views/${id}`, { as })).status).toBe(403)
  const overwritten = await logyard.call('POST', '/views/search', { as, body: { id: search, queries: [] } })
  expect(overwritten.status).toBe(403)
  await logyard.call('DELETE', `/views/${id}`)
  expect((await execute()).status).toBe(403)
})

test('sharing a dashboard lists every stream of its search as a dependency', async () => {
  const titles = ['Filter', 'Nested', 'Widget']
  const [filter = '', nested = '', widget = ''] = await Promise.all(titles.map((title) => logyard.addStream({ title })))
  const search = await logyard.store([
    query({ filter: { type: 'and', filters: [inStreams(filter), { type: 'or', filters: [inStreams(nested)] }] } }),
    query({ id: 'q2', search_types: [messages({ streams: [widget] })] }),
  ])
  const id = await viewsOver(logyard, search).add({ type: 'SEARCH' })
  const userId = await logyard.addUser('friend')
  const shared = await share(`grn::::search:${id}`, { [`grn::::user:${userId}`]: 'view' })
  const [missing] = Object.values(Object(shared.body).missing_permissions_on_dependencies) as [{ title: string }[]]
  expect(missing.map(({ title }) => title).sort()).toEqual(titles)
})

test("a view may not use another user's search, so it shows nothing that its creator may not read", async () => {
  await logyard.addUser('eve', { permissions: ['dashboards:create'] })
  const as = 'eve:eve-password'
  const own = Object((await logyard.call('POST', '/views/search', { as, body: { queries: [query()] } })).body).id
  const forbidden = { status: 403, body: { type: 'ApiError', message: expect.any(String) } }
  const readsIt = async () => (await logyard.call('GET', `/views/search/${searchId}`, { as })).status

  for (const type of ['SEARCH', 'DASHBOARD']) {
    const view = Object((await logyard.call('POST', '/views', { as, body: viewDraft(own, { type }) })).body)
    const draft = viewDraft(searchId, { type })
    expect(await logyard.call('POST', '/views', { as, body: draft })).toMatchObject(forbidden)
    expect(await logyard.call('PUT', `/views/${view.id}`, { as, body: draft })).toMatchObject(forbidden)
    expect((await logyard.call('PUT', `/views/${view.id}`, { as, body: viewDraft(own, { type }) })).status).toBe(200)
  }
  expect(await readsIt()).toBe(403)

  // Once it is shown by a shared view, others may use the search, too.
  const userId = Object((await logyard.call('GET', '/users/eve')).body).id
  const shared = await views.add({ type: 'DASHBOARD' })
  await share(`grn::::dashboard:${shared}`, { [`grn::::user:${userId}`]: 'view' })
  expect(await readsIt()).toBe(200)
  expect((await logyard.call('POST', '/views', { as, body: viewDraft(searchId, { type: 'SEARCH' }) })).status).toBe(200)
})
