/** Patterns, context, field statistics and suggestions over HTTP. */
import { expect, test } from 'vitest'
import { insertMessages, type TestMessage } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' }
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()
const ask = async (path: string, body: object, as?: string) =>
  await tests.logyard.call('POST', `/logyard/search/${path}`, { body, ...(as === undefined ? {} : { as }) })

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
        text: 'GET /items/* took *',
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
    text: 'GET /items/* took *',
    looked_at: 50,
    parts: [
      { position: 11, distinct: 50, numeric: { min: 1, max: 59 } },
      { position: 18, distinct: 50, numeric: { min: 1, max: 59 } },
    ],
  })
  const only = await ask('patterns', { timerange: DAY, query: `gl2_pattern:${pattern.id}` })
  expect(only.body).toMatchObject({ total: 50, pattern_count: 1 })
  const others = await ask('patterns', { timerange: DAY, query: `NOT gl2_pattern:${pattern.id}` })
  expect(others.body).toMatchObject({ total: 10, patterns: [{ text: 'login of * failed', count: 10 }] })
  expect((await ask('patterns/17', { timerange: DAY })).status).toBe(404)
  expect((await ask('patterns/x', { timerange: DAY })).status).toBe(404)
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
  expect((await ask('suggestions', { timerange: DAY, field: 'color', input: '' }, as)).body).toMatchObject({
    values: [{ value: 'green' }],
  })
  expect((await ask('context', { index: 'graylog_0', id: own }, as)).body).toMatchObject({ before: [], after: [] })
  expect((await ask('context', { index: 'graylog_0', id: other }, as)).status).toBe(404)
  for (const path of ['patterns', 'field-statistics', 'suggestions']) {
    const body = { timerange: DAY, field: 'color', input: '', streams: ['000000000000000000000001'] }
    const { field, input, ...rest } = body
    const asked = path === 'patterns' ? rest : path === 'suggestions' ? body : { ...rest, field }
    expect(await ask(path, asked, as)).toMatchObject({ status: 403, body: { type: 'MissingStreamPermission' } })
    expect(input).toBe('')
  }
})

test('an invalid query is refused with the reason', async () => {
  const refused = await ask('patterns', { timerange: DAY, query: '(a' })
  expect(refused.status).toBe(400)
  expect(Object(refused.body).message).toContain('(a')
})
