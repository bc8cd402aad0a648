/** Fields of patterns through the doors of searches, with a real engine. */

import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileGrok } from '@logyard/languages/grok/compile-grok'
import { templateOf } from '@logyard/languages/message-templates/template'
import { createRandom, LINE_STYLES } from '@logyard/languages/message-templates/testing/log-lines'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { sql } from '@logyard/languages/sql/sql'
import { describe, expect, test } from 'vitest'
import { MANY_USES } from '../../fields/pattern-fields/pattern-columns.ts'
import { insertTemplates } from '../../store/messages/insert-templates.ts'
import { insertMessages, TEST_STREAM, templateHash } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()
const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' }
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as?: string) =>
  tests.logyard.call(method, path, { ...(body && { body }), ...(as === undefined ? {} : { as }) })

/** Sixty messages, of which two thirds have the pattern `search by * took * ms`. */
const insertSearches = (streams = [TEST_STREAM]) =>
  insertMessages(
    tests.engine,
    Array.from({ length: 60 }, (_, number) => ({
      at: at(number),
      streams,
      message: number % 3 === 0 ? `login of user-${number} failed` : `search by user-${number} took ${number} ms`,
      fields: { other: number },
    })),
  )

async function patternOf(text: string, as?: string) {
  const { body } = await call('POST', '/logyard/search/patterns', { timerange: DAY }, as)
  return Object(body).patterns.find((one: { text: string }) => one.text === text)
}

async function name(field: string, text: string, part: number, more: object = {}, as?: string) {
  const pattern = await patternOf(text)
  const position = pattern.parts[part].position
  const draft = { timerange: DAY, kind: 'number', hashes: pattern.hashes, text, position, name: field, ...more }
  return await call('POST', '/logyard/pattern-fields', draft, as)
}

const SEARCHES = 'search by * took * ms'

async function textsOf(query: string): Promise<readonly string[]> {
  const path = `/search/universal/absolute?query=${encodeURIComponent(query)}&from=${DAY.from}&to=${DAY.to}&sort=timestamp:asc`
  const { body, status, text } = await call('GET', path)
  if (status !== 200) throw new Error(text)
  return Object(body).messages.map(({ message }: { message: { message: string } }) => message.message)
}

describe('a named part is a field over all stored messages of its pattern', () => {
  test('in queries', async () => {
    await insertSearches()
    const { status, body } = await name('search_ms', SEARCHES, 1)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'search_ms', kind: 'number', unit: '', creator: 'admin' })
    expect(await textsOf('search_ms:17')).toEqual(['search by user-17 took 17 ms'])
    expect(await textsOf('search_ms:>=58')).toEqual(['search by user-58 took 58 ms', 'search by user-59 took 59 ms'])
    expect(await textsOf('_exists_:search_ms')).toHaveLength(40)
    expect(await textsOf('NOT _exists_:search_ms')).toHaveLength(20)
    expect(await textsOf('search_\\*:[1 TO 2]')).toHaveLength(2)
    expect((await name('searcher', SEARCHES, 0, { kind: 'text' })).status).toBe(200)
    expect(await textsOf('searcher:user\\-1*')).toHaveLength(8)
    expect(await textsOf('searcher:"user-17" AND search_ms:<18')).toEqual(['search by user-17 took 17 ms'])
    // The words are in the text of the message as before.
    expect(await textsOf('search AND 17')).toEqual(['search by user-17 took 17 ms'])
  })

  test('in figures and groups', async () => {
    await insertSearches()
    await name('search_ms', SEARCHES, 1)
    const pivot = {
      id: 'one',
      type: 'pivot',
      rollup: true,
      series: ['avg', 'max', 'count'].map((type) => ({ id: type, type, field: 'search_ms' })),
      row_groups: [{ type: 'values', field: 'search_ms', limit: 3 }],
      column_groups: [],
      sort: [],
    }
    const query = { id: 'q', timerange: DAY, query: { type: 'elasticsearch', query_string: '' }, search_types: [pivot] }
    const job = await tests.logyard.search([query])
    const rows = Object(job.results['q']?.search_types['one']).rows
    const total = rows.at(-1)
    expect(total.values.map(({ value }: { value: number }) => value)).toEqual([30, 59, 40])
  })

  test('in steps, SQL, exports, and the document of a message', async () => {
    const [id] = [(await insertSearches())[17]]
    await name('search_ms', SEARCHES, 1)
    const steps = await call('POST', '/logyard/search/tables', {
      query: '* | where search_ms > 57 | fields search_ms | sort search_ms',
      timerange: DAY,
    })
    expect(Object(steps.body).datarows, steps.text).toEqual([[58], [59]])
    const asked = { sql: 'SELECT max(search_ms) AS m FROM messages', timerange: DAY }
    expect(Object((await call('POST', '/logyard/search/sql', asked)).body).datarows).toEqual([[59]])
    const one = await call('GET', `/messages/graylog_0/${id}`)
    expect(Object(one.body).message.fields).toMatchObject({ search_ms: 17, other: 17 })
    const exporting = {
      fields_in_order: ['search_ms'],
      timerange: DAY,
      query_string: { type: 'elasticsearch', query_string: 'search_ms:>57' },
    }
    const exported = await call('POST', '/views/search/messages', exporting)
    expect(exported.text.trim().split('\n').slice(1)).toEqual(['"59"', '"58"'])
    const coverage = await call('POST', '/logyard/search/field-coverage', { timerange: DAY })
    expect(Object(coverage.body).fields).toContainEqual({ field: 'search_ms', count: 40 })
  })
})

test('a template that is stored later joins the field if only variable parts differ', async () => {
  const names = ['ada', 'bob', 'carol', 'dan', 'eve', 'frank']
  const insert = async (users: readonly string[]) => {
    const texts = users.map((user, index) => `session of ${user} ended after ${index}s`)
    await insertMessages(
      tests.engine,
      texts.map((message, index) => ({ at: at(index), message })),
    )
    const templates = texts.map((text) => ({ hash: templateHash(text), text: templateOf(text) }))
    const signal = AbortSignal.timeout(10_000)
    const seenAt = tests.logyard.clock.now()
    await tests.engine.stores.change(({ client }) => insertTemplates(client, templates, seenAt, signal))
  }
  await insert(names)
  const made = await name('session_s', 'session of * ended after *', 1)
  expect(made.body).toMatchObject({ unit: 's', pattern: { template_count: 6 } })
  expect(await textsOf('session_s:>=4')).toHaveLength(2)
  await insert(['x', 'x', 'x', 'x', 'x', 'grace'])
  tests.logyard.clock.advance(2000)
  expect(await textsOf('session_s:>=4')).toHaveLength(4)
  const { body } = await call('GET', '/logyard/pattern-fields')
  expect(Object(body).fields).toMatchObject([{ name: 'session_s', pattern: { template_count: 8 } }])
})

test('a field that is used often gets a column, with the same values all the while', async () => {
  await insertSearches()
  const { body } = await name('search_ms', SEARCHES, 1)
  await name('searcher', SEARCHES, 0, { kind: 'text' })
  const answers = async () => [
    await textsOf('search_ms:>=55 AND searcher:user\\-5*'),
    await textsOf('NOT _exists_:search_ms AND source:web\\-1'),
    await textsOf('search_ms:17 OR searcher:"user-19"'),
  ]
  const before = await answers()
  const state = async () => Object((await call('GET', '/logyard/pattern-fields')).body).fields[0].state
  expect(await state()).toBe('computed')
  for (let use = 0; use < MANY_USES; use += 1)
    await call('POST', '/logyard/search/sql', {
      sql: 'SELECT max(search_ms), max(searcher) FROM messages',
      timerange: DAY,
    })
  const afterJob = async () => {
    await runColumnsJob()
    return await columnsOfTable()
  }
  await expect.poll(afterJob, { timeout: 60_000 }).toHaveLength(2)
  // Old messages may have no value in it yet; new ones get theirs when they are stored.
  expect(await answers()).toEqual(before)
  await insertMessages(tests.engine, [{ at: at(61), message: 'search by user-61 took 61 ms' }])
  expect(await textsOf('search_ms:>=59')).toHaveLength(2)
  await runColumnsJob()
  await runColumnsJob()
  expect(await state()).toBe('stored')
  expect(await textsOf('search_ms:>=59')).toHaveLength(2)
  expect(await answers()).toEqual(before)
  await call('DELETE', `/logyard/pattern-fields/${Object(body).id}`)
  await runColumnsJob()
  tests.logyard.clock.advance(2 * 3_600_000)
  await runColumnsJob()
  expect(await columnsOfTable()).toHaveLength(1)
})

/** Runs the job, whose pauses pass at once. */
async function runColumnsJob(): Promise<void> {
  let isDone = false
  const { run } = tests.logyard.patternFields.columnsJob
  const job = run(AbortSignal.timeout(60_000)).finally(() => {
    isDone = true
  })
  const advanced = () => {
    tests.logyard.clock.advance(1000)
    return isDone
  }
  await expect.poll(advanced, { timeout: 60_000 }).toBe(true)
  await job
}

/** The columns of fields of patterns. */
async function columnsOfTable(): Promise<readonly unknown[]> {
  const query = sql`SELECT name FROM system.columns WHERE table = 'messages' AND startsWith(name, 'pattern_')`
  return await (await tests.engine.client.query({ query, format: 'JSONEachRow' })).json()
}

describe('a name is refused', () => {
  test.each([
    { field: 'other', status: 400, why: 'messages have a field of this name' },
    { field: 'timestamp', status: 400, why: 'the server uses this name' },
    { field: 'message', status: 400, why: 'the server uses this name' },
    { field: 'streams', status: 400, why: 'the server uses this name' },
    { field: 'gl2_x', status: 400, why: 'the server uses this name' },
    { field: '_id', status: 400, why: 'begins with a letter' },
    { field: "x') OR 1=1 --", status: 400, why: 'begins with a letter' },
    { field: 'taken', status: 409, why: 'taken' },
  ])('$field', async ({ field, status, why }) => {
    await insertSearches()
    expect((await name('taken', SEARCHES, 1)).status).toBe(200)
    const answer = await name(field, SEARCHES, 0, { kind: 'text' })
    expect(answer.status).toBe(status)
    expect(Object(answer.body).message).toContain(why)
    expect(Object(answer.body).message).toContain(field)
  })
})

test('a part without numbers is no number, and a part that is not there is none', async () => {
  await insertSearches()
  expect((await name('who', SEARCHES, 0)).body).toMatchObject({ message: expect.stringContaining('who') })
  expect((await name('who', SEARCHES, 0, { position: 3 })).status).toBe(409)
  expect((await name('who', SEARCHES, 0, { hashes: ['17'] })).status).toBe(404)
})

test('a message that only begins like the pattern has no value', async () => {
  await insertSearches()
  await insertMessages(tests.engine, [{ at: at(1), message: 'search by user-1 took 900 ms and failed' }])
  await name('search_ms', SEARCHES, 1)
  expect(await textsOf('search_ms:>100')).toEqual([])
  const { body } = await call('POST', '/logyard/search/sql', {
    sql: 'SELECT max(search_ms) FROM messages',
    timerange: DAY,
  })
  expect(Object(body).datarows).toEqual([[59]])
})

test('a deleted field is no field', async () => {
  await insertSearches()
  const { body } = await name('search_ms', SEARCHES, 1)
  expect(await textsOf('search_ms:17')).toHaveLength(1)
  expect((await call('DELETE', `/logyard/pattern-fields/${Object(body).id}`)).status).toBe(204)
  expect(await textsOf('search_ms:17')).toHaveLength(0)
  expect((await call('DELETE', `/logyard/pattern-fields/${Object(body).id}`)).status).toBe(404)
})

describe('someone who may read one stream', () => {
  test('gets values of its messages only, and sees no pattern of others', async () => {
    const [own, other] = [
      await tests.logyard.addStream({ title: 'own' }),
      await tests.logyard.addStream({ title: 'other' }),
    ]
    await insertSearches([own])
    await insertSearches([other])
    await insertMessages(tests.engine, [{ at: at(1), streams: [other], message: 'secret ada took 7 ms' }])
    await name('search_ms', SEARCHES, 1)
    await name('secret_ms', 'secret ada took * ms', 0)
    const reader = await tests.logyard.addReader('reader', own)
    const found = async (query: string) =>
      Object(
        (
          await call(
            'POST',
            '/logyard/search/tables',
            { query: `${query} | fields message | limit 500`, timerange: DAY },
            reader,
          )
        ).body,
      ).datarows
    expect(await textsOf('_exists_:search_ms')).toHaveLength(80)
    expect(await found('_exists_:search_ms')).toHaveLength(40)
    expect(await found('_exists_:secret_ms')).toHaveLength(0)
    const sql = { sql: 'SELECT count(secret_ms) AS n, count(search_ms) AS m FROM messages', timerange: DAY }
    expect(Object((await call('POST', '/logyard/search/sql', sql, reader)).body).datarows).toEqual([[0, 40]])
    const listed = await call('GET', '/logyard/pattern-fields', undefined, reader)
    expect(Object(listed.body).fields).toMatchObject([
      { name: 'search_ms', pattern: { text: SEARCHES } },
      { name: 'secret_ms', pattern: null },
    ])
    expect(listed.text).not.toContain('secret ada')
    const none = await call('GET', '/logyard/pattern-fields', undefined, await tests.logyard.addReader('nothing'))
    expect(Object(none.body).fields).toMatchObject([{ pattern: null }, { pattern: null }])
  })

  test('makes and deletes none without the permission, and none of a pattern that it cannot see', async () => {
    const own = await tests.logyard.addStream({ title: 'own' })
    await insertSearches([await tests.logyard.addStream({ title: 'other' })])
    const pattern = await patternOf(SEARCHES)
    const reader = await tests.logyard.addReader('reader', own)
    const draft = {
      ...{ timerange: DAY, kind: 'number', hashes: pattern.hashes, text: SEARCHES, name: 'search_ms' },
      position: pattern.parts[1].position,
    }
    expect((await call('POST', '/logyard/pattern-fields', draft, reader)).status).toBe(403)
    await tests.logyard.addUser('maker', { permissions: [`streams:read:${own}`, 'patternfields:create'] })
    expect((await call('POST', '/logyard/pattern-fields', draft, 'maker:maker-password')).status).toBe(404)
    const { body } = await name('search_ms', SEARCHES, 1)
    expect((await call('DELETE', `/logyard/pattern-fields/${Object(body).id}`, undefined, reader)).status).toBe(403)
  })
})

test('templates are escaped, whatever their messages say', async () => {
  const hostile = [
    `a') OR 1=1 -- (.*) \\ [x] took 5 ms`,
    `a\\') UNION ALL SELECT (.*)+$ ^ {1,9} took 6 ms`,
    `((((((((((a+)+)+)+)+)+)+)+)+)+ took 7 ms`,
    `'; DROP TABLE messages; ${'"quoted text"'} took 8 ms`,
  ]
  for (const [index, message] of hostile.entries()) {
    await insertMessages(tests.engine, [{ at: at(index), message }])
    const { body } = await call('POST', '/logyard/search/patterns', { timerange: DAY })
    const { text, parts } = Object(body).patterns.find(
      (one: { example: { message: string } }) => one.example.message === message,
    )
    const made = await name(`hostile${index}`, text, parts.length - 1)
    expect(made.status, made.text).toBe(200)
    expect(await textsOf(`hostile${index}:${index + 5}`)).toEqual([message])
  }
})

test.each(LINE_STYLES)('lines of $name give what the grok pattern gives', async (style) => {
  const random = createRandom(41)
  const lines = Array.from({ length: 400 }, () => style.make(random))
  await insertMessages(
    tests.engine,
    lines.map(({ text }, index) => ({ at: at(index), message: text, fields: { line: index } })),
  )
  const grok = compileGrok(style.grok, BUILT_IN_PATTERNS, { namedCapturesOnly: true, zone: 'UTC' })
  const { body } = await call('POST', '/logyard/search/patterns', { timerange: DAY })
  const found = new Map<number, unknown>()
  for (const [at, { hashes, text }] of Object(body).patterns.entries()) {
    const own = lines.filter((line) => hashes.includes(templateHash(line.text)))
    const unified = unifyTemplates([...new Set(own.map((line) => templateOf(line.text)))])
    const part = unified.places.findIndex((_, one) =>
      own.every((line) => unified.valuesOf(line.text)?.[one] === line.value),
    )
    const name = `value${at}`
    const draft = { timerange: DAY, hashes, text, position: unified.positions[part], kind: style.kind, name }
    const made = await call('POST', '/logyard/pattern-fields', draft)
    expect(made.status, `${made.text} ${text}`).toBe(200)
    const sql = `SELECT line, ${name} FROM messages WHERE ${name} IS NOT NULL`
    const table = await call('POST', '/logyard/search/sql', { sql, timerange: DAY, limit: 1000 })
    for (const [line, value] of Object(table.body).datarows) found.set(Number(line), value)
  }
  for (const [index, { text }] of lines.entries()) {
    const captured = grok.match(text)?.get('value')
    expect(found.get(index), text).toBe(style.kind === 'number' ? Number(captured) : captured)
  }
})
