import { parseJsonExactly } from '@logyard/codecs/json-text'
import { cpuMsOf } from '@logyard/codecs/testing/cpu-time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { endless, type HttpSource, startHttpSource, text } from '../../testing/lookup/http-source.ts'
import { httpJsonPathAdapter } from './http-json-path-adapter.ts'

const KEY = '$' + '{key}'

let world: AdapterWorld
let source: HttpSource
beforeEach(async () => {
  world = await adapterWorld()
  source = await startHttpSource()
  await world.allow(`^${source.url}/`)
})
afterEach(async () => {
  await source[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const configOf = (more: object = {}) => ({
  type: 'httpjsonpath' as const,
  url: `${source.url}/users/${KEY}`,
  single_value_jsonpath: '$.name',
  user_agent: 'Tests',
  ...more,
})
const start = (more: object = {}) => world.start(httpJsonPathAdapter, configOf(more))
const json = (document: unknown) => text(typeof document === 'string' ? document : JSON.stringify(document))

describe('results', () => {
  const USER = {
    name: 'Ada',
    tags: ['a', 7, true, null, { x: 1 }],
    address: { city: 'London', zip: 5 },
    age: 36,
    none: null,
  }
  test.each([
    ['$.name', undefined, 'Ada', { value: 'Ada' }, null],
    ['$.age', undefined, 36, { value: 36 }, null],
    ['$.tags[2]', '', true, { value: true }, null],
    ['$.name', '$.address', 'Ada', { city: 'London', zip: 5 }, null],
    ['$.name', '$.tags', 'Ada', { value: USER.tags }, ['a', '7', 'true', 'null', '{"x":1}']],
    ['$.name', '$.address.*', 'Ada', { value: ['London', 5] }, ['London', '5']],
    ['$.name', '$..zip', 'Ada', { value: [5] }, ['5']],
    ['$.name', '$.age', 'Ada', { value: 36 }, null],
    ['$.name', '$.nowhere', 'Ada', null, null],
    ['$.name', '$.none', 'Ada', null, null],
  ])('%s and %s', async (single, multi, singleValue, multiValue, stringListValue) => {
    source.answer(json(USER))
    await using adapter = start({ single_value_jsonpath: single, multi_value_jsonpath: multi })
    expect(await adapter.lookUp('ada')).toEqual({
      singleValue,
      multiValue,
      stringListValue,
      hasError: false,
      ttlMs: Number.POSITIVE_INFINITY,
    })
    expect(adapter.problem()).toBeUndefined()
  })

  test('whole numbers keep all digits', async () => {
    source.answer(json('{"name": 9007199254740993, "more": {"ids": [9223372036854775807]}}'))
    await using adapter = start({ multi_value_jsonpath: '$.more' })
    expect(await adapter.lookUp('ada')).toMatchObject({
      singleValue: 9007199254740993n,
      multiValue: { ids: [9223372036854775807n] },
    })
  })
})

test('the key is encoded, and the headers of the configuration are sent', async () => {
  source.answer(json({ name: 'x' }))
  await using adapter = start({ headers: { 'X-Token': 'secret', Accept: 'application/vnd.api+json' } })
  await adapter.lookUp('a b/../c?d=$&#ü')
  await using plain = start({ url: `${source.url}/${KEY}?again=${KEY}` })
  await plain.lookUp(7n)
  expect(source.requests.map(({ path }) => path)).toEqual(['/users/a%20b%2F..%2Fc%3Fd%3D%24%26%23%C3%BC', '/7?again=7'])
  expect(source.requests.map(({ headers }) => [headers['x-token'], headers.accept, headers['user-agent']])).toEqual([
    ['secret', 'application/vnd.api+json', 'Tests'],
    [undefined, 'application/json', 'Tests'],
  ])
})

describe('failures', () => {
  test.each([
    ['status 500', text('{"name":"x"}', 500), 'Request failed: 500 Internal Server Error', true],
    ['status 404', text('{"name":"x"}', 404), 'The source does not have the key', false],
    ['no JSON', text('<html>'), 'The response is not JSON', true],
    ['no value', json({ other: 1 }), 'The response has no value at the JSONPath', false],
    ['an object as the single value', json({ name: {} }), 'The response has no value at the JSONPath', false],
    ['null as the single value', json({ name: null }), 'The response has no value at the JSONPath', false],
    ['a response without end', endless, 'is longer than', true],
  ] as const)('%s', async (_what, respond, message, isErrorState) => {
    source.answer(respond)
    await using adapter = start()
    await expect(adapter.lookUp('ada')).rejects.toThrow(message)
    expect(adapter.problem() !== undefined).toBe(isErrorState)
    source.answer(json({ name: 'Ada' }))
    expect(await adapter.lookUp('ada')).toMatchObject({ singleValue: 'Ada' })
    expect(adapter.problem()).toBeUndefined()
  })

  test('a source that cannot be reached', async () => {
    await using adapter = start({ url: 'http://127.0.0.1:1/x' })
    await world.allow('^http://127.0.0.1:1/')
    await expect(adapter.lookUp('ada')).rejects.toThrow('Request failed')
  })
})

test('a URL that is not whitelisted is not requested, raises one notification, and recovers', async () => {
  await world.allow()
  source.answer(json({ name: 'Ada' }))
  await using adapter = start()
  const problem = `URL <${source.url}/users/ada> is not whitelisted.`
  for (let times = 0; times < 3; times += 1) await expect(adapter.lookUp('ada')).rejects.toThrow(problem)
  expect(source.requests).toEqual([])
  expect(adapter.problem()).toBe(problem)
  expect(await world.notifications()).toMatchObject([
    { type: 'generic', severity: 'normal', details: { title: 'URL not whitelisted.' } },
  ])
  await world.allow(`^${source.url}/`)
  expect(await adapter.lookUp('ada')).toMatchObject({ singleValue: 'Ada' })
  expect(adapter.problem()).toBeUndefined()
})

test('a redirect needs an entry of the whitelist, too', async () => {
  await using other = await startHttpSource(json({ name: 'secret' }))
  source.answer(text('', 302, { location: `${other.url}/secret` }))
  await using adapter = start()
  await expect(adapter.lookUp('ada')).rejects.toThrow('is not whitelisted.')
  expect(other.requests).toEqual([])
})

test.each([
  [{}, {}],
  [{ url: '' }, { url: ['Invalid URL.'] }],
  [{ url: 'ftp://x/' }, { url: ['Invalid URL.'] }],
  [{ url: `http://other.example/${KEY}` }, { url: [`URL <http://other.example/${KEY}> is not whitelisted.`] }],
  [{ single_value_jsonpath: 'name' }, { single_value_jsonpath: ['Invalid JSONPath.'] }],
  [{ single_value_jsonpath: '$..name' }, { single_value_jsonpath: ['JSONPath does not return a single value.'] }],
  [{ multi_value_jsonpath: '$[' }, { multi_value_jsonpath: ['Invalid JSONPath.'] }],
  [{ multi_value_jsonpath: '$..name' }, {}],
])('the configuration %j', async (more, errors) => {
  expect(await world.validate(httpJsonPathAdapter, configOf(more))).toEqual(errors)
})

test('a large response is read in the thread of the adapter, and takes little time of the main thread', async () => {
  const row = { name: 'x', list: [1, 2.5, 'three', null, { four: [true] }] }
  const body = JSON.stringify({ name: 'Ada', rows: Array.from({ length: 50_000 }, () => row) })
  source.answer(text(body))
  await using adapter = start()
  await adapter.lookUp('first')
  const here = await cpuMsOf(() => parseJsonExactly(body), 4)
  const there = await cpuMsOf(
    async (attempt) => expect(await adapter.lookUp(`key ${attempt}`)).toMatchObject({ singleValue: 'Ada' }),
    4,
  )
  expect(there).toBeLessThan(here / 2)
})
