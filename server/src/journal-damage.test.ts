/**
 * A whole Logyard on a corrupted journal: either it starts, stores all intact messages and reports the damaged ones, or
 * it says which file is damaged and what to do. No message is lost silently.
 */
import { cpSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Origin } from './ingest/journal/journal.ts'
import { openJournal } from './ingest/journal/lmdb-journal.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'
import { type Receiver, startReceiver } from './senders/testing/receiver.ts'
import { rounds } from './testing/rounds.ts'
import { startServer } from './testing/server-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const ROUNDS = rounds(2, 120)
/** Mostly for engines that start while the machine is busy. */
const MS_PER_ROUND = 120_000
const MESSAGES = 4000
const PAGE = 4096
const META_FROM = 24
const META_TO = 160

const template = await temporaryFolder()
const journalIn = (dataFolder: string) => join(dataFolder, 'journal')
const fileIn = (dataFolder: string) => join(dataFolder, 'journal', 'data.mdb')

/** A data folder whose journal holds messages that are not stored yet, in blocks of all sizes. */
beforeAll(async () => {
  await (await startServer({ dataFolder: template.path })).end('SIGTERM')
  await using journal = openJournal({ folder: journalIn(template.path), clock: systemClock, log: createLog('off') })
  const origin: Origin = { inputId: '00000000000000000000000a', nodeId: 'test', codec: 'gelf', configuration: {} }
  for (let number = 0; number < MESSAGES; number += 1) {
    const payload = Buffer.from(
      JSON.stringify({
        version: '1.1',
        host: 'test',
        short_message: `number ${number}`,
        _text: 'x'.repeat(number % 997),
      }),
    )
    const raw = { payload, receivedAtMs: Date.now(), remoteAddress: '127.0.0.1', remotePort: 1 }
    if (!journal.append(origin, raw)) throw new Error('the journal is full')
    if (number < 300 ? number % 7 === 0 : number % 500 === 0) await journal.flushed()
  }
}, MS_PER_ROUND)

afterAll(() => template[Symbol.asyncDispose]())

interface Damage {
  readonly title: string
  readonly bytes: Buffer
}

const random = (below: number) => Math.floor(Math.random() * below)
const isTree = (file: Buffer, page: number) =>
  page > 1 && file.readUInt32LE(page * PAGE) === page && [1, 2].includes(file.readUInt16LE(page * PAGE + 18))

function flipped(file: Buffer, place: number): Damage {
  const bytes = Buffer.from(file)
  const before = file.readUInt8(place)
  const after = (before + 1 + random(255)) % 256
  bytes.writeUInt8(after, place)
  return { title: `byte ${place} is ${after} instead of ${before}`, bytes }
}

const kinds: readonly ((file: Buffer) => Damage)[] = [
  (file) => {
    const length = random(file.length)
    return { title: `cut to ${length} of ${file.length} bytes`, bytes: file.subarray(0, length) }
  },
  (file) => flipped(file, random(file.length)),
  (file) => flipped(file, random(2) * PAGE + META_FROM + random(META_TO - META_FROM)),
  (file) => {
    const pages = Array.from({ length: file.length / PAGE }, (_, page) => page).filter((page) => isTree(file, page))
    return flipped(file, (pages[random(pages.length)] ?? 0) * PAGE + random(PAGE))
  },
]

/** The server started on the folder, or the error with which it refuses to start. */
async function startOn(dataFolder: string): Promise<Receiver | string> {
  return await startReceiver({ dataFolder }).catch(String)
}

/** Every message in the journal is stored once, except those reported as damaged. Returns how many were. */
async function expectRestStored(receiver: Receiver, damage: Damage): Promise<number> {
  const uncommitted = async () => (await receiver.call('/system/journal'))['uncommitted_journal_entries']
  await expect.poll(uncommitted, { timeout: MS_PER_ROUND, message: damage.title }).toBe(0)
  const body = JSON.stringify({ metrics: ['logyard.journal.damaged-entries'] })
  const { metrics } = Object(await receiver.call('/system/metrics/multiple', { method: 'POST', body }))
  const damaged = Number(metrics[0].metric.value)
  const stored = await receiver.numbers()
  expect([...stored.values()].every((times) => times === 1)).toBe(true)
  expect(stored.size + damaged, damage.title).toBe(MESSAGES)
  if (damaged > 0) {
    expect(receiver.server.output()).toContain('damaged messages in the journal are left out and set aside')
    const [name = ''] = readdirSync(join(receiver.server.dataFolder, 'journal', 'damaged'))
    const [first = 0, last = 0] = name.split(/[-.]/).map(Number)
    expect([...stored.keys()].filter((number) => number >= first && number <= last)).toEqual([])
    expect(last - first + 1).toBe(damaged)
  }
  return damaged
}

function expectRefused(refusal: string, dataFolder: string, { title, bytes }: Damage): void {
  expect(refusal, title).toContain('ended with 1 before it was ready')
  expect(refusal, title).toContain(`The message journal is damaged: ${fileIn(dataFolder)} cannot be used, because `)
  expect(refusal, title).toContain(`mv '${journalIn(dataFolder)}' '${journalIn(dataFolder)}-damaged'`)
  expect(refusal, title).not.toMatch(/\n\s+at /)
  expect(readFileSync(fileIn(dataFolder)).equals(bytes), title).toBe(true)
}

test(`a journal that is damaged at ${ROUNDS} random places`, { timeout: ROUNDS * MS_PER_ROUND }, async () => {
  const original = readFileSync(fileIn(template.path))
  for (let round = 0; round < ROUNDS; round += 1) {
    const damage = kinds[round % kinds.length]?.(original)
    if (damage === undefined) throw new Error('there is no such damage')
    await using folder = await temporaryFolder()
    cpSync(template.path, folder.path, { recursive: true })
    writeFileSync(fileIn(folder.path), damage.bytes)
    const started = await startOn(folder.path)
    if (typeof started === 'string') {
      expectRefused(started, folder.path, damage)
      continue
    }
    await using receiver = started
    await expectRestStored(receiver, damage)
  }
})

test('a corrupt block is set aside and reported, and all others are stored', {
  timeout: MS_PER_ROUND,
}, async () => {
  await using folder = await temporaryFolder()
  cpSync(template.path, folder.path, { recursive: true })
  const file = readFileSync(fileIn(folder.path))
  const place = file.indexOf('"number 2345"') + 3
  file.writeUInt8(file.readUInt8(place) ^ 1, place)
  writeFileSync(fileIn(folder.path), file)
  await using receiver = await startReceiver({ dataFolder: folder.path })
  const damaged = await expectRestStored(receiver, { title: 'one byte of a message', bytes: file })
  expect(damaged).toBeGreaterThan(0)
  const told = async () => JSON.stringify(await receiver.call('/system/notifications'))
  await expect.poll(told).toContain('Messages in the message journal are damaged')
})

test('a truncated file is refused until its folder is moved as the error says', { timeout: MS_PER_ROUND }, async () => {
  await using folder = await temporaryFolder()
  cpSync(template.path, folder.path, { recursive: true })
  truncateSync(fileIn(folder.path), 9000)
  const bytes = readFileSync(fileIn(folder.path))
  const damage = { title: 'cut to 9000 bytes', bytes }
  expectRefused(String(await startOn(folder.path)), folder.path, damage)
  renameSync(journalIn(folder.path), `${journalIn(folder.path)}-damaged`)
  await using server = await startServer({ dataFolder: folder.path })
  expect((await fetch(`${server.url}api/system/lbstatus`)).status).toBe(200)
  expect(readFileSync(join(`${journalIn(folder.path)}-damaged`, 'data.mdb')).equals(bytes)).toBe(true)
})

test('a damaged store of failed messages is reported in the same way', { timeout: MS_PER_ROUND }, async () => {
  await using folder = await temporaryFolder()
  cpSync(template.path, folder.path, { recursive: true })
  truncateSync(join(folder.path, 'failures', 'data.mdb'), 5000)
  const refused = String(await startOn(folder.path))
  expect(refused).toContain(`The store of failed messages is damaged: ${join(folder.path, 'failures', 'data.mdb')}`)
  expect(refused).toContain(`mv '${join(folder.path, 'failures')}' '${join(folder.path, 'failures')}-damaged'`)
})
