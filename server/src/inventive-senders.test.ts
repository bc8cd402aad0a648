/**
 * Hundreds of senders at once that invent field names, times and streams: columns, partitions and memory stay bounded,
 * and each message of the other senders is stored once and found by its fields, at once and in the end.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { MAX_FIELD_COLUMNS, MAX_LONE_COLUMNS } from './fields/field-columns.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from './senders/testing/receiver.ts'
import { connectToEngine } from './testing/engine-owner.ts'
import { rounds } from './testing/rounds.ts'

const SENDERS = 300
const REQUESTS = rounds(1, 30)
const PER_REQUEST = 50
/** Names that a sender repeats, and those that it uses once. */
const OWN_NAMES = 10
const NEW_NAMES = 4
const DAY_MS = 86_400_000
/** Partitions of one index: days, months, all earlier and later times; one more if a day ends meanwhile. */
const MAX_PARTITIONS = 48
const REGULAR = rounds(40, 600)
const REGULAR_SENDERS = 3
const LIMIT_MS = rounds(3, 15) * 60_000
const MAX_SERVER_GROWTH_MB = 600
const MAX_ENGINE_GROWTH_MB = 1500

async function post(agent: Agent, { port }: LaunchedInput, messages: readonly object[]): Promise<number> {
  const body = messages.map((message) => JSON.stringify(message)).join('\n')
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/gelf' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

const agentOf = (localAddress: string) => new Agent({ keepAlive: true, maxSockets: 1, localAddress })

/** Times of years before and after today; each sender invents others. */
const inventedTime = (sender: number, n: number) =>
  (Date.now() - ((sender * 131 + n * 17) % 4000) * DAY_MS + 500 * DAY_MS) / 1000

function invented(sender: number, n: number): object {
  const names = Array.from({ length: OWN_NAMES }, (_, at) => [`_own_${sender}_${at}`, at % 2 === 0 ? n : `text ${n}`])
  const once = Array.from({ length: NEW_NAMES }, (_, at) => [`_once_${sender}_${n}_${at}`, `${n}`])
  return {
    version: '1.1',
    host: `host-${sender}-${n}`,
    short_message: `invented ${sender} ${n}`,
    timestamp: inventedTime(sender, n),
    _room: sender % 3 === 0 ? 'lab' : `room-${n}`,
    ...Object.fromEntries([...names, ...once]),
  }
}

async function attack(input: LaunchedInput, sender: number): Promise<void> {
  const agent = agentOf(`127.0.${1 + Math.floor(sender / 250)}.${1 + (sender % 250)}`)
  for (let first = 0; first < REQUESTS * PER_REQUEST; first += PER_REQUEST) {
    const messages = Array.from({ length: PER_REQUEST }, (_, index) => invented(sender, first + index))
    expect(await post(agent, input, messages)).toBe(202)
  }
  agent.destroy()
}

/** Sends numbered messages with the same fields as those of other regular senders; each request is found before the next. */
async function sendRegularly(receiver: Receiver, input: LaunchedInput, sender: number): Promise<void> {
  const agent = agentOf(`127.0.9.${sender}`)
  for (let request = 0; request < REGULAR / 20; request += 1) {
    const numbers = Array.from({ length: 20 }, (_, index) => sender * 1_000_000 + request * 20 + index)
    const messages = numbers.map((n) => ({
      version: '1.1',
      host: 'regular',
      short_message: `number ${n}`,
      _customer: `customer ${n}`,
      _amount: n,
    }))
    expect(await post(agent, input, messages)).toBe(202)
    const last = numbers.at(-1)
    await expect.poll(() => total(receiver, `customer:"customer ${last}"`), { timeout: LIMIT_MS }).toBe(1)
    expect(await total(receiver, `amount:${last}`)).toBe(1)
  }
  agent.destroy()
}

/** Messages of all times, also those to come. */
async function total(receiver: Receiver, query: string): Promise<unknown> {
  const range = { from: '1990-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
  const found = await receiver.call(
    `/search/universal/absolute?${new URLSearchParams({ query, limit: '1', ...range })}`,
  )
  return found['total_results']
}

const memoryMb = (pid: number) =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const enginePid = ({ server }: Receiver) =>
  Number(/(?<="pid":)\d+(?=,"msg":"engine listens")/.exec(server.output())?.[0])

/** The most memory of server and engine while the work goes on. */
async function peaks(receiver: Receiver, work: Promise<unknown>) {
  const most = { server: 0, engine: 0 }
  const look = () => {
    most.server = Math.max(most.server, memoryMb(receiver.server.pid))
    most.engine = Math.max(most.engine, memoryMb(enginePid(receiver)))
  }
  const timer = setInterval(look, 100)
  try {
    await work
  } finally {
    clearInterval(timer)
  }
  look()
  return most
}

async function ask<Row>({ server }: Receiver, query: string): Promise<readonly Row[]> {
  const client = await connectToEngine(server.dataFolder)
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
}

/** A stream with an index set of its own, for which senders may apply. */
async function makeRoom(receiver: Receiver): Promise<void> {
  const make = (path: string, body: object) => receiver.call(path, { method: 'POST', body: JSON.stringify(body) })
  const { index_sets } = Object(await receiver.call('/system/indices/index_sets'))
  const { id: _, default: _isDefault, ...draft } = index_sets[0]
  const { id } = await make('/system/indices/index_sets', { ...draft, title: 'Lab', index_prefix: 'lab' })
  const rules = [{ type: 1, field: 'room', value: 'lab', inverted: false }]
  const { stream_id } = await make('/streams', {
    title: 'Lab',
    index_set_id: id,
    rules,
    remove_matches_from_default_stream: true,
  })
  await receiver.call(`/streams/${stream_id}/resume`, { method: 'POST' }).catch(() => undefined) // it has no body
}

test(`${SENDERS} senders invent fields, times and streams`, { timeout: 3 * LIMIT_MS + 60_000 }, async () => {
  await using receiver = await startReceiver()
  const input = await receiver.launch(INPUT.gelfHttp, { max_chunk_size: 2 ** 20 })
  await makeRoom(receiver)
  await expect.poll(() => total(receiver, '*').catch(String)).toBe(0)
  const before = { server: memoryMb(receiver.server.pid), engine: memoryMb(enginePid(receiver)) }
  const most = await peaks(
    receiver,
    Promise.all([
      ...Array.from({ length: SENDERS }, (_, sender) => attack(input, sender)),
      ...Array.from({ length: REGULAR_SENDERS }, (_, at) => sendRegularly(receiver, input, at + 1)),
    ]),
  )
  const sent = SENDERS * REQUESTS * PER_REQUEST + REGULAR_SENDERS * REGULAR
  await expect.poll(() => total(receiver, '*'), { timeout: LIMIT_MS }).toBe(sent)
  const numbers = await receiver.numbers()
  expect(numbers.size).toBe(REGULAR_SENDERS * REGULAR)
  expect([...numbers.values()].every((times) => times === 1)).toBe(true)

  const columns = await ask<{ comment: string }>(
    receiver,
    `SELECT name, comment FROM system.columns
     WHERE database = currentDatabase() AND table = 'messages' AND default_kind = 'DEFAULT'`,
  )
  const partitions = await ask<{ name: string; count: number }>(
    receiver,
    `SELECT extract(partition, '^\\\\(\\'([^\\']*)') AS name, toInt32(uniqExact(partition)) AS count FROM system.parts
     WHERE database = currentDatabase() AND table = 'messages' AND active GROUP BY name ORDER BY name`,
  )
  expect(partitions.map(({ name }) => name)).toEqual(['graylog_0', 'lab_0'])
  for (const { count } of partitions) expect(count).toBeLessThanOrEqual(MAX_PARTITIONS)
  expect(columns.length).toBeLessThanOrEqual(MAX_FIELD_COLUMNS)
  expect(columns.filter(({ comment }) => comment !== '').length).toBeLessThanOrEqual(MAX_LONE_COLUMNS)
  expect(most.server - before.server).toBeLessThan(MAX_SERVER_GROWTH_MB)
  expect(most.engine - before.engine).toBeLessThan(MAX_ENGINE_GROWTH_MB)
  expect(receiver.server.output()).not.toMatch(/"level":60|processing thread ended|engine ended/)
  if (REQUESTS > 1) console.log(JSON.stringify({ sent, before, most, columns: columns.length, partitions }))
})
