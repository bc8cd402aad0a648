import { cpuMsOf } from '@logyard/codecs/testing/cpu-time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { endless, type HttpSource, startHttpSource, text } from '../../testing/lookup/http-source.ts'
import { buildDsvTable, splitLine } from './dsv/build-dsv-table.ts'
import { dsvHttpAdapter } from './dsv-http-adapter.ts'

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
  type: 'dsvhttp' as const,
  url: `${source.url}/table.csv`,
  separator: ',',
  line_separator: '\n',
  quotechar: '"',
  ignorechar: '#',
  key_column: 0,
  value_column: 1,
  refresh_interval: 60,
  ...more,
})
const DSV = {
  separator: ',',
  lineSeparator: '\n',
  quote: '"',
  ignored: '#',
  keyColumn: 0,
  valueColumn: 1,
  ignoresCase: false,
}

const start = (more: object = {}) => world.start(dsvHttpAdapter, configOf(more))

describe('lines', () => {
  test.each([
    ['a,b', ['a', 'b']],
    [' a , b \r', ['a', 'b']],
    ['"a","b"', ['a', 'b']],
    ['"a,b", "c" ,d', ['a,b', 'c', 'd']],
    ['"say ""x""",y', ['say "x"', 'y']],
    ['"open,b', ['open', 'b']],
    ['a"b,c"', ['a"b', 'c']],
    ['"a"b,c', ['a"b', 'c']],
    ['a,,c,', ['a', '', 'c', '']],
    ['""', ['']],
  ])('%s', (line, columns) => expect(splitLine(line, { separator: ',', quote: '"' })).toEqual(columns))

  test('a separator is not a pattern', () => {
    expect(splitLine('a|b.c', { separator: '|', quote: "'" })).toEqual(['a', 'b.c'])
    expect(splitLine('a.b', { separator: '.', quote: "'" })).toEqual(['a', 'b'])
  })
})

const TABLE = '# a comment\nalice,"Alice A."\nshort\n\nBOB,Bob\nalice,Alice B.\r\n'
const values = async (more: object, keys: readonly string[]) => {
  source.answer(text(TABLE))
  await using adapter = start(more)
  expect(await adapter.refresh()).toBe('changed')
  return Promise.all(keys.map(async (key) => (await adapter.lookUp(key)).singleValue))
}

describe('tables', () => {
  test.each([
    [{}, ['alice', 'BOB', 'bob', 'short', '# a comment', ''], ['Alice B.', 'Bob', null, null, null, null]],
    [{ case_insensitive_lookup: true }, ['ALICE', 'bob'], ['Alice B.', 'Bob']],
    [{ key_column: '1', value_column: '0' }, ['Alice A.', 'Bob'], ['alice', 'BOB']],
    [{ check_presence_only: true, value_column: null }, ['alice', 'short', 'nobody'], [true, true, false]],
    [{ ignorechar: 'al' }, ['alice', 'BOB'], [null, 'Bob']],
    [{ line_separator: ',', separator: ';', value_column: 0 }, ['short'], [null]],
  ])('%j', async (more, keys, expected) => {
    expect(await values(more, keys)).toEqual(expected)
  })

  test('a value is the single value and the map', async () => {
    source.answer(text('a,1'))
    await using adapter = start()
    await adapter.refresh()
    expect(await adapter.lookUp('a')).toMatchObject({ singleValue: '1', multiValue: { value: '1' } })
  })
})

describe('refreshes', () => {
  test('a table that did not change is not loaded again', async () => {
    source.answer((request, response) => {
      const isKnown = request.headers['if-modified-since'] === 'Mon, 01 Mar 2021 12:00:00 GMT'
      response.writeHead(isKnown ? 304 : 200, { 'last-modified': 'Mon, 01 Mar 2021 12:00:00 GMT' })
      response.end(isKnown ? undefined : 'a,1')
    })
    await using adapter = start()
    expect([await adapter.refresh(), await adapter.refresh()]).toEqual(['changed', 'unchanged'])
    source.answer(text('a,1'))
    expect(await adapter.refresh()).toBe('unchanged')
    source.answer(text('a,2'))
    expect(await adapter.refresh()).toBe('changed')
    expect(await adapter.lookUp('a')).toMatchObject({ singleValue: '2' })
  })

  test.each([
    ['status 500', text('a,2', 500), 'Request failed: 500 Internal Server Error'],
    ['100 MB', endless, 'Request failed: the answer is longer than'],
  ] as const)('after %s the old data stays', async (_what, respond, problem) => {
    source.answer(text('a,1'))
    await using adapter = start()
    await adapter.refresh()
    source.answer(respond)
    expect(await adapter.refresh()).toBe('failed')
    expect(adapter.problem()).toContain(problem)
    expect(await adapter.lookUp('a')).toMatchObject({ singleValue: '1' })
    source.answer(text('a,3'))
    expect(await adapter.refresh()).toBe('changed')
    expect(adapter.problem()).toBeUndefined()
  })

  test('a source that hangs does not outlive its signal', async () => {
    source.answer(() => undefined)
    await using adapter = start()
    expect(await adapter.refresh(AbortSignal.timeout(50))).toBe('failed')
  })

  test('sources that hang do not keep another list from loading', async () => {
    source.answer((request, response) => (request.url === '/table.csv' ? undefined : void response.end('a,1')))
    await using hanging = new AsyncDisposableStack()
    const ending = new AbortController()
    for (const id of ['first', 'second', 'third']) {
      void hanging.use(world.start(dsvHttpAdapter, configOf(), id)).refresh(ending.signal)
    }
    await expect.poll(() => source.requests.length).toBe(3)
    await using other = world.start(dsvHttpAdapter, configOf({ url: `${source.url}/other.csv` }), 'other')
    expect(await other.refresh()).toBe('changed')
    ending.abort()
  })

  test('a large list takes little time of the main thread', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `host-${at}.example.org,"Owner ${at}"`)
    const body = lines.join('\n')
    source.answer(text('a,1'))
    await using adapter = start()
    await adapter.refresh()
    const build = () => buildDsvTable({ ...DSV, bytes: Buffer.from(body) }, AbortSignal.timeout(60_000))
    const here = await cpuMsOf(build, 4)
    const there = await cpuMsOf(async (attempt) => {
      source.answer(text(`${body}\nattempt,${attempt}`))
      expect(await adapter.refresh()).toBe('changed')
    }, 4)
    expect(await adapter.lookUp('host-99999.example.org')).toMatchObject({ singleValue: 'Owner 99999' })
    expect(there).toBeLessThan(here / 2)
  })

  test('a list that needs too much memory ends its own refresh only', async () => {
    source.answer(text('abc,'.repeat(16_000_000)))
    await using adapter = start({ value_column: 16_000_000 })
    await using other = world.start(dsvHttpAdapter, configOf({ url: `${source.url}/other.csv` }), 'other')
    const refreshed = adapter.refresh()
    await expect.poll(() => source.requests.length).toBe(1)
    source.answer(text('a,1'))
    expect(await other.refresh()).toBe('changed')
    expect(await refreshed).toBe('failed')
    // A busy machine may need more than five seconds for the one line.
    const reason = /^The thread that loads the list was ended: it (needed more than 512 MB|did not answer for 5 sec)/
    expect(adapter.problem()).toMatch(reason)
    await expect.poll(() => adapter.refresh()).toBe('changed')
  })

  test('a URL that is not whitelisted is not requested', async () => {
    await world.allow()
    await using adapter = start()
    for (const _time of [1, 2]) {
      expect(await adapter.refresh()).toBe('failed')
      expect(adapter.problem()).toBe(`URL <${source.url}/table.csv> is not whitelisted.`)
    }
    expect(source.requests).toEqual([])
    expect(await world.notifications()).toHaveLength(1)
    expect(adapter.refreshEveryMs).toBe(60_000)
  })
})

test.each([
  [{}, []],
  [{ url: 'x' }, ['url']],
  [{ url: 'http://other.example/' }, ['url']],
  [{ separator: '' }, ['separator']],
  [{ separator: ', ' }, ['separator']],
  [{ line_separator: '\r\n' }, ['line_separator']],
  [{ quotechar: '' }, ['quotechar']],
  [{ ignorechar: '' }, ['ignorechar']],
  [{ value_column: null }, ['value_column']],
  [{ value_column: null, check_presence_only: true }, []],
  [{ refresh_interval: 0 }, ['refresh_interval']],
])('the configuration %j', async (more, fields) => {
  expect(Object.keys(await world.validate(dsvHttpAdapter, configOf(more)))).toEqual(fields)
  expect(await world.validate(dsvHttpAdapter, configOf({ url: 'x y' }))).toEqual({ url: ['Unable to parse url: x y'] })
})
