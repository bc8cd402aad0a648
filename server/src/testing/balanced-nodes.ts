/** Three nodes on one PostgreSQL and two ClickHouse servers, behind a load balancer. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startBalancer } from './balancer.ts'
import { clickHouseSettings, startClickHouseCluster } from './clickhouse-cluster.ts'
import { freePort } from './free-port.ts'
import { startPostgres } from './postgres-server.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Names the environment variable that puts three nodes in the place of the server of some tests (`npm run soak`). */
export const SEVERAL_NODES = 'TEST_NODES'
const ADDRESSES = ['127.0.0.11', '127.0.0.12', '127.0.0.13']

export type TestedServer = AsyncDisposable & Pick<ServerProcess, 'url' | 'output'>

/** The server of a test, which is three nodes behind a load balancer if the environment says so. */
export const startServerOrNodes = (env: Readonly<Record<string, string>> = {}): Promise<TestedServer> =>
  process.env[SEVERAL_NODES] === undefined ? startServer({ env }) : startBalancedNodes(env)

async function startBalancedNodes(more: Readonly<Record<string, string>>): Promise<TestedServer> {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const postgres = starting.use(await startPostgres())
  const clickHouse = starting.use(await startClickHouseCluster({ shards: 2, replicas: 1 }))
  const [web, input, nodePort, inputPort] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${web}/`
  const env = {
    LOGYARD_SECRET: randomBytes(32).toString('hex'),
    LOGYARD_POSTGRES_URL: await postgres.createDatabase(),
    ...clickHouseSettings(clickHouse),
    LOGYARD_EXTERNAL_URL: url,
    LOGYARD_TRUSTED_PROXIES: '127.0.0.1',
    ...more,
  }
  const start = async (address: string) =>
    starting.use(
      await startServer({
        dataFolder: join(folder.path, address),
        env: { ...env, LOGYARD_LISTEN: `${address}:${nodePort}` },
      }),
    )
  // At once, on empty stores.
  const nodes = await Promise.all(ADDRESSES.map(start))
  starting.use(
    await startBalancer({
      web: `127.0.0.1:${web}`,
      input: `127.0.0.1:${input}`,
      nodes: ADDRESSES.map((address) => ({ web: `${address}:${nodePort}`, input: `${address}:${inputPort}` })),
    }),
  )
  const running = starting.move()
  return {
    url,
    output: () => nodes.map((node) => node.output()).join(''),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
