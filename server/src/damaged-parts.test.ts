/** A whole Logyard on damaged files of messages: it says so, finds all other messages, and stores new ones. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { INPUT, type LaunchedInput, startReceiver } from './senders/testing/receiver.ts'
import { connectToEngine } from './testing/engine-owner.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const DAY_MS = 86_400_000
const PER_DAY = 20

/** The same day from start to end. */
const TODAY = Math.floor(Date.now() / DAY_MS)
const startOfDay = (daysAgo: number) => (TODAY - daysAgo) * DAY_MS

async function send({ port }: LaunchedInput, daysAgo: number): Promise<void> {
  const at = (startOfDay(daysAgo) + 1000) / 1000
  const lines = Array.from({ length: PER_DAY }, (_, n) =>
    JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${daysAgo * PER_DAY + n}`, timestamp: at }),
  )
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(answer.status).toBe(202)
}

/** The folders of the table with the messages of the day, and of no other. */
async function foldersOf(dataFolder: string, daysAgo: number): Promise<() => readonly string[]> {
  const client = await connectToEngine(dataFolder)
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const query = `SELECT DISTINCT path, partition_id FROM system.parts
    WHERE database = currentDatabase() AND table = 'messages' AND active AND endsWith(partition, {day:String})`
  const query_params = { day: `'${new Date(startOfDay(daysAgo)).toISOString().slice(0, 10)}')` }
  const answer = await client.query({ query, query_params, format: 'JSONEachRow' })
  const [part] = await answer.json<{ path: string; partition_id: string }>()
  if (part === undefined) throw new Error('the day has no messages')
  const table = dirname(part.path)
  return () => {
    const names = readdirSync(table).filter((name) => name.startsWith(`${part.partition_id}_`))
    return names.map((name) => join(table, name))
  }
}

/** Changes a byte of each so many bytes. */
function damage(folders: readonly string[], file: string, every: number): void {
  expect(folders.length).toBeGreaterThan(0)
  for (const path of folders.map((folder) => join(folder, file)).filter(existsSync)) {
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; at += every) bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    writeFileSync(path, bytes)
  }
}

test('damaged files are told in words, other messages are found, and new ones stored', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder()
  const dataFolder = folder.path
  let receiver = await startReceiver({ dataFolder })
  await using _last = { [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
  const input = await receiver.launch(INPUT.gelfHttp)
  for (const daysAgo of [1, 2, 3]) await send(input, daysAgo)
  await expect.poll(async () => (await receiver.numbers().catch(() => undefined))?.size).toBe(3 * PER_DAY)
  const [twoDaysAgo, threeDaysAgo] = await Promise.all([2, 3].map((daysAgo) => foldersOf(dataFolder, daysAgo)))
  await receiver.server.end('SIGTERM')
  damage(twoDaysAgo?.() ?? [], 'count.txt', 1)
  damage(threeDaysAgo?.() ?? [], 'data.bin', 30)

  receiver = await startReceiver({ dataFolder })
  const total = async (daysAgo: number) => {
    const iso = (ms: number) => new Date(ms).toISOString()
    const range = { from: iso(startOfDay(daysAgo)), to: iso(startOfDay(daysAgo - 1) - 1) }
    const query = new URLSearchParams({ query: 'message:number', ...range })
    return (await receiver.call(`/search/universal/absolute?${query}`))['total_results']
  }
  await expect.poll(() => total(1).catch(String)).toBe(PER_DAY)
  expect(await total(2)).toBe(0)
  await expect(total(3)).rejects.toThrow(/Messages in the message store are damaged: error \d+ .*Other time ranges/)
  const told = async () => JSON.stringify(await receiver.call('/system/notifications'))
  await expect.poll(told).toMatch(/The message store could not read \d+ folders with messages/)
  expect(receiver.server.output()).toContain('files with messages are damaged and set aside')

  await expect.poll(() => send(input, 0).then(() => 'sent', String)).toBe('sent')
  await expect.poll(() => total(0)).toBe(PER_DAY)
  expect(await total(1)).toBe(PER_DAY)
})
