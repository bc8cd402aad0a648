import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { numberedMessage, readMessages, testOrigin, textOf } from '../../testing/journal-messages.ts'
import { rounds } from '../../testing/rounds.ts'
import { onSmallDisk, whyNoSmallDisk } from '../../testing/small-disk.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Journal, MAX_RAW_BYTES } from './journal.ts'
import { createBlockBuilder } from './journal-block.ts'
import { type JournalOptions, openJournal } from './lmdb-journal.ts'

const log = createLog('off')
const APPENDER = join(import.meta.dirname, '..', '..', 'testing', 'append-to-journal.ts')
const FILLER = join(import.meta.dirname, '..', '..', 'testing', 'fill-block-store.ts')

const openIn = (folder: string, more: Partial<JournalOptions> = {}) =>
  openJournal({ folder, clock: systemClock, log, ...more })

function appendNumbers(journal: Journal, from: number, to: number) {
  for (let number = from; number < to; number += 1) {
    if (!journal.append(testOrigin, numberedMessage(number))) throw new Error(`number ${number} was refused`)
  }
}

test('messages are read as they were appended, in order, with their origin', async () => {
  await using folder = await temporaryFolder()
  await using journal = openIn(folder.path)
  const other = { ...testOrigin, inputId: 'other', configuration: { deep: { list: [1, 'two'] } } }
  for (let number = 0; number < 3000; number += 1) {
    journal.append(number % 7 === 0 ? other : testOrigin, numberedMessage(number))
  }
  const messages = await readMessages(journal, 0, 3000)
  expect(messages.map(({ offset }) => offset)).toEqual(Array.from({ length: 3000 }, (_, number) => number))
  for (const { offset, origin, raw } of messages) {
    const expected = numberedMessage(offset)
    expect(origin).toEqual(offset % 7 === 0 ? other : testOrigin)
    expect({ ...raw, payload: Buffer.from(raw.payload) }).toEqual(expected)
  }
})

test('blocks of input threads keep their order and origins, large and small, and count as received now', async () => {
  await using folder = await temporaryFolder()
  const other = { ...testOrigin, inputId: 'other' }
  const originOf = (number: number) => (number % 3 === 0 ? other : testOrigin)
  const ends = [3, 2000, 2001, 4000, 4005]
  const startedAtMs = systemClock.now().getTime()
  let journal = openIn(folder.path)
  let number = 0
  for (const end of ends) {
    const block = createBlockBuilder(100)
    for (; number < end; number += 1) block.add(originOf(number), numberedMessage(number))
    expect(journal.appendAccepted(block.finish())).toBe(true)
    expect(journal.append(originOf(number), numberedMessage(number))).toBe(true)
    number += 1
  }
  await journal.flushed()
  await journal[Symbol.asyncDispose]()
  journal = openIn(folder.path)
  const messages = await readMessages(journal, 0, number)
  await journal[Symbol.asyncDispose]()
  const expected = Array.from({ length: number }, (_, index) => numberedMessage(index).payload.toString())
  expect(messages.map(textOf)).toEqual(expected)
  expect(messages.map(({ offset }) => offset)).toEqual(expected.map((_, index) => index))
  expect(messages.filter(({ offset, origin }) => origin.inputId !== originOf(offset).inputId)).toEqual([])
  const appendedAlone = ends.filter((end) => (messages[end]?.raw.receivedAtMs ?? 0) < startedAtMs)
  expect(appendedAlone).toEqual(ends)
  expect(messages.filter(({ raw }) => raw.receivedAtMs < startedAtMs).length).toBe(ends.length)
})

test('offsets and commits survive a restart, even of an empty journal', async () => {
  await using folder = await temporaryFolder()
  {
    await using journal = openIn(folder.path)
    appendNumbers(journal, 0, 100)
    await journal.flushed()
    const [first] = await journal.read(0, 1, AbortSignal.timeout(20_000))
    appendNumbers(journal, 100, 200)
    journal.commit(first?.count ?? 0)
  }
  {
    await using journal = openIn(folder.path)
    expect(journal.replayEndOffset).toBe(200)
    expect(journal.committedOffset).toBe(100)
    const messages = await readMessages(journal, journal.committedOffset, 200)
    expect(messages.map(textOf)).toEqual(
      Array.from({ length: 100 }, (_, index) => numberedMessage(100 + index).payload.toString()),
    )
    journal.commit(200)
  }
  await using journal = openIn(folder.path)
  expect(journal.figures()).toMatchObject({ uncommittedEntries: 0, blocks: 0, sizeBytes: 0 })
  appendNumbers(journal, 200, 201)
  expect((await readMessages(journal, 200, 201)).map(({ offset }) => offset)).toEqual([200])
})

test('a read waits for the next message and can be aborted', async () => {
  await using folder = await temporaryFolder()
  await using journal = openIn(folder.path)
  const leaving = new AbortController()
  const waiting = journal.read(0, 1000, leaving.signal)
  leaving.abort(new Error('called off'))
  await expect(waiting).rejects.toThrow('called off')
  const reading = journal.read(0, 1000, AbortSignal.timeout(20_000))
  appendNumbers(journal, 0, 1)
  expect(await reading).toMatchObject([{ firstOffset: 0, count: 1 }])
})

test('a full journal refuses messages until a commit makes room', async () => {
  await using folder = await temporaryFolder()
  await using journal = openIn(folder.path, { sizeLimitBytes: 300_000 })
  let taken = 0
  while (journal.append(testOrigin, numberedMessage(taken))) taken += 1
  expect(journal.isFull()).toBe(true)
  await journal.flushed()
  const room = journal.writable(AbortSignal.timeout(20_000))
  expect((await readMessages(journal, 0, taken)).length).toBe(taken)
  journal.commit(taken)
  await room
  expect(journal.isFull()).toBe(false)
  expect(journal.append(testOrigin, numberedMessage(taken))).toBe(true)
  expect((await readMessages(journal, taken, taken + 1)).map(({ offset }) => offset)).toEqual([taken])
})

test('appendAll appends all messages or none', async () => {
  await using folder = await temporaryFolder()
  await using journal = openIn(folder.path, { sizeLimitBytes: 300_000 })
  const many = Array.from({ length: 5000 }, (_, number) => numberedMessage(number))
  // More than fits: a journal with room accepts the batch and is full then.
  expect(journal.appendAll(testOrigin, many)).toBe(true)
  expect(journal.isFull()).toBe(true)
  expect(journal.appendAll(testOrigin, [numberedMessage(5000)])).toBe(false)
  await journal.flushed()
  expect((await readMessages(journal, 0, 5000)).map(textOf)).toEqual(many.map(({ payload }) => String(payload)))
  journal.commit(5000)
  await journal.writable(AbortSignal.timeout(20_000))
  expect(journal.appendAll(testOrigin, [numberedMessage(5000)])).toBe(true)
  const tooLong = { ...numberedMessage(1), payload: Buffer.alloc(MAX_RAW_BYTES + 1) }
  expect(() => journal.appendAll(testOrigin, [numberedMessage(5001), tooLong])).toThrow(RangeError)
  expect(journal.figures().uncommittedEntries).toBe(1)
})

test('noted resolves once a commit is durable', async () => {
  await using folder = await temporaryFolder()
  {
    await using journal = openIn(folder.path)
    await journal.noted(0)
    appendNumbers(journal, 0, 100)
    await journal.flushed()
    let isNoted = false
    const noted = journal.noted(100).then(() => {
      isNoted = true
    })
    await readMessages(journal, 0, 100)
    expect(isNoted).toBe(false)
    journal.commit(100)
    await noted
    // What a process would find after a crash at this moment.
    await using copy = await temporaryFolder()
    await cp(folder.path, copy.path, { recursive: true })
    await using later = openIn(copy.path)
    expect(later.committedOffset).toBe(100)
  }
  const closed = openIn(folder.path)
  const never = closed.noted(101)
  await closed[Symbol.asyncDispose]()
  await expect(never).rejects.toThrow()
})

test('disk space is reused: many times the size limit passes through a journal', async () => {
  await using folder = await temporaryFolder()
  await using journal = openIn(folder.path, { sizeLimitBytes: 1_000_000 })
  let number = 0
  let read = 0
  while (number < 20_000) {
    while (number < 20_000 && journal.append(testOrigin, numberedMessage(number))) number += 1
    const messages = await readMessages(journal, read, number)
    expect(messages.map(({ offset }) => offset)).toEqual(
      Array.from({ length: number - read }, (_, index) => read + index),
    )
    read = number
    journal.commit(read)
    await journal.writable(AbortSignal.timeout(20_000))
  }
})

test('expired messages are deleted, and counted if they were not stored', async () => {
  await using folder = await temporaryFolder()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  await using journal = openIn(folder.path, { clock, ageLimitMs: 60_000 })
  appendNumbers(journal, 0, 10)
  clock.advance(5)
  await journal.flushed()
  expect(journal.figures().oldestAt).toEqual(new Date('2026-03-01T09:00:00.005Z'))
  clock.advance(1000)
  clock.advance(58_000)
  appendNumbers(journal, 10, 15)
  clock.advance(5)
  await journal.flushed()
  expect(journal.figures()).toMatchObject({ uncommittedEntries: 15, expiredEntries: 0 })
  clock.advance(3000)
  await expect.poll(() => journal.figures()).toMatchObject({ uncommittedEntries: 5, expiredEntries: 10, blocks: 1 })
  expect((await readMessages(journal, 0, 15)).map(({ offset }) => offset)).toEqual([10, 11, 12, 13, 14])
})

test('no message expires because the clock is set, or was wrong or away when the journal was closed', async () => {
  await using folder = await temporaryFolder()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const options = { clock, ageLimitMs: 60_000 }
  {
    await using journal = openIn(folder.path, options)
    appendNumbers(journal, 0, 10)
    clock.advance(5)
    await journal.flushed()
    clock.setBy(86_400_000)
    clock.advance(5000)
  }
  clock.advance(3_600_000)
  await using journal = openIn(folder.path, options)
  clock.advance(5000)
  expect((await readMessages(journal, 0, 10)).length).toBe(10)
  // Whatever is deleted is deleted before this resolves.
  journal.commit(10)
  await journal.noted(10)
  expect(journal.figures().expiredEntries).toBe(0)
})

test('rates are those of the last second', async () => {
  await using folder = await temporaryFolder()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  await using journal = openIn(folder.path, { clock })
  appendNumbers(journal, 0, 30)
  clock.advance(5)
  await readMessages(journal, 0, 30)
  clock.advance(1000)
  expect(journal.figures()).toMatchObject({ appendedPerSecond: 30, readPerSecond: 30 })
  clock.advance(1000)
  expect(journal.figures()).toMatchObject({ appendedPerSecond: 0, readPerSecond: 0 })
})

test('while the disk is nearly full messages wait in memory, and all are written later', async () => {
  await using folder = await temporaryFolder()
  let free = 1000
  await using journal = openIn(folder.path, { freeBytes: async () => free })
  appendNumbers(journal, 0, 5000)
  expect(journal.isFull()).toBe(false)
  let isFlushed = false
  const flushing = journal.flushed().then(() => {
    isFlushed = true
  })
  await expect.poll(() => journal.figures().writeFailure).toMatchObject({ code: 'journal-disk-full' })
  expect(isFlushed).toBe(false)
  expect(journal.append(testOrigin, numberedMessage(5000))).toBe(false)
  const room = journal.writable(AbortSignal.timeout(10_000))
  free = Number.MAX_SAFE_INTEGER
  await flushing
  await room
  expect(journal.figures()).toMatchObject({ writeFailure: undefined, unflushedEntries: 0 })
  expect((await readMessages(journal, 0, 5000)).map(({ offset }) => offset)).toEqual(
    Array.from({ length: 5000 }, (_, number) => number),
  )
})

test('a killed process loses nothing that was reported as flushed', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder()
  let first = 0
  for (let round = 0; round < rounds(1, 50); round += 1) {
    const child = spawn(process.execPath, [APPENDER, folder.path, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let reached = first
    createInterface({ input: child.stdout }).on('line', (line) => {
      reached = Number(line)
      if (reached > first + 2000 + ((round * 613) % 1500)) child.kill('SIGKILL')
    })
    await exited
    await using journal = openIn(folder.path)
    expect(journal.replayEndOffset).toBeGreaterThanOrEqual(reached)
    const messages = await readMessages(journal, first, journal.replayEndOffset)
    expect(messages.map(({ offset }) => offset)).toEqual(
      Array.from({ length: journal.replayEndOffset - first }, (_, index) => first + index),
    )
    for (const message of messages) expect(textOf(message)).toBe(numberedMessage(message.offset).payload.toString())
    first = journal.replayEndOffset
    journal.commit(first)
  }
})

test('a full disk fails only the commit, and works again once there is room', async ({ skip }) => {
  const reason = await whyNoSmallDisk()
  skip(reason !== undefined, reason)
  await using folder = await temporaryFolder()
  const [program, ...args] = onSmallDisk(folder.path, '16m')
  const { stdout } = await promisify(execFile)(program, [...args, process.execPath, FILLER, folder.path])
  expect(JSON.parse(stdout)).toEqual({ isFull: true, writesAfterwards: true, keepsWhatItWrote: true })
})
