/** A cluster of ClickHouse servers: processes of the embedded engine that know each other, each of which can be killed. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import type { ServerOptions } from '@logyard/engine/engine-options'
import { OWNER } from '@logyard/engine/engine-users'
import { sql } from '@logyard/languages/sql/sql'
import type { ClusterAddresses } from '../store/cluster/cluster-engine.ts'
import { clusterUsers } from '../store/engine/cluster-users.ts'
import { ENGINE_PROGRAM, spawnEngine } from '../store/engine/engine-child.ts'
import { RELAY_HOST, startDrainedRelay } from './drained-relay.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface ClusterServer {
  readonly shard: number
  readonly replica: number
  /** The address for the user `logyard`, with the database `logs`. */
  readonly url: string
  /** Executes a statement as the owner, who may do everything. Resolves with the response. */
  execute(statement: string): Promise<string>
  /** Ends the process at once. */
  kill(): Promise<void>
  /** Loses the disk of a process that has ended. */
  wipe(): Promise<void>
  /** Starts it again, on its folder and its ports. */
  start(): Promise<void>
  /** Lets the process hang, or go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ClickHouseCluster extends AsyncDisposable {
  /** Servers by shard, then by replica. */
  readonly servers: readonly ClusterServer[]
  readonly addresses: ClusterAddresses
  server(shard: number, replica: number): ClusterServer
}

interface Place {
  readonly shard: number
  readonly replica: number
  readonly httpPort: number
  readonly tcpPort: number
}

const LOOPBACK = '127.0.0.1'
const CLUSTER = 'logyard'
const PASSWORD = 'of_the_cluster'
const USERS = clusterUsers(sql`logs.`, sql`logs_all.`)

export async function startClickHouseCluster(size: {
  readonly shards: number
  /** Replicas of each shard, or their number shard by shard. */
  readonly replicas: number | readonly number[]
  /** Where a server that starts puts old messages. */
  readonly cold?: (place: Pick<ClusterServer, 'shard' | 'replica'>) => ColdPlace | undefined
}): Promise<ClickHouseCluster> {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const places: Place[] = []
  for (let shard = 1; shard <= size.shards; shard += 1) {
    const replicas = typeof size.replicas === 'number' ? size.replicas : (size.replicas[shard - 1] ?? 1)
    for (let replica = 1; replica <= replicas; replica += 1) {
      places.push({ shard, replica, httpPort: await freePort(), tcpPort: await freePort() })
    }
  }
  const config = remoteServers(places)
  const servers = places.map((place) => createServer(folder.path, place, { config, cold: () => size.cold?.(place) }))
  for (const server of servers) starting.defer(server.kill)
  for (const { tcpPort } of places) starting.use(await startDrainedRelay(tcpPort))
  await Promise.all(servers.map((server) => server.start()))
  const users = { searcher: credentials('logyard_searcher'), keeper: credentials('logyard_keeper') }
  const running = starting.move()
  return {
    servers,
    addresses: { urls: servers.map(({ url }) => url), cluster: CLUSTER, users },
    server(shard, replica) {
      const found = servers.find((one) => one.shard === shard && one.replica === replica)
      if (found === undefined) throw new Error(`there is no replica ${replica} of shard ${shard}`)
      return found
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The settings of a node whose messages are there. `host` is the address at which the node reaches the servers. */
export function clickHouseSettings({ addresses: { urls, cluster, users } }: ClickHouseCluster, host = LOOPBACK) {
  const credentialsOf = (name: string) => `${users?.[name]?.username}:${users?.[name]?.password}`
  return {
    LOGYARD_CLICKHOUSE_URL: urls.map((url) => url.replace(LOOPBACK, host)).join(','),
    LOGYARD_CLICKHOUSE_CLUSTER: cluster,
    LOGYARD_CLICKHOUSE_SEARCHER: credentialsOf('searcher'),
    LOGYARD_CLICKHOUSE_KEEPER: credentialsOf('keeper'),
  }
}

const credentials = (username: string) => ({ username, password: PASSWORD })

function remoteServers(places: readonly Place[]): string {
  const shards = Map.groupBy(places, ({ shard }) => shard)
  const replica = ({ tcpPort }: Place) => `<replica><host>${RELAY_HOST}</host><port>${tcpPort}</port></replica>`
  const shard = (replicas: readonly Place[]) =>
    `<shard><internal_replication>false</internal_replication>${replicas.map(replica).join('')}</shard>`
  const all = [...shards.values()].map(shard).join('')
  return `<remote_servers replace="true"><${CLUSTER}><secret>${PASSWORD}</secret>${all}</${CLUSTER}></remote_servers>`
}

function createServer(
  folder: string,
  place: Place,
  { config, cold }: { readonly config: string; readonly cold: () => ColdPlace | undefined },
): ClusterServer {
  const { shard, replica, httpPort, tcpPort } = place
  const name = `${shard}-${replica}`
  const serverFile = join(folder, `${name}.json`)
  const passwords = Object.fromEntries([OWNER, ...USERS.map((user) => user.name)].map((user) => [user, PASSWORD]))
  const options: ServerOptions = { httpPort, tcpPort, passwords, config }
  let child: ChildProcess | undefined

  async function execute(statement: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${OWNER}:${PASSWORD}`).toString('base64')}`
    const headers = { authorization }
    const response = await fetch(`http://127.0.0.1:${httpPort}/`, { method: 'POST', body: statement, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text.trim()
  }

  return {
    shard,
    replica,
    url: `http://logyard:${PASSWORD}@${LOOPBACK}:${httpPort}/logs`,
    execute,
    async kill() {
      const ended = child?.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child?.kill('SIGKILL')
      await ended
    },
    wipe: () => rm(join(folder, name), { recursive: true }),
    async start() {
      await writeFile(serverFile, JSON.stringify(options))
      const started = spawnEngine({
        dataFolder: join(folder, name),
        program: ENGINE_PROGRAM,
        users: USERS,
        serverFile,
        cold: cold(),
      })
      child = started
      started.stderr.resume()
      await once(started.stdout, 'data')
      started.stdout.resume()
      for (const database of ['logs', 'logs_all']) await execute(`CREATE DATABASE IF NOT EXISTS ${database}`)
    },
    signal: (signal) => void child?.kill(signal),
  }
}
