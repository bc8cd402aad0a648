/** The command `store` beside a server that receives messages all the time: to a ClickHouse server and back. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type CommandResult, runCommand, startCommand } from '../backup/testing/run-command.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { connectToEngine } from '../testing/engine-owner.ts'
import { type ExternalClickHouse, startExternalClickHouse } from '../testing/external-clickhouse.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Servers and engines start more slowly while the machine is busy. */
const LIMIT_MS = 180_000
const WITHIN = { timeout: LIMIT_MS }
const OLD = 20_000
const PER_BATCH = 50
/** Megabytes a second: the old messages take some seconds. */
const SLOW = ['--limit', '2']

/** The address without user and password, and both for the command. */
function targetOf({ url: text }: ExternalClickHouse) {
  const url = new URL(text)
  const env = { STORE_USER: `${url.username}:${url.password}` }
  url.username = ''
  url.password = ''
  return { address: url.href, env }
}

/** Messages `number 0` and so on, of two indices and several days, as if they had been received then. */
async function fill(dataFolder: string): Promise<void> {
  const engine = await connectToEngine(dataFolder)
  await engine.command({
    query: `INSERT INTO messages (received, journal_offset, place, index, day, timestamp, source, message, stream_ids, fields)
      SELECT now64(3) - toIntervalSecond(3600 + number * 15) AS at, number, 0, if(number % 4 = 0, 'graylog_0', 'old_7'),
        toDate(at), at, concat('web-', toString(number % 7)), concat('number ', toString(number)), '',
        toJSONString(map('n', toString(number), concat('f', toString(number % 40)), 'é'))
      FROM numbers(${OLD})`,
  })
  await engine.close()
}

/** Sends batches over HTTP, also while the server is away, until it is stopped. Each number is sent once. */
function startSender(port: number) {
  const acknowledged: number[] = []
  let isStopped = false
  async function send() {
    for (let first = 1_000_000; !isStopped; first += PER_BATCH) {
      const lines = Array.from({ length: PER_BATCH }, (_, at) =>
        JSON.stringify({ version: '1.1', host: 'sender', short_message: `number ${first + at}`, _n: first + at }),
      )
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') }).catch(
        () => undefined,
      )
      if (answer?.status === 202) acknowledged.push(first)
      await sleep(20)
    }
  }
  const sending = send()
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await sending
    },
  }
}

const healthy = ({ call }: Receiver) =>
  expect.poll(() => call('/system/indexer/cluster/health').catch(String), WITHIN).toMatchObject({ status: 'green' })

async function tokenFor({ call }: Receiver): Promise<string> {
  const { token } = await call('/users/admin/tokens/store', { method: 'POST', body: '{}' })
  return String(token)
}

/** How often each number is stored. */
async function timesInExternal({ execute }: ExternalClickHouse): Promise<ReadonlyMap<number, number>> {
  const text = await execute(
    `SELECT toUInt32(substring(message, 8)) AS n, count() FROM logs.messages WHERE startsWith(message, 'number ') GROUP BY n`,
  )
  return new Map(
    text.split('\n').flatMap((line) => {
      const [n, times] = line.split('\t').map(Number)
      return n === undefined || times === undefined ? [] : [[n, times] as const]
    }),
  )
}

/** The numbers of acknowledged messages that are not stored once, and all that are stored more than once. */
function wrongOf(times: ReadonlyMap<number, number>, acknowledged: readonly number[]): readonly number[] {
  const expected = [
    ...Array.from({ length: OLD }, (_, n) => n),
    ...acknowledged.flatMap((first) => Array.from({ length: PER_BATCH }, (_, at) => first + at)),
  ]
  const missing = expected.filter((n) => times.get(n) !== 1)
  return [...missing, ...[...times].flatMap(([n, count]) => (count > 1 ? [n] : []))].slice(0, 20)
}

const succeeded = ({ code, output }: CommandResult) => expect({ code, output }).toMatchObject({ code: 0 })

test(
  'all messages move to a ClickHouse server and back, each once, while commands and servers are killed',
  async () => {
    await using data = await temporaryFolder()
    await using external = await startExternalClickHouse()
    const { address, env } = targetOf(external)
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
    const sender = startSender(input.port)
    const token = await tokenFor(receiver)

    const copiedRows = async () => Number(await external.execute('SELECT count() FROM logs.messages').catch(() => '0'))
    const killed = startCommand('store', ['copy', address, ...SLOW], { dataFolder, env })
    await expect.poll(copiedRows, WITHIN).toBeGreaterThan(0)
    killed.child.kill('SIGKILL')
    const going = startCommand('store', ['copy', address, ...SLOW], { dataFolder, env })
    const before = await copiedRows()
    await expect.poll(copiedRows, WITHIN).toBeGreaterThan(before)
    await receiver.server.end('SIGKILL')
    receiver = await start()
    succeeded(await going.ended)
    expect(await copiedRows()).toBeGreaterThanOrEqual(OLD)
    const verified = await runCommand('store', ['verify', address], { dataFolder, env })
    succeeded(verified)
    expect(verified.output).toContain('Both stores have the same.')

    const cutOver = await runCommand('store', ['copy', address, '--cut-over', '--address', receiver.url], {
      dataFolder,
      env: { ...env, STORE_TOKEN: token },
    })
    succeeded(cutOver)
    expect(cutOver.output).toContain(`Set LOGYARD_CLICKHOUSE_URL to ${address}`)
    expect(cutOver.output).not.toContain(env.STORE_USER.split(':')[1])
    expect(await receiver.call('/logyard/processing/hold')).toEqual({ is_paused: true, is_quiet: true })
    const during = sender.acknowledged.length
    await expect.poll(() => sender.acknowledged.length, WITHIN).toBeGreaterThan(during + 3)
    await receiver.server.end('SIGKILL')
    const moved = { LOGYARD_CLICKHOUSE_URL: external.url }
    receiver = await start(moved)
    await expect
      .poll(async () => wrongOf(await timesInExternal(external), sender.acknowledged.slice(0, during + 3)), WITHIN)
      .toEqual([])

    const back = (more: Readonly<Record<string, string>>) =>
      runCommand('store', ['copy', 'embedded', '--cut-over', '--address', receiver.url], { dataFolder, env: more })
    const refused = await back({ ...moved, STORE_TOKEN: token })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain('it has other messages already')
    renameSync(join(dataFolder, 'engine'), join(dataFolder, 'engine-before'))
    const returned = await back({ ...moved, STORE_TOKEN: token })
    succeeded(returned)
    expect(returned.output).toContain('Remove LOGYARD_CLICKHOUSE_URL')
    await receiver.server.end('SIGTERM')
    receiver = await start()
    await sender.stop()
    await expect.poll(async () => wrongOf(await receiver.numbers(), sender.acknowledged), WITHIN).toEqual([])
  },
  LIMIT_MS,
)
