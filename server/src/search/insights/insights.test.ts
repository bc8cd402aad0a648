/** Patterns, context, field statistics and suggestions over HTTP. */
import type { QueryExplanation } from '@logyard/contract/search/search-validation'
import { applyFix } from '@logyard/languages/query/query-fix'
import { expect, test } from 'vitest'
import { insertMessages, type TestMessage } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' }
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()
const ask = async (path: string, body: object, as?: string) =>
  await tests.logyard.call('POST', `/logyard/search/${path}`, { body, ...(as === undefined ? {} : { as }) })

const tryRules = async (body: object, as?: string) =>
  await tests.logyard.call('POST', '/logyard/streams/rule-matches', { body, ...(as === undefined ? {} : { as }) })

async function insertTraffic(): Promise<readonly string[]> {
  const messages: TestMessage[] = []
  for (let number = 0; number < 60; number += 1)
    messages.push({
      at: at(number),
      source: `web-${number % 3}`,
      message: number % 6 === 0 ? `login of user-${number} failed` : `GET /items/${number} took ${number}ms`,
      fields: { took_ms: number, path: `/items/${number % 2}`, ...(number < 30 ? { half: 'yes' } : {}) },
    })
  return await insertMessages(tests.engine, messages)
}

test('patterns are counted over the whole range, with their trend, an example and the values of their parts', async () => {
  await insertTraffic()
  const { status, body } = await ask('patterns', { timerange: DAY, limit: 1 })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    total: 60,
    pattern_count: 2,
    patterns: [
      {
        text: 'GET * took *',
        count: 50,
        first: at(1),
        last: at(59),
        is_new: false,
        example: { index: 'graylog_0', message: 'GET /items/59 took 59ms' },
      },
    ],
  })
  const [pattern] = Object(body).patterns
  expect(pattern.trend.reduce((sum: number, count: number) => sum + count, 0)).toBe(50)

  const details = await ask(`patterns/${pattern.id}`, { timerange: DAY })
  expect(details.body).toMatchObject({
    text: 'GET * took *',
    looked_at: 50,
    parts: [
      { position: 4, distinct: 50, numeric: null },
      { position: 11, distinct: 50, numeric: { min: 1, max: 59 } },
    ],
  })
  const only = await ask('patterns', { timerange: DAY, query: `gl2_pattern:${pattern.id}` })
  expect(only.body).toMatchObject({ total: 50, pattern_count: 1 })
  const others = await ask('patterns', { timerange: DAY, query: `NOT gl2_pattern:${pattern.id}` })
  expect(others.body).toMatchObject({ total: 10, patterns: [{ text: 'login of * failed', count: 10 }] })
  expect((await ask('patterns/17', { timerange: DAY })).status).toBe(404)
  expect((await ask('patterns/x', { timerange: DAY })).status).toBe(404)
  // More than 64 bits.
  expect((await ask('patterns/99999999999999999999', { timerange: DAY })).status).toBe(404)
})

test('templates of one statement are one pattern, which is filtered exactly by its hashes', async () => {
  const users = ['ada', 'bob', 'carol', 'dan', 'eve', 'frank', 'grace']
  await insertMessages(
    tests.engine,
    users.flatMap((user, index) => [
      { at: at(index), message: `session opened for user ${user} by (uid=${index})` },
      { at: at(index), message: `session closed for user ${user}` },
      { at: at(index), message: `"GET /items/${index}" from 10.0.0.${index} took ${index}ms` },
    ]),
  )
  const { total, pattern_count, patterns } = Object((await ask('patterns', { timerange: DAY })).body)
  expect({ total, pattern_count }).toEqual({ total: 21, pattern_count: 3 })
  const opened = patterns.find(({ text }: { text: string }) => text === 'session opened for user * by (uid=*)')
  expect(opened).toMatchObject({
    count: 7,
    hashes: { length: 7 },
    parts: [
      { position: 24, kind: 'word' },
      { position: 34, kind: 'number' },
    ],
    first: at(0),
    last: at(6),
    example: { message: 'session opened for user grace by (uid=6)' },
  })
  expect(opened.trend.reduce((sum: number, count: number) => sum + count, 0)).toBe(7)
  expect(opened.hashes).toContain(opened.id)
  expect(patterns.map(({ parts }: { parts: { kind: string }[] }) => parts.map(({ kind }) => kind))).toContainEqual([
    'request',
    'ip',
    'duration',
  ])

  const term = `gl2_pattern:(${opened.hashes.join(' OR ')})`
  const only = Object((await ask('patterns', { timerange: DAY, query: term })).body)
  expect(only).toMatchObject({ total: 7, pattern_count: 1, patterns: [{ id: opened.id, text: opened.text }] })
  const others = Object((await ask('patterns', { timerange: DAY, query: `NOT ${term}` })).body)
  expect(others).toMatchObject({ total: 14, pattern_count: 2 })

  const details = await ask(`patterns/${opened.id}`, { timerange: DAY, hashes: opened.hashes })
  expect(details.body).toMatchObject({
    text: opened.text,
    looked_at: 7,
    parts: [
      { position: 24, distinct: 7, numeric: null },
      { position: 34, distinct: 7, numeric: { min: 0, max: 6, average: 3 } },
    ],
  })
  const tooMany = Array.from({ length: 129 }, (_, index) => `${index}`)
  expect((await ask(`patterns/${opened.id}`, { timerange: DAY, hashes: tooMany })).status).toBe(400)
})

test('few patterns are new, by the time of their first message', async () => {
  await insertMessages(tests.engine, [
    { at: '2026-02-01T10:00:00.000Z', message: 'heart beats slowly' },
    { at: '2026-02-01T10:00:00.000Z', message: 'disk is nearly full' },
    { at: '2026-02-01T10:00:00.000Z', message: 'queue was emptied' },
    ...['heart beats slowly', 'disk is nearly full', 'queue was emptied', 'lamp went dark'].map((message) => ({
      at: at(1),
      message,
    })),
  ])
  const newOf = async (query: string) => {
    const { patterns } = Object((await ask('patterns', { timerange: DAY, query })).body)
    return patterns.flatMap(({ is_new, first_seen, text }: { is_new: boolean; first_seen: string; text: string }) =>
      is_new ? [{ text, first_seen }] : [],
    )
  }
  expect(await newOf('')).toEqual([{ text: 'lamp went dark', first_seen: at(1) }])
  expect(await newOf('lamp')).toEqual([])
})

test('without matching messages there are no patterns', async () => {
  expect((await ask('patterns', { timerange: DAY })).body).toMatchObject({ total: 0, pattern_count: 0, patterns: [] })
})

test('the context of a message is its neighbours in time, linked by the requested fields', async () => {
  const ids = await insertTraffic()
  const asked = { index: 'graylog_0', id: ids[30], before: 2, after: 2 }
  const textsOf = (hits: readonly { message: { message: string } }[]) => hits.map(({ message }) => message.message)

  const all = Object((await ask('context', asked)).body)
  expect(textsOf(all.before)).toEqual(['GET /items/28 took 28ms', 'GET /items/29 took 29ms'])
  expect(textsOf(all.after)).toEqual(['GET /items/31 took 31ms', 'GET /items/32 took 32ms'])

  const linked = Object((await ask('context', { ...asked, fields: ['source', 'path', 'nope'] })).body)
  expect(linked.linked_by).toEqual({ source: 'web-0', path: '/items/0' })
  expect(textsOf(linked.before)).toEqual(['login of user-18 failed', 'login of user-24 failed'])
  expect(textsOf(linked.after)).toEqual(['login of user-36 failed', 'login of user-42 failed'])

  const first = Object((await ask('context', { ...asked, id: ids[0] })).body)
  expect(first.before).toEqual([])
  expect((await ask('context', { ...asked, index: 'graylog_1' })).status).toBe(404)
  expect((await ask('context', { ...asked, id: 'x' })).status).toBe(404)
  expect((await ask('context', { ...asked, before: 501 })).status).toBe(400)
})

test.each([9, 300])('%i messages with equal timestamps are paged through without repetition', async (length) => {
  const ids = await insertMessages(
    tests.engine,
    Array.from({ length }, (_, number) => ({ at: at(0), message: `number ${number}` })),
  )
  const middle = Math.floor(length / 2)
  const { before, after } = Object((await ask('context', { index: 'graylog_0', id: ids[middle] })).body)
  const idsOf = (hits: readonly { message: { _id: string } }[]) => hits.map(({ message }) => message._id)
  expect([...idsOf(before), ids[middle], ...idsOf(after)]).toEqual(ids.slice(Math.max(0, middle - 20), middle + 21))
})

test('statistics of a field have coverage, values and the distribution of numbers', async () => {
  await insertTraffic()
  const numbers = Object((await ask('field-statistics', { timerange: DAY, field: 'took_ms', top: 2 })).body)
  expect(numbers).toMatchObject({ total: 60, looked_at: 60, with_field: 60, distinct: 60 })
  expect(numbers.numbers).toMatchObject({ min: 0, max: 59, average: 29.5 })
  expect(numbers.numbers.distribution).toHaveLength(20)
  expect(numbers.numbers.distribution.map((bar: { count: number }) => bar.count)).toEqual(Array(20).fill(3))

  const half = Object((await ask('field-statistics', { timerange: DAY, field: 'half' })).body)
  expect(half).toMatchObject({ with_field: 30, distinct: 1, top: [{ value: 'yes', count: 30 }], numbers: null })
  const sources = Object((await ask('field-statistics', { timerange: DAY, field: 'source', query: 'failed' })).body)
  expect(sources).toMatchObject({ total: 10, top: [{ value: 'web-0', count: 10 }] })
  const none = Object((await ask('field-statistics', { timerange: DAY, field: 'nope' })).body)
  expect(none).toMatchObject({ with_field: 0, distinct: 0, top: [], numbers: null })
})

test('the coverage of fields counts the messages that have each field', async () => {
  await insertTraffic()
  const coverage = Object((await ask('field-coverage', { timerange: DAY })).body)
  expect(coverage).toMatchObject({ total: 60, looked_at: 60 })
  const counts = Object.fromEntries(
    coverage.fields.map(({ field, count }: { field: string; count: number }) => [field, count]),
  )
  expect(counts).toMatchObject({ message: 60, source: 60, took_ms: 60, half: 30 })
  expect(coverage.fields.at(0).count).toBeGreaterThanOrEqual(coverage.fields.at(-1).count)
  expect((await ask('field-coverage', { timerange: DAY, query: 'half:no' })).body).toEqual({
    total: 0,
    looked_at: 0,
    fields: [],
  })
})

test('the coverage of many messages is from an even sample of them', async () => {
  const many = Array.from({ length: 25_000 }, (_, number) => ({
    at: new Date(Date.UTC(2026, 2, 1, 10) + number * 100).toISOString(),
    message: 'tick',
    ...(number < 12_500 ? { fields: { early: 1 } } : {}),
  }))
  await insertMessages(tests.engine, many)
  const coverage = Object((await ask('field-coverage', { timerange: DAY })).body)
  expect(coverage.total).toBe(25_000)
  expect(coverage.looked_at).toBeLessThan(21_000)
  const early = coverage.fields.find(({ field }: { field: string }) => field === 'early').count
  expect(early / coverage.looked_at).toBeCloseTo(0.5, 1)
})

test('suggestions are the values that start with the input, most frequent first', async () => {
  await insertTraffic()
  const values = Object((await ask('suggestions', { timerange: DAY, field: 'path', input: '/IT' })).body)
  expect(values).toEqual({
    values: [
      { value: '/items/0', count: 30 },
      { value: '/items/1', count: 30 },
    ],
    is_complete: true,
  })
  const quoted = Object((await ask('suggestions', { timerange: DAY, field: 'path', input: "it's %_" })).body)
  expect(quoted.values).toEqual([])
})

test('a user with one readable stream learns nothing about others', async () => {
  const stream = await tests.logyard.addStream({ title: 'one' })
  const [own, other] = await insertMessages(tests.engine, [
    { at: at(1), message: 'own 1', streams: [stream], fields: { color: 'green' } },
    { at: at(2), message: 'secret of others', fields: { color: 'red' } },
  ])
  const as = await tests.logyard.addReader('reader', stream)
  const patterns = Object((await ask('patterns', { timerange: DAY }, as)).body)
  expect(patterns).toMatchObject({ total: 1, patterns: [{ text: 'own *' }] })
  expect((await ask('field-statistics', { timerange: DAY, field: 'color' }, as)).body).toMatchObject({
    total: 1,
    top: [{ value: 'green' }],
  })
  const coverage = Object((await ask('field-coverage', { timerange: DAY }, as)).body)
  expect(coverage).toMatchObject({ total: 1, looked_at: 1 })
  expect(coverage.fields).toContainEqual({ field: 'color', count: 1 })
  expect((await ask('suggestions', { timerange: DAY, field: 'color', input: '' }, as)).body).toMatchObject({
    values: [{ value: 'green' }],
  })
  for (const query of ['color:Red', 'color:re', 'secre', 'secret others']) {
    for (const found_nothing of [true, false]) {
      const hints = await ask('hints', { timerange: DAY, query, found_nothing }, as)
      expect(hints).toMatchObject({ status: 200, body: { explanations: [] } })
    }
  }
  const elsewhere = { timerange: DAY, query: 'color:Red', found_nothing: true, streams: ['000000000000000000000001'] }
  expect((await ask('hints', elsewhere, as)).status).toBe(403)
  const rules = [{ type: 5, field: 'color', value: '' }]
  expect((await tryRules({ rules }, as)).body).toEqual({ looked_at: 1, matches: 1, is_complete: true })
  expect((await ask('context', { index: 'graylog_0', id: own }, as)).body).toMatchObject({ before: [], after: [] })
  expect((await ask('context', { index: 'graylog_0', id: other }, as)).status).toBe(404)
  for (const path of ['patterns', 'field-statistics', 'field-coverage', 'suggestions']) {
    const body = { timerange: DAY, field: 'color', input: '', streams: ['000000000000000000000001'] }
    const { field, input, ...rest } = body
    const asked =
      path === 'patterns' || path === 'field-coverage' ? rest : path === 'suggestions' ? body : { ...rest, field }
    expect(await ask(path, asked, as)).toMatchObject({ status: 403, body: { type: 'MissingStreamPermission' } })
    expect(input).toBe('')
  }
})

test.each([
  { rules: [{ type: 1, field: 'half', value: 'yes' }], matches: 30 },
  { rules: [{ type: 1, field: 'half', value: 'yes', inverted: true }], matches: 30 },
  { rules: [{ type: 4, field: 'took_ms', value: '10' }], matches: 10 },
  { rules: [{ type: 2, field: 'message', value: '^login' }], matches: 10 },
  {
    rules: [
      { type: 6, field: 'source', value: 'web-0' },
      { type: 3, field: 'took_ms', value: '57.5' },
    ],
    matching_type: 'OR',
    matches: 22,
  },
])('rules are tried on the newest messages: $rules match $matches', async ({ matches, ...asked }) => {
  await insertTraffic()
  expect((await tryRules(asked)).body).toEqual({ looked_at: 60, matches, is_complete: true })
})

test('a pattern that runs away ends the count early, and wrong rules are refused', async () => {
  await insertTraffic()
  await insertMessages(tests.engine, [{ at: at(30), message: `${'a'.repeat(40)}!` }])
  const { status, body } = await tryRules({ rules: [{ type: 2, field: 'message', value: '^(a+)+$' }] })
  expect({ status, isComplete: Object(body).is_complete }).toEqual({ status: 200, isComplete: false })
  expect(Object(body).looked_at).toBeLessThan(61)
  expect((await tryRules({ rules: [{ type: 1, field: '', value: 'x' }] })).status).toBe(400)
  expect((await tryRules({ rules: [] })).status).toBe(400)
})

test('an invalid query is refused with the reason', async () => {
  const refused = await ask('patterns', { timerange: DAY, query: '(a' })
  expect(refused.status).toBe(400)
  expect(Object(refused.body).message).toContain('(a')
})

test('hints name values in another spelling, parts of words, and all words instead of any, with their counts', async () => {
  await insertMessages(tests.engine, [
    { at: at(1), message: 'failed login at the gateway', fields: { service: 'catalog', level: 3 } },
    { at: at(2), message: 'failed payment', fields: { service: 'catalog', status: 500 } },
    { at: at(3), message: 'login failed', fields: { service: 'cart' } },
  ])
  const hints = async (query: string, foundNothing = true) => {
    const { status, body } = await ask('hints', { query, timerange: DAY, found_nothing: foundNothing })
    expect(status).toBe(200)
    return Object(body).explanations.flatMap(({ code, fixes }: QueryExplanation) =>
      (fixes ?? []).map((fix) => `${code} ${applyFix(query, fix)} ${fix.count}`),
    )
  }
  expect(await hints('service:Catalog')).toEqual(['other-value service:catalog 2'])
  expect(await hints('service: catlog AND level:3')).toEqual(['other-value service: catalog AND level:3 1'])
  expect(await hints('service:(Cart OR x)')).toEqual(['other-value service:(cart OR x) 1'])
  expect(await hints('gatew')).toEqual(['part-of-word gatew* 1'])
  expect(await hints('message:atewa')).toEqual([])
  expect(await hints('service:cat')).toEqual(['part-of-word service:cat* 2'])
  expect(await hints('status:50')).toEqual([])
  expect(await hints('service:cart AND level:3')).toEqual([])
  expect(await hints('nothing_like_it')).toEqual([])
  expect(await hints('failed login', false)).toEqual(['either-word failed AND login 2', 'either-word "failed login" 1'])
  expect(await hints('service:cart failed login', false)).toEqual([
    'either-word service:cart (failed AND login) 2',
    'either-word service:cart "failed login" 2',
  ])
  expect(await hints('failed OR login', false)).toEqual([])
  expect((await ask('hints', { query: 'a:(', timerange: DAY, found_nothing: true })).status).toBe(400)
})
