/** What a sender was told is safe is stored, once, whatever is killed and whenever. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MAX_FIELD_COLUMNS } from '../fields/field-columns.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { connectToEngine } from '../testing/engine-owner.ts'
import {
  NUMBERS_OF_SENDER,
  PER_BATCH,
  type SenderPorts,
  sendOverBeats,
  sendOverBulk,
  sendOverHttp,
  sendOverTcp,
} from '../testing/numbered-senders.ts'
import { makeOldDataFolder } from '../testing/old-data-folder.ts'
import { rounds } from '../testing/rounds.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const ROUNDS = rounds(2, 100)
/** Batches of each sender in each round. */
const BATCHES = rounds(100, 150)
const NUMBERS_OF_ROUND = 1_000_000
const MS_PER_ROUND = 60_000
const OLD = { accepted: 3000, stored: 1700 }
const LONGEST_WAIT_MS = 900
const CATCHING_UP_MS = rounds(2, 15) * 60_000
/** Partitions of one index: days, months, all earlier and later times; one more if a day ends meanwhile. */
const MAX_PARTITIONS = 48
/** Below those that systems hand out: a client that connects to one of these while nobody listens may meet itself. */
const PORTS: SenderPorts = { http: 27_211, bulk: 27_212, beats: 27_213, tcp: 27_214 }

type Victim = 'engine' | 'server'
/** The processes that are killed in a round, one after the other; the next round takes the next ones. */
const VICTIMS: readonly (readonly Victim[])[] = [
  ['engine'],
  ['server', 'server'],
  ['engine', 'server'],
  ['server'],
  ['engine', 'engine'],
  ['server', 'engine'],
]

interface Figures {
  readonly columns: readonly string[]
  readonly partitions: number
}

interface Batch {
  readonly batch: number
  readonly times: number
  readonly different: number
}

const fieldOf = (round: number) => `round_${round}`

async function ask<Row>(dataFolder: string, query: string): Promise<readonly Row[]> {
  const client = await connectToEngine(dataFolder)
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 0 } as const
  return await (await client.query({ query, format: 'JSONEachRow', clickhouse_settings })).json<Row>()
}

/** They are rewritten meanwhile, and are in the table of new messages in the end. */
async function hasOldMessages(dataFolder: string): Promise<boolean> {
  const [found] = await ask<{ result: number }>(dataFolder, 'EXISTS TABLE old_messages')
  return found?.result === 1
}

/** How often the numbers of each batch are stored. */
async function storedBatches(dataFolder: string): Promise<ReadonlyMap<number, Batch>> {
  const found = await ask<Batch>(
    dataFolder,
    `SELECT toUInt32(intDiv(n - 1, ${PER_BATCH})) AS batch, count() AS times, uniqExact(n) AS different
     FROM (SELECT toUInt32OrZero(extract(message, '^number (\\\\d+)$')) AS n FROM messages)
     WHERE n > 0 GROUP BY batch`,
  )
  return new Map(found.map((one) => [one.batch, one]))
}

const enginePid = ({ server }: Receiver) =>
  Number(
    server
      .output()
      .match(/(?<="pid":)\d+(?=,"msg":"engine listens")/g)
      ?.at(-1) ?? 0,
  )

/** Each wait differs, so that the kills fall into different parts of the work. */
function createWaits(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % LONGEST_WAIT_MS
  }
}

async function killInTurn(receiver: Receiver, victims: readonly Victim[], nextWaitMs: () => number): Promise<Receiver> {
  let running = receiver
  for (const victim of victims) {
    await setTimeout(nextWaitMs())
    if (victim === 'server') {
      await running.server.end('SIGKILL')
      running = await startReceiver({ dataFolder: running.server.dataFolder })
    } else {
      const before = enginePid(running)
      if (before > 0) process.kill(before, 'SIGKILL')
      await expect.poll(() => enginePid(running), { interval: 20 }).not.toBe(before)
    }
  }
  return running
}

async function figuresOf(dataFolder: string): Promise<Figures> {
  const columns = await ask<{ name: string }>(
    dataFolder,
    `SELECT name FROM system.columns
     WHERE database = currentDatabase() AND table = 'messages' AND default_kind = 'DEFAULT'`,
  )
  const partitions = await ask(
    dataFolder,
    `SELECT DISTINCT partition FROM system.parts
     WHERE database = currentDatabase() AND table = 'messages' AND active AND startsWith(partition, '(\\'graylog_0\\'')`,
  )
  return { columns: columns.map(({ name }) => name), partitions: partitions.length }
}

/** Each message has the values that its sender gave it, whether these have columns or not. Those of Beats have a prefix. */
async function expectValues(dataFolder: string, columns: readonly string[]): Promise<void> {
  const column = (name: string, otherwise: string) => (columns.includes(name) ? name : otherwise)
  const integer = (name: string) => column(`integer_${name}`, `fields.${name}.:Int64`)
  const text = (name: string) => `nullIf(${column(`text_${name}`, `fields.${name}.:String`)}, '')`
  const number = 'toUInt32OrZero(substring(message, 8))'
  const wrong = (where: string) =>
    ask<{ message: string }>(
      dataFolder,
      `SELECT message FROM messages WHERE startsWith(message, 'number ') AND ${where} LIMIT 5`,
    )
  expect(await wrong(`ifNull(coalesce(${integer('n')}, ${integer('filebeat_n')}), 0) != ${number}`)).toEqual([])
  for (let round = 0; round < ROUNDS; round += 1) {
    const value = `ifNull(coalesce(${text(fieldOf(round))}, ${text(`filebeat_${fieldOf(round)}`)}), '')`
    const isOfRound = `intDiv(${number}, ${NUMBERS_OF_ROUND}) % 1000 = ${round + 1}`
    expect(await wrong(`${isOfRound} AND ${value} != concat('value ', toString(${number} % 1000))`)).toEqual([])
  }
}

test(`${ROUNDS} rounds of kills: each acknowledged message is stored exactly once, and none twice`, {
  timeout: ROUNDS * MS_PER_ROUND + 2 * CATCHING_UP_MS,
}, async () => {
  await using folder = await temporaryFolder()
  const dataFolder = folder.path
  await makeOldDataFolder(dataFolder, OLD)
  let receiver = await startReceiver({ dataFolder })
  await using _last = { [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
  await receiver.launch(INPUT.gelfHttp, { port: PORTS.http })
  await receiver.launch(INPUT.bulk, { port: PORTS.bulk })
  await receiver.launch(INPUT.beats, { port: PORTS.beats })
  await receiver.launch(INPUT.gelfTcp, { port: PORTS.tcp })
  const expected: number[] = []
  for (let n = 1; n <= OLD.accepted; n += PER_BATCH) expected.push(n)
  const nextWaitMs = createWaits(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbered = (sender: number) => ({
      first: sender * NUMBERS_OF_SENDER + (round + 1) * NUMBERS_OF_ROUND + 1,
      batches: BATCHES,
      field: fieldOf(round),
    })
    const sending = Promise.all([
      sendOverHttp(PORTS, numbered(0)),
      sendOverBulk(PORTS, numbered(1)),
      sendOverBeats(PORTS, numbered(2)),
      sendOverTcp(PORTS, numbered(3)),
    ])
    receiver = await killInTurn(receiver, VICTIMS[round % VICTIMS.length] ?? [], nextWaitMs)
    const [overHttp, overBulk, overBeats] = await sending
    expected.push(...overHttp, ...overBulk, ...overBeats)
  }

  const wanted = expected.map((first) => (first - 1) / PER_BATCH)
  const uncommitted = async () =>
    (await receiver.call('/system/journal').catch(() => undefined))?.['uncommitted_journal_entries']
  await expect.poll(uncommitted, { interval: 500, timeout: CATCHING_UP_MS }).toBe(0)
  await expect.poll(() => hasOldMessages(dataFolder), { interval: 500, timeout: CATCHING_UP_MS }).toBe(false)
  const found = await storedBatches(dataFolder)
  expect(wanted.filter((batch) => found.get(batch)?.different !== PER_BATCH).slice(0, 50)).toEqual([])
  const stored = [...found.values()]
  expect(stored.filter(({ times, different }) => times !== different)).toEqual([])

  const rows = stored.reduce((sum, { times }) => sum + times, 0)
  expect(await receiver.call('/search/universal/relative?query=message:number&range=0&limit=1')).toMatchObject({
    total_results: rows,
  })
  const { columns, partitions } = await figuresOf(dataFolder)
  await expectValues(dataFolder, columns)
  expect(columns.length).toBeLessThanOrEqual(MAX_FIELD_COLUMNS)
  expect(partitions).toBeLessThanOrEqual(MAX_PARTITIONS)
  const facts = { acknowledged: expected.length * PER_BATCH, rows, columns: columns.length, partitions }
  console.log(`${ROUNDS} rounds: ${JSON.stringify(facts)}`)
})
