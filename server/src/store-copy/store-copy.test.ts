/** The command `store` beside a server that receives messages all the time: to a ClickHouse server and back. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand, startCommand } from '../backup/testing/run-command.ts'
import { INPUT, startReceiver } from '../senders/testing/receiver.ts'
import { type ExternalClickHouse, startExternalClickHouse } from '../testing/external-clickhouse.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import {
  fill,
  healthy,
  LIMIT_MS,
  OLD,
  readTimes,
  startSender,
  succeeded,
  timesIn,
  tokenFor,
  WITHIN,
  wrongOf,
} from './testing/moving-store.ts'

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

const timesInExternal = async ({ execute }: ExternalClickHouse) => readTimes(await execute(timesIn('logs.messages')))

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
    expect(returned.output).toContain('Remove all settings LOGYARD_CLICKHOUSE_')
    await receiver.server.end('SIGTERM')
    receiver = await start()
    await sender.stop()
    await expect.poll(async () => wrongOf(await receiver.numbers(), sender.acknowledged), WITHIN).toEqual([])
  },
  LIMIT_MS,
)
