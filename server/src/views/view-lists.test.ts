/** Lists of views: their content, filtering, sorting and paging. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchCollection } from '../search/search-store.ts'
import { query, text } from '../search/testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { viewDraft, viewsOver } from './testing/view-drafts.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine })
  const views = viewsOver(logyard, await logyard.store([query()]))
  const dashboard = (title: string, more: object = {}) => views.add({ title, ...more })
  await dashboard('Beta a.c', { description: 'needle', created_at: '2026-02-03T00:00:00.000Z' })
  await dashboard('Alpha abc', { summary: 'needle', created_at: '2026-02-01T00:00:00.000Z' })
  readable = await dashboard('Gamma', { created_at: '2026-02-02T00:00:00.000Z' })
  await views.add({
    type: 'SEARCH',
    title: 'Delta',
    description: 'a needle too',
    created_at: '2026-01-01T00:00:00.000Z',
  })
})
let readable: string
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

async function list(path: string, parameters: Readonly<Record<string, string>> = {}, as?: string) {
  const answer = await logyard.call('GET', `${path}?${new URLSearchParams(parameters)}`, as === undefined ? {} : { as })
  const { views = [], ...figures } = Object(answer.body)
  return { status: answer.status, titles: views.map(({ title }: { title: string }) => title), views, figures }
}
const titles = async (path: string, parameters: Readonly<Record<string, string>> = {}) =>
  (await list(path, parameters)).titles

test('dashboards and saved searches have a list each and a common one', async () => {
  const all = await list('/views')
  expect(all.titles).toEqual(['Alpha abc', 'Beta a.c', 'Delta', 'Gamma'])
  expect(all.figures).toEqual({ total: 4, count: 4, page: 1, per_page: 50, grand_total: 4 })
  expect(all.views[2]).toMatchObject({ type: 'SEARCH', requires: {}, state: { q: { widgets: [] } } })
  expect(await list('/dashboards')).toMatchObject({
    titles: ['Alpha abc', 'Beta a.c', 'Gamma'],
    figures: { total: 3, grand_total: 3 },
  })
  expect(await list('/search/saved')).toMatchObject({ titles: ['Delta'], figures: { total: 1, grand_total: 1 } })
})

test('a user who may read one dashboard sees only that one and the total number', async () => {
  expect(await logyard.dashboardCount()).toBe(3)
  await logyard.addUser('reader', { permissions: [`dashboards:read:${readable}`] })
  const as = 'reader:reader-password'
  const one = { titles: ['Gamma'], figures: { total: 1, count: 1 } }
  expect(await list('/dashboards', {}, as)).toMatchObject({ ...one, figures: { ...one.figures, grand_total: 3 } })
  expect(await list('/views', {}, as)).toMatchObject({ ...one, figures: { ...one.figures, grand_total: 4 } })
  expect(await list('/search/saved', {}, as)).toMatchObject({ titles: [], figures: { total: 0, grand_total: 1 } })
  expect((await list('/views', { per_page: '1', page: '1' }, as)).titles).toEqual(['Gamma'])
})

test('lists are sorted by title by default, and by other fields on request', async () => {
  expect(await titles('/views', { order: 'DESC' })).toEqual(['Gamma', 'Delta', 'Beta a.c', 'Alpha abc'])
  expect(await titles('/views', { sort: 'foo', order: 'sideways' })).toEqual(await titles('/views'))
  expect(await titles('/views', { sort: 'created_at' })).toEqual(['Delta', 'Alpha abc', 'Gamma', 'Beta a.c'])
  const ids = (await list('/views', { sort: 'id' })).views.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(ids.toSorted())
})

test('lists are paged', async () => {
  expect(await list('/views', { per_page: '3', page: '2' })).toMatchObject({
    titles: ['Gamma'],
    figures: { total: 4, count: 1, page: 2, per_page: 3, grand_total: 4 },
  })
  expect(await list('/views', { per_page: '0' })).toMatchObject({ figures: { count: 4, per_page: 0 } })
  expect(await list('/views', { per_page: '1', page: '0' })).toMatchObject({
    titles: ['Alpha abc'],
    figures: { page: 1 },
  })
  expect(await list('/views', { per_page: '-1' })).toMatchObject({ status: 400 })
})

test.each([
  { asks: '', finds: ['Alpha abc', 'Beta a.c', 'Delta', 'Gamma'] },
  { asks: '*', finds: ['Alpha abc', 'Beta a.c', 'Delta', 'Gamma'] },
  { asks: 'ALPHA', finds: ['Alpha abc'] },
  { asks: 'foo:alp', finds: ['Alpha abc'] },
  { asks: 'a.c', finds: ['Beta a.c'] },
  { asks: 'title:alpha,gamma', finds: ['Alpha abc', 'Gamma'] },
  { asks: '-title:a', finds: [] },
  { asks: '-title:m', finds: ['Alpha abc', 'Beta a.c', 'Delta'] },
  { asks: 'title:=Gamma', finds: ['Gamma'] },
  { asks: '"beta a"', finds: ['Beta a.c'] },
  // As in the reference API, a search in `summary` searches the description.
  { asks: 'summary:needle', finds: ['Beta a.c', 'Delta'] },
])('a list of views filtered by "$asks"', async ({ asks, finds }) => {
  const found = await list('/views', { query: asks })
  expect(found.titles).toEqual(finds)
  expect(found.figures).toMatchObject({ total: finds.length, grand_total: 4, query: asks })
})

test('saved searches are not searched by their summaries', async () => {
  expect(await titles('/search/saved', { query: 'summary:needle' })).toEqual([])
  expect(await titles('/search/saved', { query: 'summary:del' })).toEqual(['Delta'])
})

test.each(['/views', '/dashboards', '/search/saved'])('%s refuses an invalid query', async (path) => {
  const answer = await logyard.call('GET', `${path}?query=:`)
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Chunk [:] is not a valid entry') },
  })
})

test('views for a value are listed with the parameters of their searches', async () => {
  const parameters = [{ name: 'user', title: 'User', data_type: 'string', optional: true }]
  const search = await logyard.store([query({ query: text('user:$user$') })], { parameters })
  const views = viewsOver(logyard, search)
  const id = await views.add({ title: 'Of a user', summary: 's', description: 'd', type: 'SEARCH' })
  const answer = await logyard.call('POST', '/views/forValue')
  expect(answer).toMatchObject({
    status: 200,
    body: [
      {
        id,
        type: 'SEARCH',
        title: 'Of a user',
        summary: 's',
        description: 'd',
        parameters: { user: { name: 'user', title: 'User', data_type: 'string', optional: true } },
      },
    ],
  })
  const as = await logyard.addReader('blind')
  expect((await logyard.call('POST', '/views/forValue', { as })).body).toEqual([])
  await logyard.call('DELETE', `/views/${id}`)
})

test('a view whose search is missing is listed with the others', async () => {
  const search = await logyard.store([query()])
  const id = Object((await logyard.call('POST', '/views', { body: viewDraft(search, { title: 'Broken' }) })).body).id
  await logyard.settings.collection(searchCollection).delete(search)
  expect(await titles('/views')).toContain('Broken')
  expect(await logyard.call('GET', `/views/${id}`)).toMatchObject({ status: 200, body: { requires: {} } })
  expect((await logyard.call('POST', '/views/forValue')).body).toEqual([])
  expect(
    (await logyard.call('POST', `/authz/shares/entities/grn::::dashboard:${id}/prepare`, { body: {} })).status,
  ).toBe(200)
  expect((await logyard.call('POST', `/views/search/${search}/execute`, { body: {} })).status).toBe(404)
  expect((await logyard.call('DELETE', `/views/${id}`)).status).toBe(200)
})
