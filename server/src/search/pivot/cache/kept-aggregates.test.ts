import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeriesSpec } from '@logyard/contract/search/search-types'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createIds } from '../../../platform/ids.ts'
import type { Engine } from '../../../store/engine/engine.ts'
import { type EngineUnderTest, startTestEngine } from '../../../testing/start-index-sets.ts'
import { countMessages } from '../../messages/count-messages.ts'
import { createQueryTexts } from '../../plan/query-texts.ts'
import { EVER, messagesIn } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import { createSearchEngine } from '../../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM, type TestMessage } from '../../testing/message-table.ts'
import { readableStreams } from '../../testing/readable-streams.ts'
import { clearMessages } from '../../testing/start-search.ts'
import { type AnyPivot, runPivot } from '../pivot.ts'
import { cut } from './partitions.ts'
import { createKeptAggregates, type KeptAggregates, type KeptAggregatesLimits } from './pivot-cache.ts'
import { messagesByPiece } from './stored-messages.ts'

const ids = createIds(() => new Date())
let store: EngineUnderTest
let engine: Engine
beforeAll(async () => {
  store = await startTestEngine()
  engine = store.engine
})
afterAll(() => store[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const FROM_MS = Date.parse('2026-03-01T00:30:00.000Z')
/** In the middle of pieces of an hour at both ends. */
const RANGE = { fromMs: FROM_MS, toMs: FROM_MS + DAY_MS }
const NOW_MS = RANGE.toMs + DAY_MS
/** When it is looked up again how much is read. */
const SOON_MS = NOW_MS + 6000
/** When what was looked up for a question is not good any more for the next. */
const LATER_MS = NOW_MS + 60_000
const NOON = '2026-03-01T12:00:00.000Z'
const OTHER_STREAM = '00000000000000000000000b'
const MESSAGES = 200

/** One message about every seven minutes, of the user `ada` or `bob`. */
const messages = (): readonly TestMessage[] =>
  Array.from({ length: MESSAGES }, (_, n) => ({
    at: new Date(FROM_MS + n * 431_000).toISOString(),
    index: n < MESSAGES / 2 ? 'graylog_0' : 'graylog_1',
    streams: n % 4 === 0 ? [OTHER_STREAM] : [TEST_STREAM],
    fields: { user: n % 2 === 0 ? 'ada' : 'bob', took: n },
  }))

beforeEach(async () => {
  await clearMessages(engine)
  await insertMessages(engine, messages())
})

interface Asked {
  readonly streams?: readonly string[]
  readonly query?: string
  readonly range?: typeof RANGE
  readonly nowMs?: number
  readonly series?: readonly SeriesSpec[]
  readonly signal?: AbortSignal
  readonly field?: string
  /** From the beginning of time, as the range says it. */
  readonly isAllMessages?: boolean
  /** Happens before the groups are read. */
  readonly meanwhile?: () => Promise<unknown>
  /** Happens before a table is filled. */
  readonly whileMade?: () => Promise<unknown>
  /** Happens while a table is created. */
  readonly whileCreated?: () => void
}

interface Asker {
  readonly kept: KeptAggregates
  /** The first series by the values of a field, those of `user` unless told, and of all. */
  ask(asked?: Asked): Promise<Readonly<Record<string, number | null>>>
  count(query: string): Promise<number>
  /** Whether any of those asked last read all messages. */
  wasRead(): boolean
  /** Whether what was asked last came from what is kept. */
  wasKept(): boolean
  /** Whether something was aggregated to be kept. */
  wasMade(): boolean
  /** Whether it was looked up where messages lie. */
  wasLookedUp(): boolean
}

function asker(limits: Partial<KeptAggregatesLimits> = {}): Asker {
  const kept = createKeptAggregates({ ids, limits: { keptFrom: 2, leastMessages: 1, openMessages: 2, ...limits } })
  const real = createSearchEngine({ engine })
  const texts = createQueryTexts(false)
  let statements: string[] = []

  async function contextOf({ streams = [TEST_STREAM, OTHER_STREAM], query = '', range = RANGE, ...asked }: Asked) {
    statements = []
    const schema = await schemaOf(engine)
    const nowMs = asked.nowMs ?? NOW_MS
    const readable = readableStreams(...streams)
    const scope = { streams: readable, range, conditions: [texts.parse(query)] }
    return {
      scope,
      range,
      streams: readable,
      isAllMessages: asked.isAllMessages ?? false,
      queryText: texts.parse(query),
      schema,
      engine: {
        ...real,
        async command(statement, options) {
          const { text } = statement
          statements.push(text)
          if (text.startsWith('INSERT')) await asked.whileMade?.()
          const ended = real.command(statement, options)
          if (text.startsWith('CREATE TABLE')) asked.whileCreated?.()
          return ended
        },
        async rows(statement, options) {
          statements.push(statement.text)
          if (statement.text.includes(' AS k0')) await asked.meanwhile?.()
          return real.rows(statement, options)
        },
      },
      signal: asked.signal ?? AbortSignal.timeout(30_000),
      nowMs,
      from: (part = range, ...also) => messagesIn({ ...scope, range: part }, schema, nowMs, also),
      covered: () => undefined,
    } satisfies SearchTypeContext
  }

  return {
    kept,
    wasRead: () => statements.some((sql) => sql.includes(' AS k0') && !sql.includes('FROM kept.')),
    wasKept: () => statements.some((sql) => sql.includes('FROM kept.') && sql.includes('sum(messages)')),
    wasMade: () => statements.some((sql) => sql.startsWith('INSERT INTO kept.')),
    wasLookedUp: () => statements.some((sql) => sql.includes('ORDER BY timestamp')),
    async count(query) {
      return countMessages(await contextOf({ query }), { clock: systemClock, kept }, () => undefined)
    },
    async ask(asked = {}) {
      const pivot = {
        id: 'p',
        type: 'pivot' as const,
        row_groups: [{ type: 'values' as const, field: asked.field ?? 'user', limit: 10 }],
        series: [...(asked.series ?? [{ type: 'count' }])],
        rollup: true,
      } satisfies AnyPivot
      const { rows = [] } = await runPivot(pivot, await contextOf(asked), { kept })
      return Object.fromEntries(
        rows
          .map(({ key, values }) => [key[0] ?? 'all', values[0]?.value ?? null] as const)
          .map(([key, value]) => [key, typeof value === 'number' ? value : null]),
      )
    },
  }
}

async function keptTables(): Promise<number> {
  const answer = await engine.client.query({
    query: sql`SELECT count() AS tables FROM system.tables WHERE database = 'kept'`,
    format: 'JSONEachRow',
  })
  return Number(Object((await answer.json())[0]).tables)
}

const ALL = { ada: 100, bob: 100, all: 200 }

test('what is asked again is read from what is kept, and its ends from the messages', async () => {
  const { ask, wasKept } = asker()
  expect(await ask()).toEqual(ALL)
  expect(wasKept()).toBe(false)
  expect(await ask()).toEqual(ALL)
  expect(wasKept()).toBe(true)
  // A little later: other ends, the same pieces, and one more of them.
  const range = { fromMs: RANGE.fromMs + 1_800_000, toMs: RANGE.toMs + 1_800_000 }
  await insertMessages(engine, [{ at: new Date(RANGE.toMs + 60_000).toISOString(), fields: { user: 'ada' } }])
  const outside = messages().filter(({ at }) => Date.parse(at) < range.fromMs).length
  const { all } = await ask({ range })
  expect(all).toBe(MESSAGES - outside + 1)
  expect(wasKept()).toBe(true)
})

test('all messages are kept from the first of them on, and what comes before it later is seen', async () => {
  const { ask, wasKept } = asker()
  const all = { range: { ...RANGE, fromMs: EVER.fromMs }, isAllMessages: true }
  await ask(all)
  expect(await ask(all)).toEqual(ALL)
  expect(wasKept()).toBe(true)
  await insertMessages(engine, [{ at: new Date(FROM_MS - 7_200_000).toISOString(), fields: { user: 'ada' } }])
  expect(await ask(all)).toEqual({ ada: 101, bob: 100, all: 201 })
  expect(wasKept()).toBe(true)
})

test('messages that come late are counted the next time', async () => {
  const { ask, wasKept } = asker()
  await ask()
  await ask()
  await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
  expect(await ask()).toEqual({ ada: 101, bob: 100, all: 201 })
  expect(wasKept()).toBe(true)
  await insertMessages(engine, [{ at: new Date(RANGE.fromMs).toISOString(), fields: { user: 'cid' } }])
  expect(await ask()).toEqual({ ada: 101, bob: 100, cid: 1, all: 202 })
})

test('pieces that messages keep coming to are read, and kept once no more come', async () => {
  const { ask, wasKept, wasMade, wasLookedUp } = asker({ openMessages: 15 })
  await ask()
  await ask()
  for (let late = 1; late <= 3; late++) {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    expect((await ask())['ada']).toBe(100 + late)
    expect([wasKept(), wasMade(), wasLookedUp()]).toEqual([true, false, late === 1])
  }
  // Here some come elsewhere, too.
  await insertMessages(engine, [{ at: '2026-03-01T09:00:00.000Z', fields: { user: 'ada' } }])
  expect((await ask())['ada']).toBe(104)
  expect([wasKept(), wasMade()]).toEqual([true, false])
  // With those of two hours more is read than should be: a little later it is kept, while nobody waits.
  expect((await ask({ nowMs: SOON_MS }))['ada']).toBe(104)
  await expect.poll(wasMade).toBe(true)
  await expect
    .poll(async () => {
      expect((await ask())['ada']).toBe(104)
      return [wasKept(), wasMade(), wasLookedUp()]
    })
    .toEqual([true, false, false])
})

test('a period and the one before it are kept beside each other', async () => {
  const { ask, wasRead, wasMade } = asker()
  const before = { fromMs: RANGE.fromMs - DAY_MS, toMs: RANGE.fromMs - 1 }
  const aDayEarlier = messages().map((message) => ({
    ...message,
    at: new Date(Date.parse(message.at) - DAY_MS).toISOString(),
  }))
  await insertMessages(engine, aDayEarlier)
  for (let time = 0; time < 8; time++) {
    for (const range of [RANGE, before]) {
      expect((await ask({ range, nowMs: NOW_MS + time * 6000 }))['all']).toBe(MESSAGES)
      if (time > 1) expect([wasRead(), wasMade()]).toEqual([false, false])
    }
  }
})

test('where messages come to most of the pieces, all are read', async () => {
  const { ask, wasRead, wasMade } = asker()
  await ask()
  await ask()
  await insertMessages(engine, messages())
  expect(await ask()).toEqual({ ada: 200, bob: 200, all: 400 })
  expect([wasRead(), wasMade()]).toEqual([true, false])
  // No more come, and it is kept again while nobody waits.
  expect(await ask({ nowMs: SOON_MS })).toEqual({ ada: 200, bob: 200, all: 400 })
  await expect.poll(wasMade).toBe(true)
})

test('an index that is deleted takes its messages along, also when as many came late', async () => {
  const { ask } = asker()
  await ask()
  await ask()
  await engine.client.command({ query: sql`ALTER TABLE messages DROP PARTITION 'graylog_0'` })
  const again = messages().slice(0, MESSAGES / 2)
  await insertMessages(
    engine,
    again.map((message) => ({ ...message, fields: { user: 'eve' } })),
  )
  expect(await ask()).toEqual({ ada: 50, bob: 50, eve: 100, all: 200 })
  await engine.client.command({ query: sql`ALTER TABLE messages DETACH PARTITION 'graylog_1'` })
  expect(await ask()).toEqual({ eve: 100, all: 100 })
  await engine.client.command({ query: sql`ALTER TABLE messages ATTACH PARTITION 'graylog_1'` })
  expect(await ask()).toEqual({ ada: 50, bob: 50, eve: 100, all: 200 })
})

test('what one may see is never read from what was kept for another', async () => {
  const { ask, wasKept } = asker()
  const own = messages().filter(({ streams }) => streams?.includes(OTHER_STREAM)).length
  for (let time = 0; time < 3; time++) {
    expect(await ask()).toEqual(ALL)
    expect(await ask({ streams: [OTHER_STREAM] })).toEqual({ ada: own, all: own })
    expect(await ask({ streams: [] })).toEqual({ all: 0 })
  }
  expect(wasKept()).toBe(true)
})

test('time that has not passed yet is not kept', async () => {
  const { ask, wasKept } = asker()
  await ask({ nowMs: RANGE.fromMs + 60_000 })
  expect(await ask({ nowMs: RANGE.fromMs + 60_000 })).toEqual(ALL)
  expect(wasKept()).toBe(false)
})

test('every function has the same figures from what is kept', async () => {
  const { ask, wasKept } = asker()
  const types = ['avg', 'min', 'max', 'sum', 'sumofsquares', 'stddev', 'variance', 'card', 'count'] as const
  const all: readonly SeriesSpec[] = [
    ...types.map((type) => ({ type, field: 'took' })),
    { type: 'percentile', field: 'took', percentile: 50 },
    { type: 'percentile', field: 'timestamp', percentile: 50 },
    { type: 'min', field: 'timestamp' },
    { type: 'max', field: 'level' },
  ]
  for (const series of all) {
    const first = await ask({ series: [series] })
    expect(wasKept(), series.type).toBe(false)
    const second = await ask({ series: [series] })
    expect(wasKept(), series.type).toBe(true)
    for (const [key, value] of Object.entries(first)) {
      const described = `${series.type}(${'field' in series ? series.field : ''}) of ${key}`
      if (value === null) expect(second[key], described).toBe(null)
      else expect(Math.abs(Number(second[key]) - value) / Math.max(1, Math.abs(value)), described).toBeLessThan(0.02)
    }
  }
})

test('the number of messages that a text is in is kept, too', async () => {
  const { count, wasKept } = asker()
  expect(await count('user:ada')).toBe(100)
  expect(wasKept()).toBe(false)
  expect(await count('user:ada')).toBe(100)
  expect(wasKept()).toBe(true)
})

test('what is asked once or twice is not kept', async () => {
  const { ask, wasKept } = asker({ keptFrom: 3 })
  for (const isKept of [false, false, true, true]) {
    expect(await ask()).toEqual(ALL)
    expect(wasKept()).toBe(isKept)
  }
})

test('few messages are always read', async () => {
  const { ask, wasKept } = asker({ leastMessages: MESSAGES + 1 })
  for (let time = 0; time < 3; time++) expect(await ask()).toEqual(ALL)
  expect(wasKept()).toBe(false)
})

test('shorter pieces are taken where too much lies outside of longer ones', async () => {
  const { ask, wasKept } = asker()
  await insertMessages(engine, [{ at: new Date(FROM_MS + 25 * DAY_MS).toISOString(), fields: { user: 'bob' } }])
  const range = { fromMs: FROM_MS, toMs: FROM_MS + 30 * DAY_MS }
  const all = { range, nowMs: range.toMs + DAY_MS }
  await ask(all)
  expect(await ask(all)).toEqual({ ada: 100, bob: 101, all: 201 })
  expect(wasKept()).toBe(true)
})

test('where most lies outside of whole pieces, messages are read', async () => {
  const { ask, wasKept } = asker()
  const newestMs = RANGE.toMs - 60_000
  const many = Array.from({ length: MESSAGES + 20 }, () => ({ at: new Date(newestMs).toISOString() }))
  await insertMessages(engine, many)
  for (let time = 0; time < 3; time++) expect((await ask({ nowMs: newestMs }))['all']).toBe(2 * MESSAGES + 20)
  expect(wasKept()).toBe(false)
})

test('pieces are counted alike by the index and by reading', async () => {
  const pieces = cut(RANGE, RANGE, RANGE.toMs)
  if (pieces === undefined) throw new Error('the day has no pieces')
  const asking = {
    engine: createSearchEngine({ engine }),
    schema: await schemaOf(engine),
    nowMs: NOW_MS,
    signal: AbortSignal.timeout(30_000),
  }
  const counts = [0, Number.POSITIVE_INFINITY].map((inPieces) => messagesByPiece(asking, pieces.numbers, inPieces))
  const [read, byIndex] = await Promise.all(counts)
  expect(read).toEqual(byIndex)
  expect(read?.values().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MESSAGES / 2)
})

test('too many groups are not kept', async () => {
  const before = await keptTables()
  const { ask, wasKept } = asker({ table: { rows: 20, bytes: 1_000_000 } })
  for (let time = 0; time < 3; time++) expect((await ask({ field: 'took' }))['all']).toBe(MESSAGES)
  expect(wasKept()).toBe(false)
  const small = asker({ table: { rows: 1000, bytes: 1000 } })
  for (let time = 0; time < 3; time++)
    expect(await small.ask({ series: [{ type: 'card', field: 'took' }] })).toEqual(ALL)
  expect(small.wasKept()).toBe(false)
  expect(await keptTables()).toBe(before)
})

test('what was not asked for long makes room', async () => {
  const before = await keptTables()
  for (const limits of [{ bytes: 1 }, { known: 1 }]) {
    const { ask, wasKept, wasRead } = asker(limits)
    for (const field of ['user', 'source', 'user']) {
      await ask({ field })
      expect((await ask({ field }))['all']).toBe(MESSAGES)
      expect(wasKept()).toBe(true)
      expect(wasRead()).toBe(false)
    }
  }
  expect(await keptTables()).toBe(before + 2)
})

test('what is forgotten while it is made leaves nothing behind', async () => {
  const before = await keptTables()
  const { ask, wasRead } = asker({ known: 1 })
  await ask()
  const whileMade = async () => {
    for (let time = 0; time < 2; time++) await ask({ field: 'source' })
  }
  expect(await ask({ whileMade })).toEqual(ALL)
  expect(wasRead()).toBe(false)
  expect(await keptTables()).toBe(before + 1)
})

test('many who ask at once get right answers, whatever is made anew meanwhile', async () => {
  const { ask, wasRead } = asker()
  await ask()
  expect(wasRead()).toBe(true)
  for (let time = 0; time < 5; time++) {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    for (const { ada } of answers) expect(ada).toBe(101 + time)
    expect(wasRead()).toBe(false)
  }
})

test('while messages pour in an answer has all that were stored before it, and none twice', async () => {
  const { ask, wasKept } = asker({ openMessages: 20 })
  let fromKept = 0
  let [begun, stored] = [MESSAGES, MESSAGES]
  let pouring: Promise<unknown> = Promise.resolve()
  for (let round = 0; round < 60; round++) {
    // Most as they happen, some late, and some at the very same instants.
    const at = (n: number) => RANGE.toMs - (n % 5 === 0 ? 36_000_000 : 3_600_000) + round * 20_000
    const some = Array.from({ length: 5 }, (_, n) => ({ at: new Date(at(n)).toISOString(), fields: { user: 'cid' } }))
    await pouring
    stored = begun
    begun += some.length
    pouring = insertMessages(engine, some)
    const { all } = await ask({ nowMs: NOW_MS + round * 3000 })
    expect(all, `round ${round}`).toBeGreaterThanOrEqual(stored)
    expect(all, `round ${round}`).toBeLessThanOrEqual(begun)
    fromKept += wasKept() ? 1 : 0
  }
  await pouring
  expect((await ask({ nowMs: NOW_MS + 200_000 }))['cid']).toBe(300)
  expect(fromKept).toBeGreaterThan(50)
})

test('what one reads stays until it is read, though others made it anew', async () => {
  const before = await keptTables()
  const { ask, wasRead } = asker()
  await ask()
  await ask()
  const meanwhile = async () => {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    expect((await ask())['ada']).toBe(101)
    expect((await ask({ nowMs: LATER_MS }))['ada']).toBe(101)
    await expect.poll(keptTables).toBe(before + 2)
  }
  expect(await ask({ meanwhile })).toEqual(ALL)
  expect(wasRead()).toBe(false)
  expect(await keptTables()).toBe(before + 1)
})

test('who leaves while it is aggregated leaves nothing behind', async () => {
  const before = await keptTables()
  const { ask, wasKept } = asker()
  await ask()
  for (const afterMs of [5, 20, 40, 60]) {
    const leaving = new AbortController()
    const asked = ask({ signal: leaving.signal }).catch((error: unknown) => String(error))
    await sleep(afterMs)
    leaving.abort(new Error('left'))
    await asked
  }
  for (const afterMs of [0, 1, 2, 3, 4, 5, 6, 8, 10]) {
    const leaving = new AbortController()
    const { signal } = leaving
    const whileCreated = () => void setTimeout(() => leaving.abort(new Error('left')), afterMs)
    const whileMade = async () => signal.aborted || once(signal, 'abort')
    await expect(asker({ keptFrom: 1 }).ask({ signal, whileCreated, whileMade })).rejects.toThrow()
  }
  expect(await ask()).toEqual(ALL)
  expect(wasKept()).toBe(true)
  expect(await keptTables()).toBe(before + 1)
})

test('an engine that was killed has forgotten, and answers rightly all the same', async () => {
  await using other = await startTestEngine()
  await insertMessages(other.engine, messages())
  engine = other.engine
  try {
    const { ask, wasKept } = asker()
    await ask()
    await ask()
    process.kill(engine.pid() ?? 0, 'SIGKILL')
    await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
    await engine.ready(AbortSignal.timeout(20_000))
    expect(await ask()).toEqual(ALL)
    expect(await ask()).toEqual(ALL)
    expect(wasKept()).toBe(true)
    process.kill(engine.pid() ?? 0, 'SIGKILL')
    await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
    await engine.ready(AbortSignal.timeout(20_000))
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    for (let time = 0; time < 2; time++) expect((await ask())['ada']).toBe(101)
    expect(wasKept()).toBe(true)
  } finally {
    engine = store.engine
  }
})
