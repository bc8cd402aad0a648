import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BoundedRuns, createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { createGrokPatterns, type GrokPatterns } from './grok-patterns.ts'
import { grokRoutes } from './grok-routes.ts'

let logyard: IdentityUnderTest
let runs: BoundedRuns
let grok: GrokPatterns

let open: () => Promise<GrokPatterns>

beforeEach(async () => {
  runs = createBoundedRuns(systemClock)
  logyard = await startIdentity({
    async area(api, parts) {
      open = () => createGrokPatterns({ ...parts, boundedRuns: runs, zone: 'UTC' })
      grok = await open()
      grokRoutes(api, { grok, grokExtractors: async () => GROK_EXTRACTORS, apiUrl: '/api' })
    },
  })
})
afterEach(async () => {
  await grok[Symbol.asyncDispose]()
  await logyard[Symbol.asyncDispose]()
  await runs[Symbol.asyncDispose]()
})

const GROK_EXTRACTORS = [
  { id: '1', title: 'Quotes', pattern: 'said %{QS:quote}' },
  { id: '2', title: 'Numbers', pattern: '%{INT:n}' },
]
const PATH = '/system/grok'
const create = (name: string, pattern: string) => logyard.call('POST', PATH, { body: { name, pattern } })
const importFile = async (text: string, query = '', as = 'admin:the secret of root') => {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Requested-By': 'test',
    Authorization: `Basic ${btoa(as)}`,
  }
  const answer = await fetch(`${logyard.url}${PATH}${query}`, { method: 'POST', headers, body: text })
  return { status: answer.status, text: await answer.text() }
}
const importJson = (patterns: readonly object[], query = '') =>
  logyard.call('PUT', `${PATH}${query}`, { body: { patterns } })
const tryOut = (name: string, pattern: string, sampleData: string, as?: string) =>
  logyard.call('POST', `${PATH}/test`, { body: { grok_pattern: { name, pattern }, sampleData }, ...(as ? { as } : {}) })
const find = async (name: string) => (await grok.list()).find((each) => each.name === name)?.id
const names = () => [...grok.definitions().keys()]
const refusal = (error: string) => ({
  status: 400,
  body: { type: 'ValidationApiError', validation_errors: { _: [{ error }] } },
})

test('the built-in patterns are there on the first start only', async () => {
  const { body } = await logyard.call('GET', `${PATH}/paginated?per_page=0&query=pattern:COMMONAPACHE`)
  expect(body).toMatchObject({
    grand_total: 76,
    total: 1,
    patterns: [{ name: 'COMBINEDAPACHELOG', content_pack: null }],
  })
  const deleted = await find('WORD')
  expect((await logyard.call('DELETE', `${PATH}/${deleted}`)).status).toBe(204)
  expect((await logyard.call('DELETE', `${PATH}/${deleted}`)).status).toBe(404)
  await using restarted = await open()
  expect([...restarted.definitions().keys()].sort()).toEqual(names().sort())
  expect(names()).toHaveLength(75)
})

test('a pattern is created, read, changed and deleted, and listeners are called', async () => {
  let changes = 0
  using _listening = grok.onChange(() => {
    changes += 1
  })
  const created = await create('ORDER', 'order %{INT:id;int}')
  expect(created).toMatchObject({ status: 201, body: { name: 'ORDER', pattern: 'order %{INT:id;int}' } })
  const id = await find('ORDER')
  expect(created.headers.get('location')).toBe(`/api${PATH}/${id}`)
  const body = { id: 'ignored', name: 'BUY', pattern: 'buy', content_pack: 'ignored' }
  const changed = { id, name: 'BUY', pattern: 'buy', content_pack: null }
  expect(await logyard.call('PUT', `${PATH}/${id}`, { body })).toMatchObject({ status: 200, body: changed })
  expect((await logyard.call('GET', `${PATH}/${id}`)).body).toEqual(changed)
  await expect.poll(() => grok.definitions().get('BUY')).toBe('buy')
  expect(names()).not.toContain('ORDER')
  expect(changes).toBeGreaterThan(0)
  await logyard.call('DELETE', `${PATH}/${id}`)
  expect(await logyard.call('GET', `${PATH}/${id}`)).toMatchObject({
    status: 404,
    body: { message: `Couldn't find Grok pattern with ID ${id}` },
  })
})

test.each([
  ['INT', '\\d+', 'Grok pattern INT already exists'],
  ['', 'x', 'The name of a Grok pattern cannot be empty'],
  ['X', ' ', 'The pattern of X cannot be empty'],
  ['A B', 'x', 'The name A B can only contain letters, digits and underscores'],
  ['X', '%{NOSUCH}', "Grok pattern X is invalid: No definition for key 'NOSUCH' found, aborting"],
  ['X', 'a%{X}', 'Grok pattern X is invalid: Deep recursion pattern compilation of a%{X}'],
])('%s %s is refused on create, change and import', async (name, pattern, error) => {
  await create('OWN', 'own')
  const id = await find('OWN')
  expect(await create(name, pattern)).toMatchObject(refusal(error))
  const change = await logyard.call('PUT', `${PATH}/${id}`, { body: { name, pattern } })
  expect(change).toMatchObject(refusal(error))
  expect(
    await importJson([
      { name: 'FINE', pattern: 'x' },
      { name, pattern },
    ]),
  ).toMatchObject(refusal(error))
  expect((await grok.list()).map((each) => each.name)).not.toContain('FINE')
  expect(await find('OWN')).toBe(id)
})

test('a pattern file is imported whole or not at all', async () => {
  expect(await importFile('# c\n\nFOO \\d+\nBAD\nTWO\t%{FOO} %{INT:n}\r\n')).toEqual({ status: 202, text: '' })
  expect(await grok.list()).toHaveLength(78)
  expect(await importFile('NEW x\nFOO y\n')).toMatchObject({
    status: 400,
    text: expect.stringContaining('pattern FOO al'),
  })
  expect(await importFile('NEW x\nOTHER (\n')).toMatchObject({
    status: 400,
    text: expect.stringContaining('pattern OTHER is'),
  })
  expect(await grok.list()).toHaveLength(78)

  expect((await importFile('# nothing', '?replace=true')).status).toBe(202)
  expect(await grok.list()).toHaveLength(78)
  expect((await importFile('FOO %{INT}', '?replace=true')).status).toBe(202)
  expect(await grok.list()).toMatchObject([{ name: 'FOO', pattern: '%{INT}' }])
  expect((await importJson([{ id: null, name: 'BAR', pattern: 'b', content_pack: null }], '?replace=true')).text).toBe(
    '',
  )
  expect(await grok.list()).toMatchObject([{ name: 'BAR' }])
})

test('a pattern is tried with its own name, and its values have their types', async () => {
  await logyard.addUser('reader')
  const pattern = '%{NUMBER:n;long} %{WORD:w}'
  expect(await tryOut('MINE', pattern, 'at 9007199254740993 x', 'reader:reader-password')).toMatchObject({
    status: 200,
    text: '{"MINE":"9007199254740993 x","n":9007199254740993,"BASE10NUM":"9007199254740993","w":"x"}',
  })
  expect((await tryOut('MINE', pattern, 'none')).text).toBe('{}')
  const message = 'Deep recursion pattern compilation of %{MINE}'
  expect(await tryOut('MINE', '%{MINE}', 'x')).toMatchObject({ status: 400, body: { message } })
  expect(await tryOut('MINE', '(a|aa)+$', `${'a'.repeat(60)}!`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('stopped after 2 seconds') },
  })
})

test('the uses of a pattern are the patterns and extractors that refer to it, also through others', async () => {
  const { body } = await logyard.call('GET', `/logyard/grok-patterns/${await find('QUOTEDSTRING')}/uses`)
  expect(body).toMatchObject({
    patterns: [{ name: 'COMBINEDAPACHELOG' }, { name: 'QS' }],
    extractors: [{ id: '1', title: 'Quotes' }],
  })
})

test('reading, creating and changing each need their permission', async () => {
  await logyard.addUser('creator', { permissions: ['inputs:create'] })
  await logyard.addUser('editor', { permissions: ['inputs:edit'] })
  const [creator, editor] = [{ as: 'creator:creator-password' }, { as: 'editor:editor-password' }]
  const body = { name: 'NEW', pattern: 'x' }
  expect((await logyard.call('POST', PATH, { ...editor, body })).status).toBe(403)
  expect((await importFile('NEW x', '', editor.as)).status).toBe(403)
  const created = await logyard.call('POST', PATH, { ...creator, body })
  expect(created.status).toBe(201)
  const id = await find('NEW')
  for (const method of ['PUT', 'DELETE']) {
    expect(
      (await logyard.call(method, `${PATH}/${id}`, { ...creator, ...(method === 'PUT' ? { body } : {}) })).status,
    ).toBe(403)
  }
  expect((await logyard.call('DELETE', `${PATH}/${id}`, editor)).status).toBe(204)
})
