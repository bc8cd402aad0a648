import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Journal } from '../ingest/journal/journal.ts'
import type { TailSettings } from '../live/tail-settings.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { numberedMessage, testOrigin } from '../testing/journal-messages.ts'
import { testSettings } from '../testing/processing-settings.ts'
import { rounds } from '../testing/rounds.ts'
import { type ProcessingUnderTest, startProcessing } from '../testing/start-processing.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { ProcessingDeps } from './processing.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: Engine

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await createEngine({ dataFolder: folder.path, log: createLog('off'), clock: systemClock })
  await engine.ready()
})

beforeEach(async () => {
  await engine.ready()
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
})

afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function select<Row>(query: Sql): Promise<Row[]> {
  await engine.ready()
  const answer = await engine.client.query({ query, format: 'JSONEachRow' })
  return await answer.json<Row>()
}

async function appendNumbers(journal: Journal, from: number, to: number) {
  for (let number = from; number < to; number += 1) {
    while (!journal.append(testOrigin, numberedMessage(number))) await journal.writable(AbortSignal.timeout(30_000))
    if (number % 500 === 0) await nextTurn()
  }
  await journal.flushed()
}

const text = (payload: string) => ({ ...numberedMessage(0), payload: Buffer.from(payload) })

const allStored = (journal: Journal) =>
  expect.poll(() => journal.figures().uncommittedEntries, { timeout: 180_000 }).toBe(0)

interface Census {
  readonly rows: number
  readonly numbers: number
  readonly lowest: number
  readonly highest: number
}

const census = () =>
  select<Census>(sql`SELECT count() AS rows, uniqExact(fields.number::UInt64) AS numbers,
    min(fields.number::UInt64) AS lowest, max(fields.number::UInt64) AS highest FROM messages`)

const once = (count: number) => [{ rows: count, numbers: count, lowest: 0, highest: count - 1 }]

test('a message is stored with everything that the server adds', async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({
    folder: data.path,
    engine,
    settings: testSettings({ staticFields: { [testOrigin.inputId]: { env: 'prod' } } }),
  })
  await appendNumbers(world.journal, 0, 1)
  await allStored(world.journal)
  const rows = await select(sql`
    SELECT id, \`index\`, timestamp, source, message, full_message, streams, gl2_source_input, gl2_source_node,
      gl2_remote_ip, gl2_remote_port, gl2_message_id, gl2_accounted_message_size, fields FROM messages`)
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      index: 'logyard_0',
      timestamp: '2026-03-01 09:00:00.000',
      source: 'test',
      message: 'number 0',
      full_message: '',
      streams: ['000000000000000000000001'],
      gl2_source_input: testOrigin.inputId,
      gl2_source_node: testOrigin.nodeId,
      gl2_remote_ip: '10.0.0.0',
      gl2_remote_port: 1024,
      gl2_message_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      // message, source, timestamp and gl2_message_id with their values, number (4), env (4), one stream (8)
      gl2_accounted_message_size: 7 + 8 + 6 + 4 + 9 + 8 + 14 + 26 + 6 + 4 + 3 + 4 + 8,
      fields: { number: 0, env: 'prod' },
    },
  ])
})

test('nodes that share a store insert less often, unless a live tail has a message', { timeout: 60_000 }, async () => {
  const waits: number[] = []
  const clock: Clock = {
    ...systemClock,
    sleep(ms, signal) {
      waits.push(ms)
      return systemClock.sleep(ms, signal)
    },
  }
  const listening: (() => void)[] = []
  let tails: TailSettings[] = []
  const deps: Partial<ProcessingDeps> = {
    clock,
    activeNodes: () => 2,
    tails: {
      settings: () => tails,
      onChange(listener) {
        listening.push(listener)
        return { [Symbol.dispose]: () => undefined }
      },
      stored: () => undefined,
    },
  }
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine, deps })
  await appendNumbers(world.journal, 0, 1)
  await allStored(world.journal)
  expect(waits).toContain(700)
  expect(waits).not.toContain(350)
  tails = [{ id: 1, query: '*', numberFields: [], streams: [DEFAULT_STREAM_ID], share: 1, isHighlighted: false }]
  for (const listener of listening) listener()
  await appendNumbers(world.journal, 1, 2)
  await allStored(world.journal)
  expect(waits).toContain(350)
  expect(await census()).toEqual(once(2))
})

describe('with one processing for several tests', () => {
  let data: typeof folder
  let world: ProcessingUnderTest
  beforeAll(async () => {
    data = await temporaryFolder()
    world = startProcessing({ folder: data.path, engine })
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await data?.[Symbol.asyncDispose]()
  })

  test('64-bit numbers and unusual texts are stored unchanged', async () => {
    const texts = {
      date: '2026-03-01',
      time: '2026-03-01 12:00:00.1',
      zero: '0017',
      emoji: 'ok \u{1f680} ünï',
      lines: 'a\nb\u0000c',
    }
    const numbers = ['9007199254740993', '18446744073709551615', '-9223372036854775808']
    const fields = { ...texts, ...Object.fromEntries(numbers.map((digits, at) => [`n${at}`, { $bigint: digits }])) }
    const payload = Buffer.from(JSON.stringify({ message: 'm', source: 's', timestampMs: 0, fields }))
    world.journal.append({ ...testOrigin, codec: 'values' }, { ...numberedMessage(0), payload })
    await allStored(world.journal)
    const columns = [...Object.keys(texts), 'n0', 'n1', 'n2'].map(
      (name) => sql`toString(fields.${sqlName(name)}) AS ${sqlName(name)}`,
    )
    expect(await select(sql`SELECT ${sqlList(columns)} FROM messages`)).toEqual([
      { ...texts, n0: numbers[0], n1: numbers[1], n2: numbers[2] },
    ])
  })

  test('a field that changes its type and a message with thousands of fields are stored', async () => {
    const flood = Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`f${number}`, number]))
    for (const fields of [
      { a: 1 },
      { a: 'text' },
      { a: [1, 'b'] },
      { a: true },
      { a: 1.5 },
      flood,
      { a: 'x'.repeat(100_000) },
    ]) {
      const payload = Buffer.from(JSON.stringify({ message: 'm', source: 's', timestampMs: 0, fields }))
      world.journal.append({ ...testOrigin, codec: 'values' }, { ...numberedMessage(0), payload })
    }
    await allStored(world.journal)
    expect(world.failures.figures().failures).toBe(0)
    expect(
      await select(sql`SELECT count() AS rows, sum(length(toString(fields.f2999))) AS last FROM messages`),
    ).toEqual([{ rows: 7, last: 4 }])
  })

  test('templates are stored once, and every message has the hash of its template', async () => {
    for (const user of ['ada', 'bob']) {
      for (let count = 0; count < 10; count += 1) {
        world.journal.append(testOrigin, text(`user ${user} took ${count * 37} ms`))
      }
    }
    await allStored(world.journal)
    const patterns = await select(
      sql`SELECT any(t.text) AS text, count() AS messages FROM messages
       JOIN (SELECT hash, any(text) AS text FROM message_templates GROUP BY hash) AS t ON t.hash = template
     GROUP BY template ORDER BY text`,
    )
    expect(patterns).toEqual([
      { text: 'user ada took * ms', messages: 10 },
      { text: 'user bob took * ms', messages: 10 },
    ])
  })

  test('thousands of new templates at once are all stored', async () => {
    const word = (number: number) =>
      `template${String.fromCharCode(...`${number}`.split('').map((digit) => 103 + Number(digit)))}`
    for (let number = 0; number < 3000; number += 1) world.journal.append(testOrigin, text(word(number)))
    await allStored(world.journal)
    const stored = () =>
      select(
        sql`SELECT toFloat64(uniqExact(text)) AS templates FROM message_templates WHERE startsWith(text, 'template')`,
      )
    await expect.poll(stored).toEqual([{ templates: 3000 }])
  })
})

/** The failures, newest first, with their bytes. */
async function failuresOf({ failures }: ProcessingUnderTest) {
  const numbers = await failures.numbers({}, 1000)
  return numbers.flatMap((number) => failures.find(number) ?? [])
}

test('a raw message that cannot be decoded is retained, and stored once however often it is replayed', async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  world.journal.append(testOrigin, text('good one'))
  world.journal.append(testOrigin, text('!bad'))
  world.journal.append(testOrigin, text('  '))
  await allStored(world.journal)
  const failed = await failuresOf(world)
  expect(failed.map(({ reason, detail, raw }) => [reason, detail, Buffer.from(raw.payload).toString()])).toEqual([
    ['incomplete', 'The message has no text', '  '],
    ['marked', 'Refused !bad', '!bad'],
  ])
  expect(await world.processing.replay(failed)).toMatchObject([{ reason: 'incomplete' }, { reason: 'marked' }])
  const lenient = { ...testOrigin, configuration: { lenient: true } }
  const corrected = failed.map((failure) => ({ ...failure, origin: lenient }))
  expect(await world.processing.replay(corrected)).toMatchObject([{ reason: 'incomplete' }, undefined])
  expect(await world.processing.replay(corrected)).toMatchObject([{ reason: 'incomplete' }, undefined])
  expect(await select(sql`SELECT message FROM messages ORDER BY message`)).toEqual([
    { message: '!bad' },
    { message: 'good one' },
  ])
})

test('a message that the engine refused is stored by a later replay, in one index only', async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  const sourceType = (type: Sql) =>
    engine.client.command({ query: sql`ALTER TABLE messages MODIFY COLUMN source ${type}` })
  await sourceType(sql`FixedString(3)`)
  world.journal.append(testOrigin, text('number 1'))
  await allStored(world.journal)
  const failed = await failuresOf(world)
  expect(failed).toMatchObject([{ reason: 'not-storable', detail: expect.stringContaining('FixedString(3)') }])
  expect(await world.processing.replay(failed)).toMatchObject([{ reason: 'not-storable' }])
  await sourceType(sql`LowCardinality(String)`)
  expect(await world.processing.replay(failed)).toEqual([undefined])
  // The write index has changed: the message must not be stored there again.
  world.change(testSettings({ indexTargets: { 'set-default': 'other_0' } }))
  expect(await world.processing.replay(failed)).toEqual([undefined])
  expect(await select(sql`SELECT \`index\`, message FROM messages`)).toEqual([
    { index: 'logyard_0', message: 'number 1' },
  ])
})

test('a raw message that crashes threads fails a replay alone; while paused, a replay is refused', {
  timeout: 30_000,
}, async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  const records = ['number 1', 'crash please', 'number 2'].map((payload, offset) => ({
    origin: testOrigin,
    raw: text(payload),
    offset,
  }))
  expect(await world.processing.replay(records)).toMatchObject([undefined, { reason: 'thread-crash' }, undefined])
  expect(await select(sql`SELECT message FROM messages ORDER BY message`)).toEqual([
    { message: 'number 1' },
    { message: 'number 2' },
  ])
  world.processing.control.pause()
  await expect(world.processing.replay(records)).rejects.toMatchObject({ code: 'failures-processing-paused' })
})

test('the messages of a block that crashes threads become failures, and the next block is stored', async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  world.journal.append(testOrigin, text('crash please'))
  await world.journal.flushed()
  await appendNumbers(world.journal, 0, 100)
  await allStored(world.journal)
  expect(await failuresOf(world)).toMatchObject([{ reason: 'thread-crash' }])
  expect(await census()).toEqual(once(100))
})

test('a regular expression that runs away excludes its stream, and all messages are stored', {
  timeout: 60_000,
}, async () => {
  await using data = await temporaryFolder()
  const rule = { id: 'rule', field: 'message', type: 2, value: '(a+)+$', inverted: false }
  const stream = {
    id: 'runaway',
    matchingType: 'AND',
    removeMatchesFromDefault: false,
    indexSetId: 'set-default',
    rules: [rule],
  } as const
  await using world = startProcessing({ folder: data.path, engine, settings: testSettings({ streams: [stream] }) })
  for (let count = 0; count < 5; count += 1) world.journal.append(testOrigin, text(`${'a'.repeat(40)}!`))
  await appendNumbers(world.journal, 0, 100)
  await allStored(world.journal)
  expect(world.faultyStreams).toEqual(['runaway'])
  const faults = (name: string) => world.metrics.find(`org.graylog2.plugin.streams.Stream.runaway.${name}`)
  expect(faults('ruleTimeouts')).toMatchObject({ rates: { total: 3 } })
  expect(faults('faultsExceeded')).toMatchObject({ rates: { total: 1 } })
  expect(await select(sql`SELECT count() AS rows FROM messages`)).toEqual([{ rows: 105 }])
})

test('while paused nothing is stored and the journal grows; after resuming everything is stored', async () => {
  await using data = await temporaryFolder()
  await using otherData = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  await using other = startProcessing({ folder: otherData.path, engine })
  world.processing.control.pause()
  await appendNumbers(world.journal, 0, 1000)
  // The other one is not paused, gets its messages later, and stores all of them meanwhile.
  await appendNumbers(other.journal, 1000, 2000)
  await allStored(other.journal)
  expect(world.journal.figures().uncommittedEntries).toBe(1000)
  expect(await census()).toEqual([{ rows: 1000, numbers: 1000, lowest: 1000, highest: 1999 }])
  world.processing.control.resume()
  await allStored(world.journal)
  expect(await census()).toEqual(once(2000))
  expect(world.processing.receiveTimes().postIndexing).toEqual(new Date(numberedMessage(999).receivedAtMs))
})

test('messages wait while the engine is not running', { timeout: 60_000 }, async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine })
  const pid = engine.pid()
  if (pid === undefined) throw new Error('there is no engine process')
  process.kill(pid, 'SIGSTOP')
  const appending = appendNumbers(world.journal, 0, 20_000)
  await expect.poll(() => world.processing.receiveTimes().postProcessing.getTime()).toBeGreaterThan(0)
  process.kill(pid, 'SIGKILL')
  await appending
  await allStored(world.journal)
  expect(await census()).toEqual(once(20_000))
})

test('each message is stored exactly once, although processing and the engine are killed', {
  timeout: 900_000,
}, async () => {
  const total = 20_000
  for (let round = 0; round < rounds(1, 50); round += 1) {
    await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
    await using data = await temporaryFolder()
    let stored = 0
    for (let life = 0; life < 3; life += 1) {
      // Every other run ends without waiting for what is underway.
      const deps = { drainLimitMs: life % 2 === 0 ? 0 : 500 }
      await using world = startProcessing({ folder: data.path, engine, deps })
      const next = life === 2 ? total : stored + 7000
      const appending = appendNumbers(world.journal, stored, next)
      for (let kill = 0; kill < 2; kill += 1) {
        await sleep(100 + ((round * 7 + life * 3 + kill) % 9) * 60)
        const pid = engine.pid()
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      }
      await appending
      stored = next
    }
    await using world = startProcessing({ folder: data.path, engine })
    await allStored(world.journal)
    // The first query may use a connection that the last kill has closed.
    await expect.poll(() => census().catch((error: unknown) => error), { timeout: 60_000 }).toEqual(once(total))
  }
})
