import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { createMeasures } from './create-measures.ts'
import type { MeasuredGroup, MeasureFunction, Measures } from './measures.ts'

const STREAM = '000000000000000000000001'
const OTHER = '5f0000000000000000000002'
const FROM_MS = Date.parse('2026-03-01T12:00:00.000Z')
const at = (offsetMs: number) => new Date(FROM_MS + offsetMs).toISOString()
const options = { signal: new AbortController().signal, turnOf: 'test' }

let engine: EngineUnderTest
let measures: Measures
let ids: readonly string[]

beforeAll(async () => {
  engine = await startTestEngine()
  ids = await insertMessages(engine.engine, [
    { at: at(0), message: 'first', streams: [STREAM], fields: { user: 'ann', took: 2, tags: ['x', 'y'] } },
    { at: at(1000), message: 'second', streams: [STREAM, OTHER], fields: { user: 'bob', took: 4.5 } },
    { at: at(1000), message: 'third', streams: [OTHER], fields: { user: 'ann', took: 7, tags: ['x'] } },
    { at: at(2000), message: 'fourth', streams: [STREAM], fields: { took: 1 } },
    { at: at(3001), message: 'late', streams: [STREAM], fields: { user: 'ann', took: 100 } },
  ])
  const clock = systemClock
  measures = createMeasures({
    engine: createSearchEngine({ engine: engine.engine, clock: systemClock }),
    schema: () => schemaOf(engine.engine),
    grokPatterns: () => new Map(),
    allowLeadingWildcard: true,
    clock,
  })
})
afterAll(() => engine[Symbol.asyncDispose]())

const selection = (query = '', streams: readonly string[] = [STREAM, OTHER], toMs = FROM_MS + 3000) => ({
  streams: readableStreams(...streams),
  query,
  range: { fromMs: FROM_MS, toMs },
})
const series = (name: MeasureFunction, field: string | null = null) => ({
  id: `${name}-${field ?? ''}`,
  function: name,
  field,
})
const plain = (groups: readonly MeasuredGroup[]) =>
  groups.map(({ key, values, streams }) => ({
    key,
    values: Object.fromEntries(values),
    streams: streams.toSorted(),
  }))

test('groups have exact values, and only messages with every field', async () => {
  const groups = await measures.groups(
    selection(),
    { fields: ['user'], series: [series('count'), series('max', 'took')], limit: 10 },
    options,
  )
  expect(plain(groups)).toEqual([
    { key: ['ann'], values: { 'count-': 2, 'max-took': 7 }, streams: [STREAM, OTHER].toSorted() },
    { key: ['bob'], values: { 'count-': 1, 'max-took': 4.5 }, streams: [STREAM, OTHER].toSorted() },
  ])
})

test('a message with a list belongs to a group for each value', async () => {
  const groups = await measures.groups(selection(), { fields: ['tags'], series: [series('count')], limit: 10 }, options)
  expect(plain(groups).map(({ key, values }) => [...key, values['count-']])).toEqual([
    ['x', 2],
    ['y', 1],
  ])
})

test('without fields there is one group, also for no messages; figures without values are not numbers', async () => {
  const all = (['avg', 'card', 'count', 'max', 'min', 'stddev', 'sum', 'sumofsquares', 'variance'] as const).map(
    (name) => series(name, name === 'count' ? null : 'took'),
  )
  const [none, more] = await measures.groups(selection('nothing'), { fields: [], series: all, limit: 1 }, options)
  expect(more).toBeUndefined()
  expect(none?.streams).toEqual([])
  expect(Object.fromEntries(none?.values ?? [])).toEqual({
    'avg-took': Number.NaN,
    'card-took': 0,
    'count-': 0,
    'max-took': Number.NaN,
    'min-took': Number.NaN,
    'stddev-took': Number.NaN,
    'sum-took': 0,
    'sumofsquares-took': Number.NaN,
    'variance-took': Number.NaN,
  })
  const [some] = await measures.groups(selection(), { fields: [], series: all, limit: 1 }, options)
  expect(some?.values.get('avg-took')).toBeCloseTo(3.625, 9)
  expect(some?.values.get('sumofsquares-took')).toBeCloseTo(4 + 20.25 + 49 + 1, 9)
  expect(some?.values.get('card-took')).toBe(4)
})

test('a selection reads only its streams', async () => {
  expect(await measures.count(selection('', [OTHER]), options)).toBe(2)
  expect(await measures.count(selection('user:ann', [STREAM]), options)).toBe(1)
})

test('both ends of a range belong to it', async () => {
  expect(await measures.count(selection('', [STREAM], FROM_MS + 3001), options)).toBe(4)
  expect(await measures.count(selection('', [STREAM], FROM_MS), options)).toBe(1)
})

test('messages are read oldest first, and go on after a cursor without a gap or a repetition', async () => {
  const found: string[] = []
  let after: { timestampMs: number; id: string } | undefined
  for (let page = 0; page < 5; page += 1) {
    const [message] = await measures.messages(selection(), { limit: 1, ...(after ? { after } : {}) }, options)
    if (message === undefined) break
    found.push(message.id)
    after = message
  }
  expect(found.toSorted()).toEqual(ids.slice(0, 4).toSorted())
  expect(found[0]).toBe(ids[0])
  const newest = await measures.messages(selection(), { limit: 1, order: 'newest-first' }, options)
  expect(newest[0]).toMatchObject({ id: ids[3], index: 'graylog_0', fields: { message: 'fourth', took: 1 } })
})

test('more groups than the limit are refused', async () => {
  const measured = measures.groups(selection(), { fields: ['user'], series: [series('count')], limit: 1 }, options)
  await expect(measured).rejects.toThrow('more than 1 groups')
})

test('a function of numbers needs a field with numbers', async () => {
  const by = (one: ReturnType<typeof series>) => ({ fields: [], series: [one], limit: 1 })
  await expect(measures.groups(selection(), by(series('avg', 'user')), options)).rejects.toThrow('needs numbers')
  await expect(measures.groups(selection(), by(series('avg')), options)).rejects.toThrow('needs a field')
})
