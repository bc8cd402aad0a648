import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { type Evaluation, OTHER_STREAM, READER_ID, STREAM, startEvaluation } from '../testing/start-evaluation.ts'

const START = '2026-03-02T12:00:00.000Z'
const MINUTE_MS = 60_000
const WEEK_MINUTES = 7 * 24 * 60

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())

const start = () => startEvaluation(store.engine, START)
/** So many minutes after the start. */
const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS).toISOString()
const all = { query: '', streams: [] }
const minutely = { search_within_ms: MINUTE_MS, execute_every_ms: MINUTE_MS }

const ABSENCE = {
  type: 'absence-v1',
  ...all,
  group_by: ['host'],
  silence_ms: 5 * MINUTE_MS,
  remember_ms: 60 * MINUTE_MS,
  execute_every_ms: MINUTE_MS,
} satisfies ProcessorConfig
const NEW_VALUE = {
  type: 'new-value-v1',
  ...all,
  field: 'user',
  history_days: 30,
  ...minutely,
} satisfies ProcessorConfig
const NEW_PATTERN = { type: 'new-pattern-v1', ...all, history_days: 30, ...minutely } satisfies ProcessorConfig
const SEQUENCE = {
  type: 'sequence-v1',
  first: { query: 'message:failed', streams: [] },
  next: { query: 'message:accepted', streams: [] },
  key_fields: ['user'],
  within_ms: 5 * MINUTE_MS,
  is_missing: false,
  execute_every_ms: MINUTE_MS,
} satisfies ProcessorConfig
const UNUSUAL = {
  type: 'unusual-level-v1',
  ...all,
  group_by: [],
  series: { id: 'count-', function: 'count', field: null },
  weeks: 4,
  sensitivity: 4,
  direction: 'above',
  ...minutely,
} satisfies ProcessorConfig
const STEPS = {
  type: 'steps-v1',
  ...all,
  steps: '| where user == "eve" | stats count() by user',
  key_columns: [],
  is_each_row: true,
  ...minutely,
} satisfies ProcessorConfig

const byHost = (minutes: number, host: string, streams = [STREAM]) => ({ at: at(minutes), streams, fields: { host } })
const byUser = (minutes: number, user: string, message = 'a message', streams = [STREAM]) => ({
  at: at(minutes),
  message,
  streams,
  fields: { user },
})

describe('no messages', () => {
  test('each silent group is told once, when it was silent for long enough, and again after its next messages', async () => {
    await using world = await start()
    await world.insert(byHost(-1, 'web-1'), byHost(-1, 'web-2'), byHost(3, 'web-2'), byHost(7.5, 'web-2'))
    await world.define(ABSENCE)
    await world.runUntil(at(8))
    expect(await world.events()).toEqual([
      `${at(4)} Watched: web-1 - no message for 5 minutes (the last one was at ${at(-1)})`,
    ])
    await world.insert(byHost(8.5, 'web-1'))
    await world.runUntil(at(15))
    expect((await world.events()).map((line) => line.slice(0, 39))).toEqual([
      `${at(4)} Watched: web-1`,
      `${at(12.5)} Watched: web-2`,
      `${at(13.5)} Watched: web-1`,
    ])
  })

  test('without groups it is told that there was never a message; an outage changes nothing', async () => {
    await using world = await start()
    await world.define({ ...ABSENCE, group_by: [] })
    expect(await world.events()).toEqual([`${at(0)} Watched: no message for 5 minutes (no message for 1 hour)`])
    await world.insert({ at: at(1) }, { at: at(30) })
    await world.runUntil(at(40))
    expect((await world.events()).slice(1).map((line) => line.slice(0, 24))).toEqual([at(6), at(35)])
  })
})

describe('new values', () => {
  test('a value is told once, at its first message, unless it was there in the days before', async () => {
    await using world = await start()
    await world.insert(byUser(-29 * 1440, 'ann'), byUser(-31 * 1440, 'bob'), byUser(1.5, 'ann'))
    await world.define({ ...NEW_VALUE, search_within_ms: 5 * MINUTE_MS })
    await world.insert(byUser(2.5, 'bob'), byUser(2.6, 'bob'), byUser(8.5, 'bob'))
    await world.runUntil(at(12))
    expect(await world.events()).toEqual([`${at(2.5)} Watched: user is bob, for the first time in 30 days`])
  })

  test('where nothing happened before, nothing is new', async () => {
    await using world = await start()
    await world.insert(byUser(-0.5, 'ann'), byUser(-0.4, 'bob'))
    await world.define(NEW_VALUE)
    expect(await world.events()).toEqual([])
    await world.insert(byUser(0.5, 'ann'), byUser(0.6, 'eve'))
    await world.runUntil(at(2))
    expect(await world.events()).toEqual([`${at(0.6)} Watched: user is eve, for the first time in 30 days`])
  })
})

test('a pattern that did not occur in the days before is told once, with its text', async () => {
  await using world = await start()
  await world.insert(
    { at: at(-1440), message: 'started in 5 ms' },
    { at: at(0.5), message: 'started in 7 ms' },
    { at: at(1.5), message: 'disk failure on node' },
    { at: at(3.5), message: 'disk failure on node' },
  )
  await world.define(NEW_PATTERN)
  await world.runUntil(at(5))
  expect(await world.events()).toEqual([
    `${at(1.5)} Watched: a pattern for the first time in 30 days: disk failure on node`,
  ])
})

describe('sequences', () => {
  test('a message that follows another one in time, with the same values, is told once', async () => {
    await using world = await start()
    await world.insert(
      byUser(0.5, 'ann', 'login failed'),
      byUser(1, 'ann', 'login failed'),
      byUser(1.5, 'bob', 'login failed'),
      byUser(2.5, 'ann', 'login accepted'),
      byUser(2.7, 'ann', 'login accepted'),
      byUser(8, 'bob', 'login accepted'),
      { at: at(2), message: 'login accepted' },
    )
    await world.define(SEQUENCE)
    await world.runUntil(at(10))
    expect(await world.events()).toEqual([
      `${at(2.5)} Watched: ann - the second message followed the first after 90 seconds`,
    ])
  })

  test('a message that no other one follows in time is told when the time is over', async () => {
    await using world = await start()
    await world.insert(
      byUser(1, 'ann', 'login failed'),
      byUser(1.5, 'bob', 'login failed'),
      byUser(6, 'ann', 'login accepted'),
      byUser(6.6, 'bob', 'login accepted'),
    )
    await world.define({ ...SEQUENCE, is_missing: true })
    await world.runUntil(at(10))
    expect(await world.events()).toEqual([
      `${at(6.5)} Watched: bob - no second message followed the first within 5 minutes`,
    ])
  })
})

describe('unusual levels', () => {
  const minuteOf = (count: number, minute: number) =>
    Array.from({ length: count }, (_, number) => ({ at: at(minute + (number + 1) / (count + 2)) }))

  test('a figure far from its median at the same time of past weeks is told, and explained', async () => {
    await using world = await start()
    for (const [week, count] of [9, 10, 12, 11].entries()) {
      await world.insert(
        ...minuteOf(count, 1 - (week + 1) * WEEK_MINUTES),
        ...minuteOf(30, 2 - (week + 1) * WEEK_MINUTES),
      )
    }
    await world.insert(...minuteOf(40, 1), ...minuteOf(33, 2))
    await world.define(UNUSUAL)
    await world.runUntil(at(4))
    expect(await world.events()).toEqual([
      `${at(2)} Watched: count() is 40, usually about 10.5 at this time: 9.104 deviations above the median of the past 4 weeks (9, 10, 12, 11)`,
    ])
  })

  test('a figure below its usual level is told if that is asked for, also when it is gone', async () => {
    await using world = await start()
    for (const week of [1, 2, 3, 4]) {
      const messages = minuteOf(30, 1 - week * WEEK_MINUTES)
      await world.insert(...messages.map((message) => ({ ...message, fields: { host: 'web-1' } })))
    }
    await world.define({ ...UNUSUAL, group_by: ['host'], direction: 'below' })
    await world.runUntil(at(3))
    expect((await world.events()).map((line) => line.slice(0, 100))).toEqual([
      `${at(2)} Watched: web-1 - count() is 0, usually about 30 at this time: 5.477 deviations`.slice(0, 100),
    ])
  })

  test('weeks before the first message do not count', async () => {
    await using world = await start()
    await world.insert(...minuteOf(10, 1 - WEEK_MINUTES), ...minuteOf(100, 1))
    await world.define(UNUSUAL)
    await world.runUntil(at(3))
    expect(await world.events()).toEqual([])
  })
})

describe('a definition searches in the name of its owner', () => {
  const old = [...Array(4).keys()].flatMap((week) =>
    [STREAM, OTHER_STREAM].map((stream) => ({
      ...byUser(1.1 - (week + 1) * WEEK_MINUTES, 'ann', 'usual', [stream]),
    })),
  )
  const unread = [
    byUser(0.5, 'ann', 'usual', [STREAM]),
    byHost(-10, 'web-9', [OTHER_STREAM]),
    byUser(0.5, 'eve', 'login failed', [OTHER_STREAM]),
    ...Array.from({ length: 50 }, (_, number) => byUser(1.2 + number / 100, 'eve', 'login accepted', [OTHER_STREAM])),
  ]

  test.each([ABSENCE, NEW_VALUE, NEW_PATTERN, SEQUENCE, UNUSUAL, STEPS])(
    'and finds nothing else: $type',
    async (config) => {
      const run = async (world: Evaluation, ownerId?: string) => {
        await world.insert(...old, ...unread)
        await world.define(config, ownerId)
        await world.runUntil(at(3))
        return world.events()
      }
      await using ofRoot = await start()
      expect(await run(ofRoot)).not.toEqual([])
      await using ofReader = await start()
      expect(await run(ofReader, READER_ID)).toEqual([])
    },
  )

  test('and fails if it names a stream that the owner may not read', async () => {
    await using world = await start()
    await world.define({ ...NEW_VALUE, streams: [OTHER_STREAM] }, READER_ID)
    expect(await world.problems()).toEqual([expect.stringContaining(`may not read its streams: ${OTHER_STREAM}`)])
  })
})
