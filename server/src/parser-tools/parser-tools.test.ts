import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGrokPatterns, type GrokPatterns } from '../grok/grok-patterns.ts'
import { emptyResult, singleResult } from '../lookup/lookup-results.ts'
import type { LookupKey } from '../lookup/lookup-tables.ts'
import { type BoundedRuns, createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { parserToolRoutes } from './parser-tool-routes.ts'

let logyard: IdentityUnderTest
let runs: BoundedRuns
let grok: GrokPatterns

beforeAll(async () => {
  runs = createBoundedRuns(systemClock)
  logyard = await startIdentity({
    async area(api, parts) {
      grok = await createGrokPatterns({ ...parts, boundedRuns: runs, zone: 'UTC' })
      const lookupTables = { find: (name: string) => (name === 'colours' ? colours : undefined) }
      parserToolRoutes(api, { boundedRuns: runs, grok, lookupTables })
    },
  })
  await logyard.addUser('reader')
  await logyard.addUser('looker', { permissions: ['lookuptables:read'] })
})
afterAll(async () => {
  await grok[Symbol.asyncDispose]()
  await logyard[Symbol.asyncDispose]()
  await runs[Symbol.asyncDispose]()
})

const colours = {
  lookUp: (key: LookupKey) => (key === 'red' ? singleResult('#f00') : emptyResult()),
  writer: undefined,
}
const reader = 'reader:reader-password'
type Input = Readonly<Record<string, string | number | boolean>>

const post = (tool: string, body: Input, as = reader) => logyard.call('POST', `/tools/${tool}`, { body, as })
const get = (tool: string, query: Input, as = reader) => {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  return logyard.call('GET', `/tools/${tool}?${new URLSearchParams(texts)}`, { as })
}

interface Recorded {
  readonly tool: string
  readonly request: Input
  /** Absent when the request is refused with 400. */
  readonly answer?: { readonly error_message?: string }
}

const recorded: readonly Recorded[] = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded-tests.json'), 'utf8'))
const tools = [...new Set(recorded.map(({ tool }) => tool))]

/** As the Graylog 4.0 console sends them while nobody touched the checkbox, and scripts. */
test.each([
  ['grok_tester', { pattern: '%{WORD:w}', string: 'walk 291' }, { matched: true }],
  ['regex_replace_tester', { regex: 'walk', replacement: 'ran', string: 'walk walk' }, { replace_all: false }],
  [
    'json_tester',
    {
      ...{ list_separator: ', ', key_separator: '_', kv_separator: '=', replace_key_whitespace: 'false' },
      ...{ key_whitespace_replacement: '_', key_prefix: '', string: '{"a":{"b":1}}' },
    },
    { flatten: false, matches: { a_b: 1 } },
  ],
  ['split_and_index_tester', { string: 'a b', split_by: ' ' }, { successful: false }],
  ['substring_tester', { string: 'abc', end: '2' }, { successful: true, cut: 'ab', begin_index: 0, end_index: 2 }],
])('%s has defaults for what is left out', async (tool, body, answer) => {
  expect(await post(tool, body)).toMatchObject({ status: 200, body: answer })
})

test.each(tools)('%s answers as recorded, to POST and to GET', async (tool) => {
  for (const { request, answer } of recorded.filter((each) => each.tool === tool)) {
    const what = JSON.stringify(request)
    const given = await post(tool, request)
    expect(given.status, what).toBe(answer === undefined ? 400 : 200)
    if (answer !== undefined) expect(given.body, what).toEqual(withAnyError(answer))
    // The names differ.
    if (tool !== 'substring_tester') expect((await get(tool, request)).text, what).toBe(given.text)
  }
})

/** The recording has no texts of errors. */
const withAnyError = (answer: NonNullable<Recorded['answer']>) =>
  answer.error_message === undefined ? answer : { ...answer, error_message: expect.any(String) }

test('a substring is tested by GET with the names of its extractor', async () => {
  const cut = { successful: true, cut: 'love', begin_index: 1, end_index: 5 }
  const input = { string: 'ilovelogs', begin_index: 1, end_index: 5 }
  expect((await get('substring_tester', input)).body).toEqual(cut)
  expect((await get('substring_tester', { ...input, begin_index: -1 })).status).toBe(400)
  expect((await get('substring_tester', { ...input, end_index: 0 })).status).toBe(400)
  expect((await post('substring_tester', { string: 'ilovelogs', start: 1, end: 50 })).body).toMatchObject({ cut: null })
})

test('the positions of a part are right with a separator of several characters', async () => {
  const input = { string: 'a, b, c', split_by: ', ', index: 2 }
  expect((await post('split_and_index_tester', input)).body).toEqual({
    successful: true,
    cut: 'b',
    begin_index: 3,
    end_index: 4,
  })
})

test('captures are named only, or with the names of all patterns', async () => {
  const input = { pattern: '%{NUMBER:n;int}', string: '42' }
  const names = async (named_captures_only: boolean) => {
    const { text } = await post('grok_tester', { ...input, named_captures_only })
    return [...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)
  }
  expect(await names(true)).toEqual(['n'])
  expect(await names(false)).toEqual(['n', 'BASE10NUM'])
})

test.each([
  ['(%{BASE10NUM:num}|%{BASE10NUM:num})', '2015', [{ name: 'num', match: '2015' }]],
  ['%{BASE10NUM:a} %{BASE10NUM:a}', '22 23', [{ name: 'a', match: '[22, 23]' }]],
  [
    '%{GREEDYDATA:x;date}',
    'no date',
    expect.arrayContaining([
      { name: 'x', match: 'no date' },
      { name: 'x_grokfailure', match: expect.any(String) },
    ]),
  ],
])('%s on %s has the captures of the contract', async (pattern, string, matches) => {
  const { body } = await post('grok_tester', { pattern, string, named_captures_only: true })
  expect(body).toMatchObject({ matched: true, matches })
})

test('64-bit integers keep their digits', async () => {
  const input = { list_separator: ',', key_separator: '_', kv_separator: '=', string: '{"a":9007199254740993}' }
  expect((await get('json_tester', input)).text).toContain('"matches":{"a":9007199254740993}')
})

test('an expression that runs away is stopped', async () => {
  const string = `${'a'.repeat(60)}!`
  const stopped = { status: 400, body: { message: expect.stringContaining('was stopped after 2 seconds') } }
  expect(await post('regex_tester', { regex: '(a|aa)+$', string })).toMatchObject(stopped)
})

test.each([
  [
    'regex_tester',
    { regex: '(', string: 'x' },
    { message: expect.stringMatching(/^Invalid regular expression: Unclosed group/) },
  ],
  [
    'regex_replace_tester',
    { regex: '[', string: 'x', replacement: '', replace_all: true },
    { message: expect.stringMatching(/^Invalid regular/) },
  ],
  [
    'regex_replace_tester',
    { regex: 'x', string: 'x', replacement: '$2', replace_all: true },
    { message: 'Invalid replacement: No group 2' },
  ],
  ['split_and_index_tester', { string: 'x', split_by: '', index: 1 }, [{ path: 'split_by' }]],
])('%s refuses %j', async (tool, input, body) => {
  expect(await post(tool, input)).toMatchObject({ status: 400, body })
})

test('texts and patterns have a maximum length', async () => {
  const text = { regex: 'x', string: 'x'.repeat(262_145) }
  const pattern = { pattern: 'x'.repeat(10_001), string: 'x', named_captures_only: true }
  expect(await post('regex_tester', text)).toMatchObject({ status: 400, body: [{ path: 'string' }] })
  expect(await post('grok_tester', pattern)).toMatchObject({ status: 400, body: [{ path: 'pattern' }] })
})

test('an empty replacement is the first group', async () => {
  const input = { regex: 'x(.)', string: 'axbxc', replacement: '', replace_all: true }
  expect((await post('regex_replace_tester', input)).body).toMatchObject({ match: { match: 'abc' }, replacement: '' })
})

test('a key is looked up trimmed, only for users who may read lookup tables', async () => {
  const input = { lookup_table_name: 'colours', string: ' red ' }
  const looker = 'looker:looker-password'
  const found = { empty: false, error: false, error_message: '', key: ' red ', value: '#f00' }
  const message = (name: string) => `Lookup table <${name}> doesn't exist`
  const unknown = { empty: true, error: true, key: null, value: null }
  expect((await post('lookup_table_tester', input)).status).toBe(403)
  expect((await get('lookup_table_tester', input)).body).toEqual({ ...unknown, error_message: message('colours') })
  for (const ask of [post, get]) {
    expect((await ask('lookup_table_tester', input, looker)).body).toEqual(found)
    const missing = await ask('lookup_table_tester', { ...input, lookup_table_name: 'none' }, looker)
    expect(missing.body).toEqual({ ...unknown, error_message: message('none') })
    const empty = await ask('lookup_table_tester', { ...input, string: 'blue' }, looker)
    expect(empty.body).toEqual({ ...found, empty: true, key: 'blue', value: null })
  }
})

test('a replacement whose result is too long is refused with the reason', async () => {
  const answer = await post('regex_replace_tester', {
    string: 'a'.repeat(260_000),
    regex: '',
    replacement: 'x'.repeat(9000),
    replace_all: true,
  })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'Invalid replacement: The result has more than 8388608 characters' },
  })
})
