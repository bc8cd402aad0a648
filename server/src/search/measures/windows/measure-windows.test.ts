import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { rounds } from '../../../testing/rounds.ts'
import { type EngineUnderTest, startTestEngine } from '../../../testing/start-index-sets.ts'
import { createSearchEngine } from '../../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../../testing/message-table.ts'
import { createRandom } from '../../testing/random-queries.ts'
import { readableStreams } from '../../testing/readable-streams.ts'
import { createMeasures } from '../create-measures.ts'
import { MEASURE_FUNCTIONS, type MeasuredWindows, type Measures, type WindowPlan } from '../measures.ts'

const FROM_MS = Date.parse('2026-03-01T12:00:00.000Z')
const SPAN_MS = 100_000
const MESSAGES = 400
const PLANS = rounds(4, 200)
const SEED = Number(process.env['WINDOWS_SEED'] ?? Math.floor(Date.now() / 1000))
const options = { signal: new AbortController().signal, turnOf: 'test' }

let engine: EngineUnderTest
let measures: Measures

beforeAll(async () => {
  engine = await startTestEngine()
  const random = createRandom(SEED)
  await insertMessages(
    engine.engine,
    Array.from({ length: MESSAGES }, () => ({
      // Few milliseconds occur, so many messages stand at the edges of windows.
      at: new Date(FROM_MS + random.below(SPAN_MS / 500) * 500 + random.pick([0, 0, 1, 499])).toISOString(),
      message: 'a message',
      streams: [TEST_STREAM],
      fields: {
        ...(random.below(4) === 0 ? {} : { took: random.pick([0, 1.5, -7, 1e9, random.below(1000)]) }),
        ...(random.below(5) === 0 ? {} : { user: random.pick(['ann', 'bob', 'cyd']) }),
        ...(random.below(3) === 0 ? {} : { tags: random.pick([['x'], ['x', 'y'], ['y', 'z', 'z'], []]) }),
      },
    })),
  )
  measures = createMeasures({
    engine: createSearchEngine({ engine: engine.engine, clock: systemClock }),
    schema: () => schemaOf(engine.engine),
    grokPatterns: () => new Map(),
    allowLeadingWildcard: true,
    clock: systemClock,
  })
})
afterAll(() => engine[Symbol.asyncDispose]())

const ALL = MEASURE_FUNCTIONS.map((name) => ({
  id: name,
  function: name,
  field: name === 'count' ? null : name === 'card' ? 'tags' : 'took',
}))
const selectionOf = ({ lengthMs, ends }: WindowPlan) => ({
  streams: readableStreams(TEST_STREAM),
  query: '',
  range: { fromMs: (ends[0] ?? 0) - lengthMs + 1, toMs: ends.at(-1) ?? 0 },
})
const LIMITS = { groups: 50, named: 10, figures: 100_000 }

const measure = (windows: WindowPlan, fields: readonly string[], limits: Partial<typeof LIMITS> = {}) =>
  measures.windows(selectionOf(windows), { fields, series: ALL, windows, ...LIMITS, ...limits }, options)

/** Window by window, as definitions are evaluated. */
async function oneByOne(windows: WindowPlan, fields: readonly string[]) {
  const found = new Map<string, Map<number, Readonly<Record<string, number>>>>()
  for (const [place, toMs] of windows.ends.entries()) {
    const range = { fromMs: toMs - windows.lengthMs + 1, toMs }
    const by = { fields, series: ALL, limit: 100 }
    for (const { key, values } of await measures.groups({ ...selectionOf(windows), range }, by, options)) {
      found.getOrInsertComputed(key.join('|'), () => new Map()).set(place, Object.fromEntries(values))
    }
  }
  return found
}

function expectSame({ groups }: MeasuredWindows, expected: Awaited<ReturnType<typeof oneByOne>>): void {
  expect(groups.map(({ key }) => key.join('|')).toSorted()).toEqual([...expected.keys()].toSorted())
  for (const { key, windows, values } of groups) {
    const ofGroup = expected.get(key.join('|'))
    expect(windows).toEqual([...(ofGroup?.keys() ?? [])])
    for (const [at, place] of windows.entries()) {
      for (const [id, figures] of values) {
        const [is, shouldBe] = [figures[at] ?? 0, ofGroup?.get(place)?.[id] ?? 0]
        const isNear = Math.abs(is - shouldBe) <= 1e-9 * Math.max(1, Math.abs(shouldBe))
        if (!isNear && !(Number.isNaN(is) && Number.isNaN(shouldBe)))
          expect.fail(`${id} of ${key} in window ${place} is ${is}, not ${shouldBe}`)
      }
    }
  }
}

test(`windows measured in one pass have the figures of windows measured one by one (seed ${SEED})`, async () => {
  const random = createRandom(SEED + 1)
  for (let round = 0; round < PLANS; round += 1) {
    const lengthMs = random.pick([1000, 5000, 12_000, 7001, 60_000, 1])
    const hopMs = random.pick([1000, 5000, 4000, 12_000, 3333])
    const count = 3 + random.below(10)
    const ends = Array.from({ length: count }, (_, place) => FROM_MS + 30_000 + place * hopMs)
    const isRegular = random.below(3) > 0
    const windows = isRegular
      ? { lengthMs, hopMs, ends }
      : { lengthMs, ends: ends.filter((_, place) => place % 3 !== 1) }
    const fields = random.pick([[], ['user'], ['user', 'tags']])
    expectSame(await measure(windows, fields), await oneByOne(windows, fields))
  }
})

test('groups with the most messages have figures, and a few of the others are named', async () => {
  const windows = { lengthMs: 1000, hopMs: 1000, ends: Array.from({ length: 100 }, (_, n) => FROM_MS + n * 1000 + 999) }
  const all = await measure(windows, ['user', 'tags'])
  const keys = all.groups.map(({ key }) => key)
  expect(keys.length).toBe(9)
  expect(all.others).toEqual({ count: 0, keys: [] })
  const sizes = all.groups.map(({ messages }) => messages)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))

  const some = await measure(windows, ['user', 'tags'], { groups: 4, named: 2 })
  expect(some.groups.map(({ key }) => key)).toEqual(keys.slice(0, 4))
  expect(some.others).toEqual({ count: 5, keys: keys.slice(4, 6) })

  const least = await measure(windows, ['user', 'tags'], { figures: 1 })
  expect(least.groups.map(({ key }) => key)).toEqual(keys.slice(0, 1))
  expect(least.others.count).toBe(8)
})
