/** The command `store` beside a server that receives messages all the time: to a ClickHouse cluster and back. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningCommand, runCommand, startCommand } from '../backup/testing/run-command.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { INPUT, startReceiver } from '../senders/testing/receiver.ts'
import { openStateReader } from '../store/cluster/stored-replicas.ts'
import { type ClickHouseCluster, startClickHouseCluster } from '../testing/clickhouse-cluster.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import {
  fill,
  healthy,
  OLD,
  readTimes,
  startSender,
  succeeded,
  timesIn,
  tokenFor,
  WITHIN,
  wrongOf,
} from './testing/moving-store.ts'

const LIMIT_MS = 300_000
/** Megabytes a second: the old messages take some seconds. */
const SLOW = ['--limit', '2']
/** The messages of the last minute take some seconds, too. */
const SLOWER = ['--limit', '0.4']
/** The pause of the sender: less than the slow copy takes. */
const EVERY_MS = 200

/** The addresses without user and password, and both for the command. */
function targetOf({ addresses }: ClickHouseCluster) {
  const urls = addresses.urls.map((text) => new URL(text))
  const [first] = urls
  const env = { STORE_USER: `${first?.username}:${first?.password}` }
  for (const url of urls) Object.assign(url, { username: '', password: '' })
  return { args: [urls.map(({ href }) => href).join(','), '--cluster', addresses.cluster], env }
}

const settingsOf = ({ addresses: { urls, cluster, users = {} } }: ClickHouseCluster) => ({
  LOGYARD_CLICKHOUSE_URL: urls.join(','),
  LOGYARD_CLICKHOUSE_CLUSTER: cluster,
  ...Object.fromEntries(
    Object.values(users).map(({ username, password }) => [
      username.replace('logyard_', 'LOGYARD_CLICKHOUSE_').toUpperCase(),
      `${username}:${password}`,
    ]),
  ),
})

/** How often each message is stored on the shards; fails if the replicas of one differ. */
async function timesInCluster({ servers }: ClickHouseCluster): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>()
  for (const replicas of Map.groupBy(servers, ({ shard }) => shard).values()) {
    const [first = '', ...others] = await Promise.all(
      replicas.map(({ execute }) => execute(`${timesIn('logs.messages')} ORDER BY n`)),
    )
    for (const other of others) if (other !== first) return new Map()
    for (const [n, count] of readTimes(first)) times.set(n, (times.get(n) ?? 0) + count)
  }
  return times
}

async function untilPaused({ child }: RunningCommand): Promise<void> {
  let output = ''
  child.stdout?.on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output, WITHIN).toContain('Processing is paused.')
}

async function stateOf(dataFolder: string) {
  const config = readConfig({ LOGYARD_DATA: dataFolder })
  await using reader = openStateReader({ config, clock: systemClock, log: createLog('off') })
  return (await reader.read()).map(({ shard, state, round }) => ({ shard, state, round }))
}

test(
  'all messages move to a cluster and back, each once on each replica, while commands and servers are killed',
  async () => {
    await using data = await temporaryFolder()
    await using cluster = await startClickHouseCluster({ shards: 2, replicas: [2, 1] })
    const { args, env } = targetOf(cluster)
    const dataFolder = data.path
    await using receivers = new AsyncDisposableStack()
    const start = async (settings: Readonly<Record<string, string>> = {}) => {
      const receiver = receivers.use(await startReceiver({ dataFolder, env: settings }))
      await healthy(receiver)
      return receiver
    }
    let receiver = await start()
    await fill(dataFolder)
    const input = await receiver.launch(INPUT.gelfHttp)
    const sender = startSender(input.port, EVERY_MS)
    onTestFinished(sender.stop)
    const token = await tokenFor(receiver)

    const command = (...more: readonly string[]) => ({
      start: (...first: [string, ...string[]]) =>
        startCommand('store', [...first, ...args, ...more], { dataFolder, env: { ...env, STORE_TOKEN: token } }),
    })
    const rowsOn = async (shard: number) =>
      Number(
        await cluster
          .server(shard, 1)
          .execute('SELECT count() FROM logs.messages')
          .catch(() => '0'),
      )
    const killed = command(...SLOW).start('copy')
    await expect.poll(() => rowsOn(2), WITHIN).toBeGreaterThan(0)
    killed.child.kill('SIGKILL')
    const before = await rowsOn(1)
    const going = command(...SLOW).start('copy')
    await expect.poll(() => rowsOn(1), WITHIN).toBeGreaterThan(before)
    await cluster.server(1, 2).kill()
    await cluster.server(1, 2).start()
    succeeded(await going.ended)
    expect((await rowsOn(1)) + (await rowsOn(2))).toBeGreaterThanOrEqual(OLD)
    // On a busy machine messages are stored later than they count as settled, and come with the next copy.
    const copiedAgain = async () => {
      succeeded(await command().start('copy').ended)
      return (await command().start('verify').ended).output
    }
    await expect.poll(copiedAgain, WITHIN).toContain('Both stores have the same.')
    await cluster
      .server(1, 2)
      .execute("ALTER TABLE logs.messages DELETE WHERE message = 'number 7' SETTINGS mutations_sync = 2")
    const different = await command().start('verify').ended
    expect(different.code).toBe(1)
    expect(different.output).toContain(`(${String(cluster.addresses.urls[1]).replace(/\/\/.*@/, '//')})`)

    const cutOver = command(...SLOWER, '--cut-over', '--address', receiver.url)
    const lost = cutOver.start('copy')
    await untilPaused(lost)
    lost.child.kill('SIGKILL')
    expect(await receiver.call('/logyard/processing/hold')).toMatchObject({ is_paused: true })
    const last = cutOver.start('copy')
    await untilPaused(last)
    await cluster.server(2, 1).kill()
    await cluster.server(2, 1).start()
    const ended = await last.ended
    succeeded(ended)
    expect(ended.output).toContain(`LOGYARD_CLICKHOUSE_CLUSTER to ${cluster.addresses.cluster}`)
    expect(ended.output).not.toContain(env.STORE_USER.split(':')[1])
    expect(await receiver.call('/logyard/processing/hold')).toEqual({ is_paused: true, is_quiet: true })
    const during = sender.acknowledged.length
    await expect.poll(() => sender.acknowledged.length, WITHIN).toBeGreaterThan(during + 3)
    await receiver.server.end('SIGKILL')
    const moved = settingsOf(cluster)
    receiver = await start(moved)
    expect((await stateOf(dataFolder)).toSorted((a, b) => a.shard - b.shard)).toEqual([
      { shard: 0, state: 'complete', round: 0 },
      { shard: 0, state: 'complete', round: 0 },
      { shard: 1, state: 'complete', round: 0 },
    ])
    await expect
      .poll(async () => wrongOf(await timesInCluster(cluster), sender.acknowledged.slice(0, during + 3)), WITHIN)
      .toEqual([])

    // The first replica of a shard lacks messages.
    await cluster.server(1, 1).kill()
    await expect.poll(() => stateOf(dataFolder), WITHIN).toContainEqual(expect.objectContaining({ state: 'behind' }))
    renameSync(join(dataFolder, 'engine'), join(dataFolder, 'engine-before'))
    const returned = await runCommand('store', ['copy', 'embedded', '--cut-over', '--address', receiver.url], {
      dataFolder,
      env: { ...moved, STORE_TOKEN: token },
    })
    succeeded(returned)
    expect(returned.output).toContain('Remove all settings LOGYARD_CLICKHOUSE_')
    await receiver.server.end('SIGTERM')
    receiver = await start()
    await sender.stop()
    await expect.poll(async () => wrongOf(await receiver.numbers(), sender.acknowledged), WITHIN).toEqual([])
  },
  LIMIT_MS,
)
