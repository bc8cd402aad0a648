/** Nodes on one PostgreSQL and the shards of one ClickHouse cluster, each node on one core of this machine. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type ClickHouseCluster,
  clickHouseSettings,
  startClickHouseCluster,
} from '@logyard/server/testing/clickhouse-cluster'
import { freePort } from '@logyard/server/testing/free-port'
import { startPostgres } from '@logyard/server/testing/postgres-server'
import { type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import type { Sending } from './ingest-sender.ts'
import { type Call, createCaller, INPUTS, whenSearchable } from './ingest-target.ts'
import { processesOf, processorMs } from './process-figures.ts'

export interface Layout {
  readonly nodes: number
  readonly shards: number
}

/** Processor time and inserts since the start. */
export interface Usage {
  /** Processor time in ms. */
  readonly nodesMs: number
  readonly clickHouseMs: number
  readonly postgresMs: number
  /** Inserts of all servers. */
  readonly inserts: number
}

export interface ClusterTarget extends AsyncDisposable {
  /** One for each node. */
  readonly calls: readonly [Call, ...Call[]]
  /** Sends numbered messages to all nodes, each its share, and resolves once all are stored and merged. */
  store(messages: number, perSecond: number): Promise<void>
  usage(): Promise<Usage>
}

const POLL_MS = 50
const SENDER = fileURLToPath(new URL('./ingest-sender.ts', import.meta.url))

export async function startClusterTarget({ nodes: count, shards }: Layout): Promise<ClusterTarget> {
  await using starting = new AsyncDisposableStack()
  const before = new Set(processesOf(process.pid))
  const postgres = starting.use(await startPostgres({ fsync: true }))
  const clickHouse = starting.use(await startClickHouseCluster({ shards, replicas: 1 }))
  const env = {
    LOGYARD_LOG_LEVEL: 'error',
    LOGYARD_SECRET: randomBytes(32).toString('hex'),
    LOGYARD_POSTGRES_URL: await postgres.createDatabase(),
    ...clickHouseSettings(clickHouse),
  }
  const nodes: ServerProcess[] = []
  for (let at = 0; at < count; at += 1) {
    const runner = ['taskset', '--cpu-list', String(at % availableParallelism())]
    nodes.push(starting.use(await startServer({ env, runner })))
  }
  const [first, ...others] = nodes.map(({ url }) => createCaller(url))
  if (first === undefined) throw new Error('a layout has at least one node')
  await whenSearchable(first)
  const calls = [first, ...others] as const
  const ports = await Promise.all(calls.map(createLocalInput))
  const started = processesOf(process.pid).filter((pid) => !before.has(pid))
  let stored = 0
  const running = starting.move()
  return {
    calls,
    async store(messages, perSecond) {
      await send(ports, messages, perSecond)
      stored += ports.length * Math.ceil(messages / ports.length)
      await whenStored(first, stored)
      await whenMerged(clickHouse)
    },
    usage: async () => ({ ...processorUsage(started, nodes), inserts: await insertsOf(clickHouse) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function createLocalInput(call: Call): Promise<number> {
  const port = await freePort()
  const { node_id } = await call('GET', '/system/cluster/node')
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 1_048_576, max_message_size: 2_097_152 }
  const type = INPUTS['gelf-tcp']
  const draft = { title: 'in', type, global: false, node: node_id, configuration }
  const { id } = await call('POST', '/system/inputs', draft)
  // While it is being started, the node does not know its state.
  const state = () => call('GET', `/system/inputstates/${id}`).catch((): Record<string, unknown> => ({}))
  while ((await state())['state'] !== 'RUNNING') await setTimeout(POLL_MS)
  return port
}

async function send(ports: readonly number[], messages: number, perSecond: number): Promise<void> {
  const share = { messages: Math.ceil(messages / ports.length), perSecond: perSecond / ports.length }
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

async function whenMerged({ servers }: ClickHouseCluster): Promise<void> {
  const merging = () => Promise.all(servers.map((one) => one.execute('SELECT count() FROM system.merges')))
  for (let quiet = 0; quiet < 10; quiet += 1) {
    if ((await merging()).some((count) => count !== '0')) quiet = 0
    await setTimeout(2 * POLL_MS)
  }
}

async function insertsOf({ servers }: ClickHouseCluster): Promise<number> {
  const query = `SELECT sum(value) FROM system.events WHERE event = 'InsertQuery'`
  const counts = await Promise.all(servers.map((one) => one.execute(query)))
  return counts.reduce((sum, count) => sum + Number(count), 0)
}

/** PostgreSQL has a process for each connection, which come and go. */
function processorUsage(started: readonly number[], nodes: readonly ServerProcess[]): Omit<Usage, 'inserts'> {
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + processorMs(pid), 0)
  const own = nodes.flatMap(({ pid }) => processesOf(pid))
  const others = [...new Set(started.flatMap(processesOf))].filter((pid) => !own.includes(pid))
  const isPostgres = (pid: number) => readOf(`/proc/${pid}/comm`).startsWith('postgres')
  return {
    nodesMs: sum(own),
    postgresMs: sum(others.filter(isPostgres)),
    clickHouseMs: sum(others.filter((pid) => !isPostgres(pid))),
  }
}

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
