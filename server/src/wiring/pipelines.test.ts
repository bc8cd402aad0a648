/** Rules and pipelines made over the API act on messages of a whole server, which is killed and changed meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { connectToEngine } from '../testing/engine-owner.ts'
import { rounds } from '../testing/rounds.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

const KILLS = rounds(1, 40)
const PER_REQUEST = 100
/** Below those that systems hand out. */
const PORT = 27_204
const AST = 'org.graylog.plugins.pipelineprocessor.ast.'

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

async function call(server: ServerProcess, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}api${path}`, init)
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return text === '' ? undefined : Object(JSON.parse(text))
}

const saveRule = (server: ServerProcess, title: string, rest: string): Promise<{ id: string }> =>
  call(server, 'POST', '/system/pipelines/rule', { source: `rule "${title}" ${rest} end` })

async function connectPipeline(server: ServerProcess, stages: string): Promise<string> {
  const { id } = await call(server, 'POST', '/system/pipelines/pipeline', { source: `pipeline "P" ${stages} end` })
  await call(server, 'POST', '/system/pipelines/connections/to_stream', {
    stream_id: DEFAULT_STREAM_ID,
    pipeline_ids: [id],
  })
  return id
}

async function createInput(server: ServerProcess): Promise<void> {
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  const configuration = { bind_address: '127.0.0.1', port: PORT, recv_buffer_size: 1_048_576 }
  await call(server, 'POST', '/system/inputs', { title: 'in', type, global: true, configuration })
  await expect.poll(() => send([0])).toBe(true)
}

const gelf = (n: number) => JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n}`, _n: n })

/** Whether the messages were acknowledged. */
async function send(numbers: readonly number[]): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${PORT}/gelf`
    const answer = await fetch(url, { method: 'POST', body: numbers.map(gelf).join('\n') })
    await answer.arrayBuffer()
    return answer.status === 202
  } catch {
    return false // nobody listens while the server is away
  }
}

/** The numbers that were acknowledged. What was not is sent again under other numbers. */
async function sendWhile(isGoingOn: () => boolean, first: number): Promise<readonly number[]> {
  const acknowledged: number[] = []
  for (let n = first; isGoingOn(); n += PER_REQUEST) {
    const numbers = Array.from({ length: PER_REQUEST }, (_, index) => n + index)
    if (await send(numbers)) acknowledged.push(...numbers)
    else await setTimeout(20)
  }
  return acknowledged
}

async function select<Row>(server: ServerProcess, query: string): Promise<readonly Row[]> {
  const store = await connectToEngine(server.dataFolder)
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 0 } as const
  try {
    const answer = await store.query({ query, format: 'JSONEachRow', clickhouse_settings })
    return await answer.json<Row>()
  } finally {
    await store.close()
  }
}

const isOriginal = '$message.kind == "original"'

test(
  `exactly once with rules that create, copy and drop, although the server is killed ${KILLS} times`,
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'logyard-pipelines-'))
    let server = await startServer({ dataFolder })
    await saveRule(server, 'kind', 'when !has_field("kind") then set_field("kind", "original");')
    await saveRule(server, 'drop', `when ${isOriginal} && to_long($message.n) % 10 == 0 then drop_message();`)
    const clone = 'let c = clone_message(); set_field(field: "kind", value: "copy", message: c);'
    await saveRule(server, 'copy', `when ${isOriginal} && to_long($message.n) % 5 == 0 then ${clone}`)
    const create =
      'let c = create_message(); set_field(field: "kind", value: "new", message: c); set_field(field: "n", value: $message.n, message: c); route_to_stream(id: "000000000000000000000001", message: c);'
    await saveRule(server, 'create', `when ${isOriginal} && to_long($message.n) % 7 == 0 then ${create}`)
    await connectPipeline(
      server,
      'stage 0 match all rule "kind" stage 1 match pass rule "drop" rule "copy" rule "create"',
    )
    await createInput(server)

    let isSending = true
    const sending = sendWhile(() => isSending, 1_000_000)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await setTimeout(500 + ((kill * 137) % 700))
      await server.end('SIGKILL')
      server = await startServer({ dataFolder })
    }
    isSending = false
    const acknowledged = await sending
    const wanted = (divisor: number) => acknowledged.filter((n) => n % divisor === 0)
    const expected = {
      original: acknowledged.filter((n) => n % 10 !== 0),
      copy: wanted(5),
      new: wanted(7),
    }
    interface Row {
      readonly kind: 'original' | 'copy' | 'new'
      readonly n: number
      readonly times: number
    }
    const query = `SELECT fields.kind::String AS kind, fields.n::UInt64 AS n, count() AS times FROM messages
    WHERE fields.n::UInt64 > 0 GROUP BY kind, n`
    const missing = async () => {
      const rows = await select<Row>(server, query).catch((): readonly Row[] => [])
      const stored = new Set(rows.map(({ kind, n }) => `${kind} ${n}`))
      const all = Object.entries(expected).flatMap(([kind, numbers]) => numbers.map((n) => `${kind} ${n}`))
      return all.filter((one) => !stored.has(one)).slice(0, 20)
    }
    await expect.poll(missing, { timeout: 60_000, interval: 300 }).toEqual([])
    const rows = await select<Row>(server, query)
    expect(rows.filter(({ times }) => times > 1)).toEqual([])
    // A message that was not acknowledged may be stored, but then with all that rules made of it.
    const has = new Set(rows.map(({ kind, n }) => `${kind} ${n}`))
    for (const { n } of rows) {
      expect(has.has(`original ${n}`)).toBe(n % 10 !== 0)
      expect(has.has(`copy ${n}`)).toBe(n % 5 === 0)
      expect(has.has(`new ${n}`)).toBe(n % 7 === 0)
    }
    await server.end('SIGTERM')
    await rm(dataFolder, { recursive: true, force: true })
  },
  60_000 + KILLS * 20_000,
)

test('an edited rule acts within a second under load, and no message is lost or processed twice', async () => {
  await using server = await startServer()
  const rule = await saveRule(server, 'version', 'when true then set_field("version", 0);')
  const pipelineId = await connectPipeline(server, 'stage 0 match all rule "version"')
  await createInput(server)
  let isSending = true
  const sending = sendWhile(() => isSending, 1000)
  const delays: number[] = []
  for (let version = 1; version <= 5; version += 1) {
    await setTimeout(200)
    const source = `rule "version" when true then set_field("version", ${version}); end`
    await call(server, 'PUT', `/system/pipelines/rule/${rule.id}`, { source })
    const savedAtMs = performance.now()
    const query = `SELECT count() AS rows FROM messages WHERE fields.version::UInt32 = ${version}`
    const isStored = async () => ((await select<{ rows: number }>(server, query))[0]?.rows ?? 0) > 0
    await expect.poll(isStored, { interval: 20 }).toBe(true)
    delays.push(performance.now() - savedAtMs)
  }
  isSending = false
  const acknowledged = await sending
  const query = `SELECT count() AS rows, uniqExact(fields.n::UInt64) AS numbers, countIf(fields.version IS NULL) AS without
    FROM messages WHERE fields.n::UInt64 > 0`
  const all = { rows: acknowledged.length, numbers: acknowledged.length, without: 0 }
  await expect.poll(() => select(server, query)).toEqual([all])
  expect(Math.min(...delays)).toBeLessThan(1000)
  const metrics = await call(server, 'POST', '/system/metrics/multiple', {
    metrics: [
      `${AST}Rule.${rule.id}.executed`,
      `${AST}Rule.${rule.id}.${pipelineId}.0.matched`,
      `${AST}Pipeline.${pipelineId}.executed`,
    ],
  })
  const totals = metrics.metrics.map(({ metric }: { metric: { rate: { total: number } } }) => metric.rate.total)
  expect(totals).toEqual(Array(3).fill(acknowledged.length + 1))
}, 90_000)
