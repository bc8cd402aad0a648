/** Export and import of dashboards, between installations, too, and refused files. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMessages } from '../search/testing/message-table.ts'
import { inStreams, messages, query, text, textsOf } from '../search/testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { aggregation, PAGE, viewsOver } from './testing/view-drafts.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine })
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const exported = (id: string, as?: string) =>
  logyard.call('GET', `/logyard/views/${id}/export`, as === undefined ? {} : { as })
const imported = (body: unknown, as?: string) =>
  logyard.call('POST', '/logyard/views/import', { body, ...(as === undefined ? {} : { as }) })

/** The smallest valid file, with changes to its view or its search. */
const fileOf = (view: object, search: object = {}) => ({
  format: 'logyard-view',
  version: 1,
  view: { type: 'DASHBOARD', title: 'Imported', state: { q: PAGE }, ...view },
  search: { queries: [query()], ...search },
})

/** A dashboard that names this stream in every possible place. */
async function dashboardOf(stream: string) {
  const search = await logyard.store(
    [
      query({
        query: text('user:$user$'),
        filter: { type: 'and', filters: [inStreams(stream), { type: 'query_string', query: '*' }] },
        search_types: [messages({ streams: [stream], filter: { type: 'stream', id: stream } })],
      }),
    ],
    { parameters: [{ name: 'user', default_value: 'ada', optional: true }] },
  )
  const widgets = [
    { ...aggregation('w'), streams: [stream] },
    { id: 'x', type: 'text', config: { markdown: '# Hi' } },
  ]
  const state = { q: { ...PAGE, widgets, widget_mapping: { w: ['m'] } } }
  const more = { title: 'Shop', summary: 'short', description: 'long', properties: ['p'], state }
  return { id: await viewsOver(logyard, search).add(more), search }
}

test('an exported dashboard is imported unchanged under new ids', async () => {
  const stream = await logyard.addStream({ title: 'Shop' })
  const { id, search } = await dashboardOf(stream)
  const file = await exported(id)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="view-${id}.json"`)
  expect(file).toMatchObject({
    status: 200,
    body: {
      format: 'logyard-view',
      version: 1,
      exported_at: '2026-03-01T12:00:00.000Z',
      streams: { [stream]: 'Shop' },
      view: { type: 'DASHBOARD', title: 'Shop', summary: 'short', description: 'long', properties: ['p'] },
      search: { queries: [{ id: 'q' }], parameters: [{ name: 'user' }] },
    },
  })
  const again = await imported(file.body)
  expect(again.status, again.text).toBe(201)
  const before = Object((await logyard.call('GET', `/views/${id}`)).body)
  const after = Object(again.body)
  expect(after).toEqual({ ...before, id: after.id, search_id: after.search_id })
  expect([after.id, after.search_id]).not.toEqual([id, search])
  const searchOf = async (searchId: string) => Object((await logyard.call('GET', `/views/search/${searchId}`)).body)
  expect(await searchOf(after.search_id)).toEqual({ ...(await searchOf(search)), id: after.search_id })
})

test('streams of another installation are found by their titles', async () => {
  const stream = await logyard.addStream({ title: 'Bank' })
  await insertMessages(store.engine, [
    { at: '2026-03-01T11:59:00.000Z', message: 'paid', streams: [stream], fields: { user: 'ada' } },
  ])
  const { id } = await dashboardOf(stream)
  const elsewhere = '5fffffffffffffffffffffff'
  const file = JSON.parse((await exported(id)).text.replaceAll(stream, elsewhere))
  const view = Object((await imported(file)).body)
  expect(JSON.stringify(view.state)).toContain(stream)
  const search = (await logyard.call('GET', `/views/search/${view.search_id}`)).text
  expect(`${search}${JSON.stringify(view)}`).not.toContain(elsewhere)
  const job = Object((await logyard.call('POST', `/views/search/${view.search_id}/execute`, { body: {} })).body)
  expect(textsOf(job)).toEqual(['paid'])

  const refusal = {
    status: 400,
    body: {
      message: expect.stringContaining(`The view uses the stream "Bank" (${elsewhere}), but there is no stream`),
    },
  }
  await logyard.addStream({ title: 'Bank' })
  expect(await imported(file)).toMatchObject(refusal)
  // The title of a stream that the caller may not read does not reveal the stream.
  const as = await logyard.addReader('saver')
  expect(await imported({ ...file, view: { ...file.view, type: 'SEARCH' } }, as)).toMatchObject(refusal)
})

test.each([
  { file: 'a text', says: 'The request body must be an object.' },
  { file: {}, says: 'Missing required properties: format, version, view, search.' },
  { file: { ...fileOf({}), version: 2 }, says: 'Property version must be 1.' },
  { file: { ...fileOf({}), format: 'pack' }, says: 'Property format must be "logyard-view".' },
  { file: { ...fileOf({}), surprise: 1 }, says: /^Unable to map property surprise\./ },
  { file: fileOf({ type: undefined }), says: 'Missing required properties: view.type.' },
  {
    file: fileOf({ state: { q: { ...PAGE, widgets: [aggregation('w', { visualization: 'donut' })] } } }),
    says: /^Property view\.state\.q\.widgets\[0\]\.config\.visualization must be one of/,
  },
  {
    file: fileOf({}, { queries: [query({ timerange: { type: 'keyword' } })] }),
    says: 'Missing required properties: search.queries[0].timerange.keyword.',
  },
  {
    file: fileOf({}, { queries: [query({ filter: { type: 'or' } })] }),
    says: 'Missing required properties: search.queries[0].filter.filters.',
  },
  { file: fileOf({}, { queries: [query(), query()] }), says: 'The search has the query q twice' },
])('a file is refused: $says', async ({ file, says }) => {
  const message = says instanceof RegExp ? expect.stringMatching(says) : says
  expect(await imported(file)).toMatchObject({ status: 400, body: { type: 'ApiError', message } })
})

test('a file whose view has no title is refused without storing anything', async () => {
  expect(await imported(fileOf({ title: '' }))).toMatchObject({ status: 400 })
})

test('exporting needs the permission to read the view, importing the permission to create one', async () => {
  const stream = await logyard.addStream({ title: 'Closed' })
  const { id } = await dashboardOf(stream)
  await logyard.addUser('viewer', { permissions: [`dashboards:read:${id}`] })
  const [viewer, stranger] = ['viewer:viewer-password', await logyard.addReader('stranger')]
  expect(await exported(id, stranger)).toMatchObject({ status: 404 })
  const file = await exported(id, viewer)
  // Without access to the stream its title is unknown, and a search of it cannot be stored.
  expect(file).toMatchObject({ status: 200, body: { streams: {}, view: { title: 'Shop' } } })
  expect(await imported(file.body, viewer)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('dashboards:create') },
  })
  const saved = { ...Object(file.body), view: { ...Object(file.body).view, type: 'SEARCH' } }
  expect(await imported(saved, viewer)).toMatchObject({
    status: 403,
    body: { type: 'MissingStreamPermission', streams: [stream] },
  })
  expect(await imported(fileOf({ type: 'SEARCH' }), viewer)).toMatchObject({ status: 201, body: { owner: 'viewer' } })
})
