/** The clock of a whole server is wrong for a while and then right again: nothing is lost, and a notice says so. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDraft, startEventServer } from '../events/testing/start-event-server.ts'
import { INPUT, startReceiver } from '../senders/testing/receiver.ts'
import { connectToEngine } from '../testing/engine-owner.ts'
import { freePort } from '../testing/free-port.ts'
import { rounds } from '../testing/rounds.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const SHIFT_CLOCK = join(import.meta.dirname, '..', 'testing', 'shift-clock.mjs')
const DAY_MS = 86_400_000
const PATIENCE = { timeout: 60_000, interval: 200 }
/** Seconds by which the clock is set wrong: the first in `npm test`, all one after another in `npm run soak`. */
const JUMPS = [7200, -10_800, 60, 26 * 3600, -300, 72 * 3600, -86_400, 3600].slice(0, rounds(1, 8))

test('messages before, while and after the clock is wrong are one event each', {
  timeout: 300_000 * JUMPS.length,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-clock-'))
  const file = join(folder, 'shift')
  const inputPort = await freePort()
  await using server = await startEventServer({
    inputPort,
    env: { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, TEST_CLOCK_SHIFT_FILE: file },
  })
  const stream = await server.stream('lab')
  const config = { search_within_ms: 1000, execute_every_ms: 1000, streams: [stream] }
  const { id } = await server.make('POST', '/events/definitions', aDraft({ config }))
  const send = async () => {
    const message = { version: '1.1', host: 'web-1', short_message: 'a message', _room: 'lab' }
    const answer = await fetch(`http://127.0.0.1:${inputPort}/gelf`, { method: 'POST', body: JSON.stringify(message) })
    expect(answer.status).toBe(202)
  }
  // Events of the time that was wrong lie in the future.
  const timerange = { type: 'absolute', from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
  const found = async () =>
    (await server.make('POST', '/events/search', { timerange, filter: { event_definitions: [id] } })).total_events
  const notice = async () => {
    const { notifications } = await server.make('GET', '/system/notifications')
    return JSON.stringify(notifications.filter(({ type }: { type: string }) => type === 'clock_jumped'))
  }

  let sent = 0
  const isFoundOnce = async () => {
    await send()
    sent += 1
    await expect.poll(found, PATIENCE).toBe(sent)
  }
  const isTold = (seconds: number) =>
    expect.poll(notice, PATIENCE).toContain(`It went ${seconds > 0 ? 'forward' : 'back'} by ${Math.abs(seconds)} s`)

  await isFoundOnce()
  for (const seconds of JUMPS) {
    await writeFile(file, String(1000 * seconds))
    await isTold(seconds)
    await isFoundOnce()
    await writeFile(file, '0')
    await isTold(-seconds)
    await isFoundOnce()
  }
  await rm(folder, { recursive: true, force: true })
})

test('messages are stored once under ids of their own although the clock goes back by a day, also during a restart', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'shift')
  const dataFolder = join(folder.path, 'data')
  const options = { dataFolder, env: { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, TEST_CLOCK_SHIFT_FILE: file } }
  const setClock = (shiftMs: number) => writeFile(file, String(shiftMs))
  await mkdir(dataFolder)
  await setClock(0)
  let receiver = await startReceiver(options)
  await using _last = { [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
  const { port } = await receiver.launch(INPUT.gelfHttp)
  let sent = 0
  async function send(): Promise<void> {
    const numbers = Array.from({ length: 500 }, (_, index) => sent + index)
    const body = numbers.map((n) => JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n}` }))
    const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: body.join('\n') })
    expect(answer.status).toBe(202)
    sent += numbers.length
  }
  const isListening = () =>
    expect
      .poll(() => fetch(`http://127.0.0.1:${port}/gelf`, { method: 'OPTIONS' }).then(({ ok }) => ok, String), PATIENCE)
      .toBe(true)

  await send()
  await setClock(-DAY_MS)
  await expect
    .poll(async () => JSON.stringify(await receiver.call('/system/notifications')), PATIENCE)
    .toContain(`It went back by ${DAY_MS / 1000} s`)
  await send()
  await receiver.server.end('SIGKILL')
  receiver = await startReceiver(options)
  await isListening()
  await send()
  await receiver.server.end('SIGKILL')
  await setClock(0)
  receiver = await startReceiver(options)
  await isListening()
  await send()

  await expect.poll(async () => (await receiver.numbers()).size, PATIENCE).toBe(sent)
  expect([...(await receiver.numbers()).values()].filter((times) => times !== 1)).toEqual([])
  const client = await connectToEngine(dataFolder)
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const query = `SELECT uniqExact(id) AS ids, uniqExact(gl2_message_id) AS others FROM messages
    WHERE startsWith(message, 'number ')`
  expect(await (await client.query({ query, format: 'JSONEachRow' })).json()).toEqual([{ ids: sent, others: sent }])
  const range = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
  const search = `/search/universal/absolute?${new URLSearchParams({ query: 'message:number', ...range })}`
  expect(await receiver.call(search)).toMatchObject({ total_results: sent })
  await expect
    .poll(async () => (await receiver.call('/system/journal'))['uncommitted_journal_entries'], PATIENCE)
    .toBe(0)
})
