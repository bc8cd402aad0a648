/** Pipelines in processing threads over a real engine: exactly once, contained, and changed while messages flow. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Journal } from '../ingest/journal/journal.ts'
import type { PipelineFigures } from '../pipelines/metrics/pipeline-figures.ts'
import { type TestSources, testPipelines } from '../pipelines/testing/evaluate-sources.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { numberedMessage, testOrigin } from '../testing/journal-messages.ts'
import { testSettings } from '../testing/processing-settings.ts'
import { rounds } from '../testing/rounds.ts'
import { startProcessing } from '../testing/start-processing.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR } from './settings/processing-settings.ts'

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

const settingsOf = (sources: TestSources) =>
  testSettings({
    pipelines: testPipelines(sources),
    ruleStreams: [{ id: DEFAULT_STREAM_ID, title: 'Default Stream', isPaused: false }],
    processors: [PIPELINE_PROCESSOR, MESSAGE_FILTER_CHAIN],
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

const allStored = (journal: Journal) =>
  expect.poll(() => journal.figures().uncommittedEntries, { timeout: 180_000 }).toBe(0)

const text = (payload: string) => ({ ...numberedMessage(0), payload: Buffer.from(payload) })

/** Drops every tenth message, copies every fifth, makes a new one of every seventh, and all know their number. */
const SPLITTING: TestSources = {
  rules: {
    kind: 'when !has_field("kind") then set_field("kind", "original");',
    drop: 'when $message.kind == "original" && to_long($message.number) % 10 == 0 then drop_message();',
    clone:
      'when $message.kind == "original" && to_long($message.number) % 5 == 0 then let c = clone_message(); set_field(field: "kind", value: "copy", message: c);',
    create:
      'when $message.kind == "original" && to_long($message.number) % 7 == 0 then let c = create_message(); set_field(field: "kind", value: "new", message: c); set_field(field: "number", value: $message.number, message: c); route_to_stream(name: "Default Stream", message: c);',
  },
  pipelines: { P: 'stage 0 match all rule "kind" stage 1 match pass rule "drop" rule "clone" rule "create"' },
}

test('originals, copies and new messages are stored exactly once, although processing and the engine are killed', {
  timeout: 900_000,
}, async () => {
  const total = 14_000
  for (let round = 0; round < rounds(1, 30); round += 1) {
    await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
    await using data = await temporaryFolder()
    const settings = settingsOf(SPLITTING)
    for (let life = 0; life < 3; life += 1) {
      // Every other run ends without waiting for what is underway.
      const deps = { drainLimitMs: life % 2 === 0 ? 0 : 500 }
      await using world = startProcessing({ folder: data.path, engine, settings, deps })
      const appending = appendNumbers(world.journal, (life * total) / 4, ((life + 1) * total) / 4)
      await sleep(100 + ((round * 7 + life * 3) % 9) * 60)
      const pid = engine.pid()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await appending
    }
    await using world = startProcessing({ folder: data.path, engine, settings })
    await appendNumbers(world.journal, (3 * total) / 4, total)
    await allStored(world.journal)
    const census = () =>
      select(sql`SELECT fields.kind::String AS kind, count() AS rows, uniqExact(id) AS ids,
        uniqExact(fields.number::UInt64) AS numbers FROM messages GROUP BY kind ORDER BY kind`)
    const once = (kind: string, count: number) => ({ kind, rows: count, ids: count, numbers: count })
    const expected = [once('copy', total / 5), once('new', total / 7), once('original', total - total / 10)]
    // The first query may use a connection that the last kill has closed.
    await expect.poll(() => census().catch((error: unknown) => error), { timeout: 60_000 }).toEqual(expected)
  }
})

test('a change of a rule while messages flow loses none, doubles none, and is in effect within a second', {
  timeout: 120_000,
}, async () => {
  const version = (number: number) =>
    settingsOf({
      rules: { v: `when true then set_field("version", ${number});` },
      pipelines: { P: 'stage 0 match all rule "v"' },
    })
  await using data = await temporaryFolder()
  await using world = startProcessing({ folder: data.path, engine, settings: version(0) })
  const total = 20_000
  const appending = appendNumbers(world.journal, 0, total)
  for (let number = 1; number <= 20; number += 1) {
    await sleep(25)
    world.change(version(number))
  }
  await appending
  await allStored(world.journal)
  const changedAtMs = performance.now()
  world.change(version(99))
  await appendNumbers(world.journal, total, total + 1)
  await allStored(world.journal)
  expect(performance.now() - changedAtMs).toBeLessThan(5000)
  const rows =
    await select(sql`SELECT count() AS rows, uniqExact(id) AS ids, uniqExact(fields.number::UInt64) AS numbers,
    countIf(fields.version IS NULL) AS without FROM messages`)
  expect(rows).toEqual([{ rows: total + 1, ids: total + 1, numbers: total + 1, without: 0 }])
  // Versions only grow with the numbers of the messages.
  const versions = await select<{ version: number; first: number; last: number }>(
    sql`SELECT fields.version::UInt32 AS version, min(fields.number::UInt64) AS first, max(fields.number::UInt64) AS last
      FROM messages GROUP BY version ORDER BY version`,
  )
  for (const [at, { first }] of versions.entries()) if (at > 0) expect(first).toBe((versions[at - 1]?.last ?? 0) + 1)
  expect(versions.at(-1)).toMatchObject({ version: 99, first: total })
})

test('a rule with a regular expression that runs away is excluded, and all messages are stored', {
  timeout: 60_000,
}, async () => {
  const settings = settingsOf({
    rules: {
      slow: 'when regex("(a+)+$", to_string($message.message)).matches == true then set_field("found", true);',
      fine: 'when true then set_field("fine", true);',
    },
    pipelines: { P: 'stage 0 match pass rule "slow" rule "fine"' },
  })
  const timedOut: string[] = []
  await using data = await temporaryFolder()
  await using world = startProcessing({
    folder: data.path,
    engine,
    settings,
    deps: { pipelines: { ran: () => undefined, timedOut: (id) => void timedOut.push(id) } },
  })
  const failures = () =>
    select(sql`SELECT fields.gl2_processing_error::String AS error, fields.fine::Bool AS fine FROM messages`)
  const runaway = text(`${'a'.repeat(40)}!`)
  world.journal.append(testOrigin, runaway)
  await world.journal.flushed()
  await allStored(world.journal)
  const problem =
    "In call to function 'regex' at 1:17 an exception was thrown: A regular expression takes too long on this message"
  expect(await failures()).toEqual([{ error: `For rule 'slow': ${problem}`, fine: true }])
  for (let count = 0; count < 4; count += 1) world.journal.append(testOrigin, runaway)
  await appendNumbers(world.journal, 0, 100)
  await allStored(world.journal)
  expect(world.faultyStreams).toEqual(['rule-slow'])
  expect(timedOut).toEqual(['rule-slow', 'rule-slow', 'rule-slow'])
  const [counted] = await select(sql`SELECT count() AS rows, countIf(fields.fine::Bool) AS fine FROM messages`)
  expect(counted).toEqual({ rows: 105, fine: 105 })
})

test('a rule that copies every message ends at the limit, and the next messages are processed', {
  timeout: 120_000,
}, async () => {
  const figures: PipelineFigures[] = []
  await using data = await temporaryFolder()
  await using world = startProcessing({
    folder: data.path,
    engine,
    settings: settingsOf({
      rules: { clone: 'when $message.message == "bomb" then clone_message();' },
      pipelines: { P: 'stage 0 match all rule "clone"' },
    }),
    deps: { pipelines: { ran: (one) => void figures.push(one), timedOut: () => undefined } },
  })
  world.journal.append(testOrigin, text('bomb'))
  await appendNumbers(world.journal, 0, 100)
  await allStored(world.journal)
  expect(await select(sql`SELECT count() AS rows, uniqExact(id) AS ids FROM messages`)).toEqual([
    { rows: 1101, ids: 1101 },
  ])
  expect(figures.flatMap(({ counts }) => counts.flatMap(({ rules }) => rules))).toContainEqual(
    expect.objectContaining({ ruleId: 'rule-clone', executed: 1001, failed: 1 }),
  )
})

test('the dump shows the message in hand', { timeout: 60_000 }, async () => {
  await using data = await temporaryFolder()
  await using world = startProcessing({
    folder: data.path,
    engine,
    settings: settingsOf({
      rules: { slow: 'when regex("(a+)+$", to_string($message.message)).matches == true then' },
      pipelines: { P: 'stage 0 match all rule "slow"' },
    }),
  })
  await appendNumbers(world.journal, 0, 1)
  world.journal.append(testOrigin, text(`${'a'.repeat(40)}!`))
  await world.journal.flushed()
  await expect
    .poll(() => world.processing.currentWork(), { interval: 20 })
    .toEqual([
      expect.stringMatching(
        /^message \d of \d from journal offset \d on: input 0+a, codec lines, from 10\.0\.0\.0: a{40}!$/,
      ),
    ])
  await allStored(world.journal)
  expect(await world.processing.currentWork()).toEqual(['idle'])
})
