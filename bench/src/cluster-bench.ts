/** What several nodes and shards cost: each layout takes the same messages at the same rate, and the same searches. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startClickHouseCluster } from '@logyard/server/testing/clickhouse-cluster'
import { freePort } from '@logyard/server/testing/free-port'
import { startPostgres } from '@logyard/server/testing/postgres-server'
import { type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import type { Sending } from './ingest-sender.ts'
import { type Call, createCaller, INPUTS, whenSearchable } from './ingest-target.ts'
import { median } from './median.ts'
import { processesOf, processorMs } from './process-figures.ts'

type Print = (line: string) => void

interface Layout {
  readonly nodes: number
  readonly shards: number
}

const LAYOUTS: readonly Layout[] = [
  { nodes: 1, shards: 1 },
  { nodes: 1, shards: 2 },
  { nodes: 2, shards: 2 },
  { nodes: 3, shards: 2 },
]
const PER_SECOND = 9000
const SECONDS = 20
const MESSAGES = PER_SECOND * SECONDS
const ROUNDS = 7
const POLL_MS = 50
const SETTLE_MS = 3000
const SENDER = fileURLToPath(new URL('./ingest-sender.ts', import.meta.url))

export async function benchCluster(print: Print): Promise<void> {
  print(`${MESSAGES} messages at ${PER_SECOND}/s over GELF TCP, spread over the nodes; processor time a message`)
  const all: number[] = []
  for (const layout of LAYOUTS) all.push(await benchLayout(layout, print))
  const [plain = Number.NaN] = all
  print(`processor time a message, of one node and one shard: ${all.map((us) => (us / plain).toFixed(2)).join(', ')}`)
}

async function benchLayout({ nodes: count, shards }: Layout, print: Print): Promise<number> {
  await using starting = new AsyncDisposableStack()
  const postgres = starting.use(await startPostgres({ fsync: true }))
  const clickHouse = starting.use(await startClickHouseCluster({ shards, replicas: 1 }))
  const env = {
    LOGYARD_LOG_LEVEL: 'error',
    LOGYARD_SECRET: randomBytes(32).toString('hex'),
    LOGYARD_POSTGRES_URL: await postgres.createDatabase(),
    LOGYARD_CLICKHOUSE_URL: clickHouse.addresses.urls.join(','),
    LOGYARD_CLICKHOUSE_CLUSTER: clickHouse.addresses.cluster,
  }
  const nodes: ServerProcess[] = []
  for (let at = 0; at < count; at += 1) nodes.push(starting.use(await startServer({ env })))
  const calls = nodes.map(({ url }) => createCaller(url))
  const [first] = calls
  if (first === undefined) throw new Error('a layout has at least one node')
  await whenSearchable(first)
  const ports = await Promise.all(calls.map(createLocalInput))
  // Columns of fields, compiled code and full caches.
  await send(ports, MESSAGES / 10)
  await whenStored(first, MESSAGES / 10)
  await setTimeout(SETTLE_MS)

  const before = usage(nodes)
  await send(ports, MESSAGES)
  await whenStored(first, MESSAGES / 10 + MESSAGES)
  await setTimeout(SETTLE_MS)
  const after = usage(nodes)
  const us = (part: keyof Usage) => (1000 * (after[part] - before[part])) / MESSAGES
  const parts = `nodes ${us('nodes').toFixed(1)}, ClickHouse ${us('clickHouse').toFixed(1)}, PostgreSQL ${us('postgres').toFixed(1)} us`
  const last = calls.at(-1) ?? first
  const asked = await benchSearches(last)
  print(`${count} node${count > 1 ? 's' : ''}, ${shards} shard${shards > 1 ? 's' : ''}: ${parts}; ${asked}`)
  if (count > 1) print(`  ${await benchForwarding(last)}`)
  return us('nodes') + us('clickHouse')
}

async function createLocalInput(call: Call): Promise<number> {
  const port = await freePort()
  const { node_id } = await call('GET', '/system/cluster/node')
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 1_048_576, max_message_size: 2_097_152 }
  const type = INPUTS['gelf-tcp']
  const draft = { title: 'in', type, global: false, node: node_id, configuration }
  const { id } = await call('POST', '/system/inputs', draft)
  while ((await call('GET', `/system/inputstates/${id}`))['state'] !== 'RUNNING') await setTimeout(POLL_MS)
  return port
}

async function send(ports: readonly number[], messages: number): Promise<void> {
  const share = { messages: Math.ceil(messages / ports.length), perSecond: PER_SECOND / ports.length }
  await Promise.all(ports.map((port) => sendFrom(fork(SENDER), { form: 'numbered', port, ...share })))
}

async function sendFrom(sender: ChildProcess, sending: Sending): Promise<void> {
  sender.send(sending)
  await once(sender, 'exit')
}

async function whenStored(call: Call, count: number): Promise<void> {
  const stored = async () => {
    const answer = await call('GET', '/search/universal/relative?query=*&range=0&limit=1')
    return Number(answer['total_results'])
  }
  while ((await stored()) < count) await setTimeout(POLL_MS)
}

interface Usage {
  readonly nodes: number
  readonly clickHouse: number
  readonly postgres: number
}

/** Processor time so far, in ms. */
function usage(nodes: readonly ServerProcess[]): Usage {
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + processorMs(pid), 0)
  const own = nodes.flatMap(({ pid }) => processesOf(pid))
  const others = processesOf(process.pid).filter((pid) => pid !== process.pid && !own.includes(pid))
  const isPostgres = (pid: number) => nameOf(pid).startsWith('postgres')
  return {
    nodes: sum(own),
    postgres: sum(others.filter(isPostgres)),
    clickHouse: sum(others.filter((pid) => !isPostgres(pid) && !commandOf(pid).includes(SENDER))),
  }
}

const nameOf = (pid: number) => readOf(`/proc/${pid}/comm`)
const commandOf = (pid: number) => readOf(`/proc/${pid}/cmdline`)

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

async function benchSearches(call: Call): Promise<string> {
  const page = (round: number) => searchOf({ type: 'messages', limit: 100, offset: 0 }, `number:>${round}`)
  const groups = (round: number) =>
    searchOf(
      {
        ...{ type: 'pivot', rollup: true, sort: [], column_groups: [] },
        row_groups: [{ type: 'values', field: 'source', limit: 10 }],
        series: [{ type: 'count', id: 'count()' }],
      },
      `number:>${round}`,
    )
  const times = async (search: (round: number) => object) => {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAtMs = performance.now()
      await call('POST', '/views/search/sync', search(round))
      took.push(performance.now() - startedAtMs)
    }
    return `${median(took).toFixed(0)} ms`
  }
  return `a page with its total ${await times(page)}, top 10 ${await times(groups)}`
}

const searchOf = (type: object, query_string: string) => ({
  queries: [
    {
      id: 'q',
      timerange: { type: 'relative', range: 0 },
      query: { type: 'elasticsearch', query_string },
      search_types: [{ id: 't', ...type }],
    },
  ],
})

/** The same question to the node itself, and through another one. */
async function benchForwarding(call: Call): Promise<string> {
  const { node_id } = await call('GET', '/system/cluster/node')
  const { nodes } = await call('GET', '/system/cluster/nodes')
  const ids = Array.isArray(nodes) ? nodes.map((node) => String(node.node_id)) : []
  const other = ids.find((id) => id !== node_id)
  const took = async (id: unknown) => {
    const times: number[] = []
    for (let round = 0; round < 10 * ROUNDS; round += 1) {
      const startedAtMs = performance.now()
      await call('GET', `/cluster/${id}/jvm`)
      times.push(performance.now() - startedAtMs)
    }
    return median(times).toFixed(1)
  }
  return `a call about this node ${await took(node_id)} ms, about another one ${await took(other)} ms`
}
