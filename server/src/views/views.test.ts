/** Creating, reading, replacing and deleting views, and the default view. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../search/testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { PAGE, viewDraft, viewsOver } from './testing/view-drafts.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest
let searchId: string
let views: ReturnType<typeof viewsOver>

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine, startAt: '2026-03-01T12:00:00.000Z' })
  searchId = await logyard.store([query()])
  views = viewsOver(logyard, searchId)
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const get = (id: string, as?: string) => logyard.call('GET', `/views/${id}`, as === undefined ? {} : { as })
const apiError = (message: string) => ({ type: 'ApiError', message })

test('missing properties of a view get their defaults', async () => {
  const body = { title: 'Least', search_id: searchId, state: { q: PAGE } }
  const created = await logyard.call('POST', '/views', { body })
  expect(created.status, created.text).toBe(200)
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    type: 'DASHBOARD',
    title: 'Least',
    summary: '',
    description: '',
    search_id: searchId,
    properties: [],
    requires: {},
    state: {
      q: {
        selected_fields: null,
        static_message_list_id: null,
        titles: {},
        widgets: [],
        widget_mapping: {},
        positions: {},
        formatting: null,
        display_mode_settings: { positions: {} },
      },
    },
    owner: 'admin',
    created_at: '2026-03-01T12:00:00.000Z',
    last_updated_at: '2026-03-01T12:00:00.000Z',
  })
  expect((await get(Object(created.body).id)).body).toEqual(created.body)
})

test('a view keeps the id and the creation time that the client sends, and is returned as sent', async () => {
  const sent = {
    ...viewDraft(searchId, { type: 'SEARCH' }),
    id: '5f00000000000000000000b1',
    summary: 'of all shops',
    description: 'Traffic of all shops',
    properties: ['kept'],
    requires: { parameters: { name: 'from elsewhere' } },
    owner: 'somebody',
    created_at: '2020-05-27T14:32:49.786+02:00',
    last_updated_at: '2020-05-27T12:32:49.786Z',
  }
  const created = await logyard.call('POST', '/views', { body: sent })
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...sent,
      requires: {},
      owner: 'admin',
      created_at: '2020-05-27T12:32:49.786Z',
      last_updated_at: '2026-03-01T12:00:00.000Z',
    },
  })
  expect(await logyard.call('POST', '/views', { body: sent })).toMatchObject({
    status: 409,
    body: apiError('A view with id 5f00000000000000000000b1 already exists'),
  })
})

test.each([
  { broken: { title: ' ' }, says: { validation_errors: { title: [{ error: 'A view needs a title' }] } } },
  { broken: { state: undefined }, says: apiError('Missing required properties: state.') },
  { broken: { title: undefined }, says: apiError('Missing required properties: title.') },
  { broken: { search_id: undefined }, says: apiError('Missing required properties: search_id.') },
  { broken: { state: {} }, says: [{ path: 'state' }] },
  {
    broken: { state: { q: { widgets: [], positions: {} } } },
    says: apiError('Missing required properties: state.q.widget_mapping.'),
  },
  { broken: { type: 'PICTURE' }, says: apiError('Property type must be "SEARCH" or "DASHBOARD".') },
  {
    broken: { colour: 'red' },
    says: apiError(expect.stringMatching(/^Unable to map property colour\.\nKnown properties include: title, /)),
  },
  {
    broken: { created_at: 'yesterday' },
    says: { validation_errors: { created_at: [{ error: '"yesterday" is not a valid date and time' }] } },
  },
  { broken: { id: 'xyz' }, says: apiError('A view id must have 24 hexadecimal digits, not "xyz"') },
  {
    broken: { search_id: '5f00000000000000000000ff' },
    says: apiError("Search 5f00000000000000000000ff doesn't exist: create it before its view"),
  },
  { broken: { description: 'x'.repeat(65_536) }, says: apiError('The texts of a view may have at most 64 KiB') },
])('a view is refused: $says', async ({ broken, says }) => {
  expect(await views.post(broken)).toMatchObject({ status: 400, body: says })
  const id = await views.add()
  // Both are unchanged when a view is replaced.
  if ('id' in broken || 'created_at' in broken) return
  const body = viewDraft(searchId, broken)
  expect(await logyard.call('PUT', `/views/${id}`, { body })).toMatchObject({ status: 400, body: says })
})

test('the pages of a view may have up to a megabyte', async () => {
  const filler = (length: number) => ({ state: { q: { ...PAGE, titles: { tab: { title: 'x'.repeat(length) } } } } })
  expect((await views.post(filler(1_048_000))).status).toBe(200)
  expect(await views.post(filler(1_048_576))).toMatchObject({
    status: 400,
    body: apiError('The pages of a view may have at most 1024 KiB'),
  })
})

test('creating a dashboard needs a permission, saving a search does not', async () => {
  const as = await logyard.addReader('saver')
  expect(await views.post({}, as)).toMatchObject({
    status: 403,
    body: apiError('Not authorized to access resource id <dashboards:create>'),
  })
  expect(await views.post({ type: undefined }, as)).toMatchObject({ status: 403 })
  expect(await views.post({ type: 'SEARCH' }, as)).toMatchObject({ status: 200, body: { owner: 'saver' } })
  await logyard.addUser('creator', { roles: ['Reader', 'Dashboard Creator'] })
  expect(await views.post({}, 'creator:creator-password')).toMatchObject({ status: 200, body: { owner: 'creator' } })
})

test('a view that may not be read is answered like a missing one', async () => {
  const id = await views.add()
  const as = await logyard.addReader('stranger')
  for (const [unknown, by] of [
    [id, as],
    ['xyz', undefined],
    ['5f00000000000000000000ee', undefined],
    ['default', undefined],
  ] as const) {
    const sentence = unknown === 'default' ? "Default view doesn't exist" : `View ${unknown} doesn't exist`
    expect(await get(unknown, by)).toMatchObject({ status: 404, body: apiError(sentence) })
  }
})

test('replacing a view keeps its owner, its creation time and its type', async () => {
  const as = await logyard.addReader('writer')
  const id = await views.add({ type: 'SEARCH', summary: 'old', description: 'old', properties: ['old'] }, as)
  const body = {
    title: 'New',
    search_id: await logyard.store([], { as }),
    state: { q2: PAGE },
    owner: 'admin',
    id: '5f00000000000000000000aa',
    created_at: '2001-01-01T00:00:00.000Z',
    requires: {},
  }
  logyard.clock.advance(1000)
  const now = logyard.clock.now().toISOString()
  const replaced = await logyard.call('PUT', `/views/${id}`, { as, body })
  expect(replaced).toMatchObject({
    status: 200,
    body: {
      id,
      type: 'SEARCH',
      title: 'New',
      summary: '',
      description: '',
      properties: [],
      owner: 'writer',
      last_updated_at: now,
    },
  })
  const answer = Object(replaced.body)
  expect(Object.keys(answer.state)).toEqual(['q2'])
  expect(answer.created_at).toBe(new Date(logyard.clock.now().getTime() - 1000).toISOString())
  expect((await get(id, as)).body).toEqual(answer)
  expect(await logyard.call('PUT', `/views/${id}`, { as, body: { ...body, type: 'DASHBOARD' } })).toMatchObject({
    status: 400,
    body: apiError('The type of a view cannot be changed: it is SEARCH'),
  })
  expect(await logyard.call('PUT', `/views/${id}`, { as, body: { ...body, type: 'SEARCH' } })).toMatchObject({
    status: 200,
  })
})

test('an unknown view cannot be replaced or deleted', async () => {
  const path = '/views/5f00000000000000000000dd'
  const notFound = { status: 404, body: apiError("View 5f00000000000000000000dd doesn't exist") }
  expect(await logyard.call('PUT', path, { body: viewDraft(searchId) })).toMatchObject(notFound)
  expect(await logyard.call('DELETE', path)).toMatchObject(notFound)
  expect(await logyard.call('PUT', `${path}/default`)).toMatchObject(notFound)
  const as = await logyard.addReader('passer-by')
  expect(await logyard.call('PUT', path, { as, body: viewDraft(searchId) })).toMatchObject({ status: 403 })
  expect(await logyard.call('DELETE', path, { as })).toMatchObject({ status: 403 })
})

test('an update based on an older state does not overwrite a newer one', async () => {
  const id = await views.add()
  const seen = Object((await get(id)).body).last_updated_at
  const put = (title: string, last: string) =>
    logyard.call('PUT', `/views/${id}?${new URLSearchParams({ last_updated_at: last })}`, {
      body: viewDraft(searchId, { title }),
    })
  const first = await put('First', seen)
  expect(first).toMatchObject({ status: 200, body: { title: 'First' } })
  // Also within the same millisecond.
  expect(await put('Second', seen)).toMatchObject({
    status: 409,
    body: apiError(`View ${id} was changed by another user in the meantime`),
  })
  expect(await put('Second', Object(first.body).last_updated_at)).toMatchObject({ status: 200 })
  expect((await get(id)).body).toMatchObject({ title: 'Second' })
})

test('of two concurrent updates none is lost silently', async () => {
  const id = await views.add()
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((title) => logyard.call('PUT', `/views/${id}`, { body: viewDraft(searchId, { title }) })),
  )
  expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
})

test('a deleted view is returned once more, and removed from lists, start pages and shares', async () => {
  const id = await views.add()
  const userId = await logyard.addUser('starter')
  const startpage = { type: 'dashboard', id }
  expect((await logyard.call('PUT', `/users/${userId}`, { body: { startpage } })).status).toBe(204)
  await share('dashboard', id, { [`grn::::user:${userId}`]: 'view' })
  const start = async () => Object((await logyard.call('GET', '/users/starter')).body).startpage
  expect(await start()).toEqual(startpage)

  const before = (await get(id)).body
  const deleted = await logyard.call('DELETE', `/views/${id}`)
  expect(deleted).toMatchObject({ status: 200, body: before })
  expect((await get(id)).status).toBe(404)
  expect(await start()).toBeNull()
  const overview = Object((await logyard.call('GET', '/authz/grants-overview')).body).grants
  expect(JSON.stringify(overview)).not.toContain(id)
  expect((await logyard.call('DELETE', `/views/${id}`)).status).toBe(404)
  expect((await logyard.call('GET', `/views/search/${searchId}`)).status).toBe(200)
})

test('the default view is the start view of everybody who may read it', async () => {
  const id = await views.add({ title: 'Start here' })
  const as = await logyard.addReader('newcomer')
  expect(await logyard.call('PUT', `/views/${id}/default`, { as })).toMatchObject({ status: 403 })
  const set = await logyard.call('PUT', `/views/${id}/default`)
  expect([set.status, set.text]).toEqual([204, ''])
  expect(await get('default')).toMatchObject({ status: 200, body: { id, title: 'Start here' } })
  expect(await get('default', as)).toMatchObject({ status: 404, body: apiError("Default view doesn't exist") })
  await logyard.call('DELETE', `/views/${id}`)
  expect((await get('default')).status).toBe(404)
})

const share = (type: string, id: string, selected_grantee_capabilities: object) =>
  logyard.call('POST', `/authz/shares/entities/grn::::${type}:${id}`, { body: { selected_grantee_capabilities } })
