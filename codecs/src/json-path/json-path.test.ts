import { describe, expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { firstAt, parseJsonPath, valuesAt } from './json-path.ts'
import { jsonPathCodec } from './json-path-codec.ts'

const STORE = {
  store: {
    book: [
      { title: 'A', number_of_orders: 7, 'sold at': 'Rome' },
      { title: 'B', number_of_orders: 9, tags: ['x', 'y'] },
    ],
    bicycle: { price: 19.95, title: 'C' },
  },
  empty: [],
  none: null,
}

describe('paths', () => {
  test.each([
    ['$', STORE],
    ['$.store.book[1].number_of_orders', 9],
    ["$['store']['book'][0]['sold at']", 'Rome'],
    ['$["store"].book[ 0 ].title', 'A'],
    ['$.store.book[-1].title', 'B'],
    ['$.store.book[*].title', 'A'],
    ['$.store.*.price', 19.95],
    ['$..price', 19.95],
    ['$..title', 'A'],
    ['$..book[1].title', 'B'],
    ['$..[1].title', 'B'],
    ["$..['sold at']", 'Rome'],
    ['$.store..tags[1]', 'y'],
    ['$..*', STORE.store],
    ['$.none', null],
    ['$.store.book[7]', undefined],
    ['$.store.book.title', undefined],
    ['$.store[0]', undefined],
    ['$.constructor', undefined],
    ['$..nowhere', undefined],
    ['$.empty[*]', undefined],
  ])('%s', (text, expected) => {
    const path = parseJsonPath(text)
    expect(path).toBeDefined()
    expect(firstAt(STORE, path ?? [], 1000)).toEqual(expected)
  })

  test.each([
    ['$..title', ['A', 'B', 'C']],
    ['$.store.book[*].tags[*]', ['x', 'y']],
    ['$.none', [null]],
    ['$.nowhere', []],
    ['$.store.book[0,-1].title', ['A', 'B']],
    ['$.store.book[7,0].title', ['A']],
    ['$.store.book[1:].title', ['B']],
    ['$.store.book[:1].title', ['A']],
    ['$.store.book[-1:].title', ['B']],
    ['$.store.book[0:9].title', ['A', 'B']],
    ['$.store.bicycle[0,1]', []],
    ["$.store.book[?(@.title == 'B')].number_of_orders", [9]],
    ["$.store.book[?(@['sold at'] == 'Rome')].title", ['A']],
    ['$.store.book[?(@.tags)].title', ['B']],
    ['$.store.book[?(!@.tags)].title', ['A']],
    ['$.store.book[?(@.tags[1] != "x" && @.number_of_orders>=9)].title', ['B']],
    ['$.store.book[?(@.number_of_orders < 8 || (@.number_of_orders > 8))].title', ['A', 'B']],
    ['$.store.book[?(@.number_of_orders < 10 && @.title <= "A")].title', ['A']],
    ['$.store.book[?(@.number_of_orders == $.store.book[0].number_of_orders)].title', ['A']],
    ["$.store.book[?(@.title == 7 || @.title < 7 || @.nowhere == 'A')]", []],
    ['$.store.bicycle[?(@.price == 19.95)].title', ['C']],
    ['$..[?(@.title)].title', ['A', 'B', 'C']],
    ['$.store.book[1].tags[?(@ == "y")]', ['y']],
  ])('%s finds all values', (text, expected) => {
    const limits = { maxVisited: 1000, maxFound: 1000 }
    expect(valuesAt(STORE, parseJsonPath(text) ?? [], limits)).toEqual(expected)
    expect(valuesAt(STORE, parseJsonPath(text) ?? [], { ...limits, maxFound: 1 })).toEqual(expected.slice(0, 1))
  })

  test('a search ends at the limit of visited values', () => {
    expect(valuesAt(STORE, parseJsonPath('$..title') ?? [], { maxVisited: 3, maxFound: 1000 })).toEqual([])
  })

  test.each([
    '',
    'store',
    '$store',
    '$.',
    '$..',
    '$...a',
    '$.a.',
    '$[',
    '$[a]',
    '$[?(@.x)',
    '$[?(',
    '$[?(@[?(',
    '$[?()]',
    '$[?(@.x == )]',
    '$[?(@..x)]',
    '$[?(@.*)]',
    '$[?(@.x =~ /a/)]',
    "$[?(@.x == 'a]",
    `$[?(${'!'.repeat(30)}@.x)]`,
    '$[0,]',
    '$[1:2:3]',
    '$.length()',
    "$['a",
    '$.a b',
    `$${'.a'.repeat(2000)}`,
  ])('%s is none', (text) => expect(parseJsonPath(text)).toBeUndefined())

  test('the search ends at its limit', () => {
    const wide = Array.from({ length: 100_000 }, () => ({ a: [1, 2, 3] }))
    const path = parseJsonPath('$..nowhere') ?? []
    expect(firstAt(wide, path, 1000)).toBeUndefined()
    let deep: unknown = { found: true }
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(firstAt(deep, parseJsonPath('$..found') ?? [], 1_000_000)).toBe(true)
  })
})

describe('codec', () => {
  const poll = (path: string, document: string) =>
    seen(jsonPathCodec.create({ path, source: 'api' })(rawMessage(document)))
  const result = (path: string, value: unknown, shown = String(value)) => ({
    time: '2026-06-15T10:00:00.000Z',
    source: 'api',
    message: `JSON API poll result: ${path} -> ${shown}`,
    result: value,
  })
  test.each([
    ['$.a', '{"a":5}', 5],
    ['$.a', '{"a":1.5}', 1.5],
    ['$.a', '{"a":9007199254740993}', 9007199254740993n],
    ['$.a', '{"a":"text"}', 'text'],
    ['$.a', '{"a":true}', 'true'],
    ['$.a', '{"a":{"b":9007199254740993}}', '{"b":9007199254740993}'],
    ['$.a', '{"a":[7,8]}', 7],
    ['$.a[*]', '{"a":[7,8]}', 7],
    ['$.a[*]', '{"a":[[1],[2]]}', '[1]'],
    ['$[1]', '[7,8]', 8],
  ])('%s of %s', (path, document, value) => {
    expect(poll(path, document)).toEqual(result(path, value))
  })

  test('a long value is truncated in the message', () => {
    const long = '😀'.repeat(60)
    expect(poll('$.a', JSON.stringify({ a: long }))).toEqual(result('$.a', long, '😀'.repeat(50)))
  })

  test.each([
    ['$.a', '{"b":1}', 'nothing-found'],
    ['$.a', '{"a":null}', 'nothing-found'],
    ['$.a', '{"a":[]}', 'nothing-found'],
    ['$.a', '<html>', 'not-json'],
    ['a', '{"a":1}', 'bad-path'],
  ])('%s of %s is %s', (path, document, reason) => {
    expect(poll(path, document)).toBe(reason)
  })

  test('without settings the defaults of the form apply', () => {
    const decoded = jsonPathCodec.create({})(rawMessage(JSON.stringify(STORE)))
    expect(seen(decoded)).toMatchObject({ source: 'yourapi', result: 9 })
  })
})
