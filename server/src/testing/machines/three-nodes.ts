/** Three nodes, each on a machine of its own, with one PostgreSQL and a ClickHouse cluster: two shards of two replicas. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouseCluster, clickHouseSettings, startClickHouseCluster } from '../clickhouse-cluster.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../server-process.ts'
import { createMachines, type Machine } from './machines.ts'

const NODES = 3
const PORT = 9000
/** The port of an input on each node. */
export const INPUT_PORT = 12_201

export interface TestNode {
  readonly machine: Machine
  readonly url: string
  /** Calls the API as administrator; fails unless the response is successful. */
  call(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>
  /** The answer as CSV. */
  export(path: string, body: unknown): Promise<string>
  kill(): Promise<void>
  /** Stops it as an administrator does. */
  stop(): Promise<void>
  /** Starts it, with the built program unless another one is named. */
  start(program?: string): Promise<void>
  /** What it printed since its last start. */
  output(): string
}

/** Calls of the API as administrator. */
export type Api = Pick<TestNode, 'url' | 'call' | 'export'>

export interface ThreeNodes extends AsyncDisposable {
  readonly nodes: readonly TestNode[]
  readonly postgres: PostgresServer
  /** The address at which the nodes reach PostgreSQL. */
  readonly postgresHost: string
  readonly clickHouse: ClickHouseCluster
  /** The address at which the nodes reach this process. */
  readonly hub: string
}

const CALL_LIMIT_MS = 20_000
const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

export async function startThreeNodes(settings: Readonly<Record<string, string>> = {}): Promise<ThreeNodes> {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'logyard-machines-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  const network = starting.use(createMachines(NODES))
  const postgres = starting.use(await startPostgres({ fsync: true }))
  const clickHouse = starting.use(await startClickHouseCluster({ shards: 2, replicas: 2 }))
  const postgresUrl = await postgres.createDatabase()
  // An address of its own: a machine can be cut off from it alone.
  await network.publish(postgres.port, network.secondHub)
  for (const url of clickHouse.addresses.urls) await network.publish(Number(new URL(url).port), network.hub)
  const env = {
    LOGYARD_LOG_LEVEL: 'warn',
    LOGYARD_SECRET: randomBytes(32).toString('hex'),
    LOGYARD_POSTGRES_URL: postgresUrl.replace('127.0.0.1', network.secondHub),
    ...clickHouseSettings(clickHouse, network.hub),
    ...settings,
  }
  const nodes: TestNode[] = []
  for (const [at, machine] of network.machines.entries()) {
    nodes.push(await startNode(starting, machine, join(folder, `node-${at}`), env))
  }
  const running = starting.move()
  const { hub, secondHub: postgresHost } = network
  return { nodes, postgres, postgresHost, clickHouse, hub, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function startNode(
  owner: AsyncDisposableStack,
  machine: Machine,
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<TestNode> {
  const listen = `${machine.address}:${PORT}`
  let server: ServerProcess | undefined
  async function start(program?: string) {
    server = await startServer({
      dataFolder,
      runner: machine.runner,
      ...(program !== undefined && { program }),
      env: { ...env, LOGYARD_LISTEN: listen, LOGYARD_NODE_URL: `http://${listen}/` },
    })
  }
  await start()
  owner.defer(async () => void (await server?.end('SIGKILL')))
  return {
    machine,
    ...createApi(`http://${listen}/`),
    output: () => server?.output() ?? '',
    kill: async () => void (await server?.end('SIGKILL')),
    stop: async () => void (await server?.end('SIGTERM')),
    start,
  }
}

export function createApi(url: string): Api {
  async function ask(method: string, path: string, body: unknown, more: RequestInit): Promise<string> {
    const request = { method, body: JSON.stringify(body) ?? null, ...more }
    const answer = await fetch(`${url}api${path}`, request).catch((error: unknown) => {
      throw new Error(`${method} ${url}api${path} was not answered`, { cause: error })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text
  }
  return {
    url,
    async call(method, path, body) {
      const text = await ask(method, path, body, { headers, signal: AbortSignal.timeout(CALL_LIMIT_MS) })
      return text === '' ? {} : Object(JSON.parse(text))
    },
    export: (path, body) => ask('POST', path, body, { headers: { ...headers, accept: 'text/csv' } }),
  }
}
