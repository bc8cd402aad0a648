import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { WRITE_LIMIT_MS } from './delivery-fields.ts'
import { openOutputChunks } from './output-chunks.ts'
import { createOutputQueue, type QueueLimits } from './output-queue.ts'
import { createOutputRunner, FAULT_THRESHOLD, type OutputSetup } from './output-runner.ts'
import { MessagesRefused, type OutputMessages, type OutputSink } from './output-type.ts'

const messagesOf = (...texts: readonly string[]): OutputMessages => ({
  messages: texts.length,
  bytes: Buffer.from(texts.map((text) => `${text}\0`).join('')),
})
const textsOf = ({ bytes }: OutputMessages) => Buffer.from(bytes).toString().split('\0').slice(0, -1)

interface Options {
  readonly folder: string
  readonly limits?: Partial<QueueLimits>
  readonly setup?: Partial<OutputSetup>
  readonly freeBytes?: number
  readonly isAway?: boolean
}

/** An output with a real queue, whose sink is controlled by the test. */
async function start({ folder, limits, freeBytes = 2 ** 40, isAway = false, ...options }: Options) {
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const chunks = await openOutputChunks({ folder, log: createLog('off'), freeBytes: async () => freeBytes })
  const sent: string[][] = []
  const counts = { written: 0, dropped: 0, opened: 0, closed: 0, faults: 0, recovered: 0 }
  const sink = {
    answer: async (_texts: readonly string[]) => 0,
    isOpen: true,
    open: isAway ? () => Promise.reject(new Error('away')) : async () => undefined,
  }
  async function open(): Promise<OutputSink> {
    await sink.open()
    counts.opened += 1
    sink.isOpen = true
    return {
      isOpen: () => sink.isOpen,
      async send(batch) {
        const lost = await sink.answer(textsOf(batch))
        sent.push(textsOf(batch))
        return lost
      },
      [Symbol.dispose]() {
        counts.closed += 1
      },
    }
  }
  const setup: OutputSetup = {
    batch: { messages: 100, bytes: 1000 },
    gatherMs: 0,
    retryMs: 500,
    writeLimitMs: WRITE_LIMIT_MS,
    open,
    ...options.setup,
  }
  const onDropped = (messages: number) => {
    counts.dropped += messages
  }
  const queue = createOutputQueue({
    outputId: 'output',
    chunks,
    clock,
    limits: { bytes: 1000, ageMs: 3_600_000, ...limits },
    onDropped,
  })
  const runner = createOutputRunner({
    clock,
    setup,
    queue,
    onWritten: (messages) => {
      counts.written += messages
    },
    onDropped,
    onFault: () => {
      counts.faults += 1
    },
    onRecovered: () => {
      counts.recovered += 1
    },
  })
  return {
    ...{ clock, sent, counts, sink, setup, runner, queue },
    async offer(...texts: readonly string[]) {
      const chunk = queue.chunkOf(messagesOf(...texts))
      await chunks.add([chunk])
      queue.added(chunk)
      runner.wake()
    },
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]()
      await chunks[Symbol.asyncDispose]()
    },
  }
}

test('an output is opened by its first message, and reopened after the receiver has closed it', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path })
  expect(world.counts.opened).toBe(0)
  await world.offer('a', 'b')
  await expect.poll(() => world.counts.written).toBe(2)
  world.sink.isOpen = false
  await world.offer('c')
  await expect.poll(() => world.counts.written).toBe(3)
  expect(world.sent.flat()).toEqual(['a', 'b', 'c'])
  expect(world.counts).toMatchObject({ dropped: 0, opened: 2, closed: 1, faults: 0 })
  expect([world.queue.messages(), world.queue.bytes(), world.queue.oldestAtMs()]).toEqual([0, 0, undefined])
})

test('opening is retried with growing delays, and every 30 s from the fifth failure on', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path, isAway: true })
  await world.offer('a')
  for (const [at, waitMs] of [500, 1000, 2000, 4000, 30_000, 30_000].entries()) {
    await expect.poll(() => world.counts.faults).toBe(at + 1)
    world.clock.advance(waitMs - 1)
    expect(world.counts.faults).toBe(at + 1)
    world.clock.advance(1)
  }
  await expect.poll(() => world.counts.faults).toBe(7)
  expect(FAULT_THRESHOLD).toBe(5)
  world.sink.open = async () => undefined
  world.clock.advance(30_000)
  await expect.poll(() => world.counts.recovered).toBe(1)
  expect([world.sent, world.queue.messages()]).toEqual([[['a']], 0])
})

test('a write that takes too long is abandoned and repeated through a new sink', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path, setup: { batch: { messages: 1, bytes: 1000 } } })
  const stuck = Promise.withResolvers<number>()
  world.sink.answer = () => stuck.promise
  await world.offer('a', 'b')
  await expect.poll(() => world.counts.opened).toBe(1)
  world.clock.advance(WRITE_LIMIT_MS)
  await expect.poll(() => world.counts.faults).toBe(1)
  world.sink.answer = async () => 0
  world.clock.advance(500)
  await expect.poll(() => world.counts.written).toBe(2)
  expect(world.sent.flat()).toEqual(['a', 'b'])
  expect(world.counts).toMatchObject({ opened: 2, closed: 1, recovered: 1 })
})

test('a message that the receiver refuses is dropped alone, and the others of its batch are sent', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path })
  world.sink.answer = async (texts) => {
    if (texts.includes('bad')) throw new MessagesRefused('status 400')
    return 0
  }
  await world.offer('a', 'b', 'c', 'bad', 'd', 'e')
  await expect.poll(() => world.counts).toMatchObject({ written: 5, dropped: 1, opened: 1, faults: 0 })
  expect([world.sent.flat(), world.queue.messages()]).toEqual([['a', 'b', 'c', 'd', 'e'], 0])
})

test('messages that the sink loses are counted as dropped', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path })
  world.sink.answer = async () => 2
  await world.offer('a', 'b', 'c')
  await expect.poll(() => world.counts).toMatchObject({ written: 1, dropped: 2 })
})

test('messages that wait are sent after a restart, from the first that was not sent', async () => {
  await using folder = await temporaryFolder()
  const before = await start({ folder: folder.path, isAway: true })
  await before.offer('a', 'b')
  await before.offer('c')
  await expect.poll(() => before.counts.faults).toBe(1)
  await before[Symbol.asyncDispose]()
  expect(before.counts.dropped).toBe(0)
  await using after = await start({ folder: folder.path })
  expect(after.queue.messages()).toBe(3)
  await after.offer('d')
  await expect.poll(() => after.counts.written).toBe(4)
  expect(after.sent.flat()).toEqual(['a', 'b', 'c', 'd'])
  await after[Symbol.asyncDispose]()
  await using empty = await start({ folder: folder.path })
  expect(empty.queue.messages()).toBe(0)
})

test('above its limit the queue drops and counts the oldest messages, but not those that are being sent', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({
    folder: folder.path,
    limits: { bytes: 12 },
    setup: { batch: { messages: 1, bytes: 1 } },
  })
  const stuck = Promise.withResolvers<number>()
  world.sink.answer = () => stuck.promise
  await world.offer('sending')
  await expect.poll(() => world.counts.opened).toBe(1)
  await world.offer('old1', 'old2')
  await world.offer('new')
  expect([world.queue.messages(), world.counts.dropped]).toEqual([2, 2])
  stuck.resolve(0)
  await expect.poll(() => world.counts.written).toBe(2)
  expect(world.sent.flat()).toEqual(['sending', 'new'])
  await world.offer('one message of any size is sent')
  await expect.poll(() => world.counts.written).toBe(3)
  expect(world.queue.bytes()).toBe(0)
})

test('messages that have waited for too long are dropped and counted', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path, limits: { ageMs: 60_000 }, isAway: true })
  await world.offer('old')
  await expect.poll(() => world.counts.faults).toBe(1)
  world.clock.advance(60_001)
  await expect.poll(() => world.counts.dropped).toBe(1)
  expect(world.queue.oldestAtMs()).toBe(undefined)
})

test('messages are gathered until a batch is whole, or the oldest has waited long enough', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({
    folder: folder.path,
    setup: { gatherMs: 5000, batch: { messages: 3, bytes: 1000 } },
  })
  await world.offer('a')
  await world.offer('b')
  expect(world.sent).toEqual([])
  await world.offer('c', 'd')
  await expect.poll(() => world.sent).toEqual([['a', 'b', 'c']])
  world.clock.advance(4999)
  expect(world.sent.length).toBe(1)
  world.clock.advance(1)
  await expect.poll(() => world.sent).toEqual([['a', 'b', 'c'], ['d']])
})

test('nothing is queued while the disk is nearly full', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path, freeBytes: 1000 })
  await expect(world.offer('a')).rejects.toThrow('the disk is nearly full')
  expect(world.queue.messages()).toBe(0)
})

test('a restart closes the sink at once, and no message is sent twice', async () => {
  await using folder = await temporaryFolder()
  await using world = await start({ folder: folder.path })
  const slow = Promise.withResolvers<number>()
  world.sink.answer = () => slow.promise
  await world.offer('a')
  await expect.poll(() => world.counts.opened).toBe(1)
  world.runner.restart(world.setup)
  world.sink.answer = async () => 0
  slow.resolve(0)
  await expect.poll(() => world.counts.closed).toBe(1)
  await world.offer('b')
  await expect.poll(() => world.counts.written).toBe(2)
  expect([world.sent.flat(), world.counts.opened]).toEqual([['a', 'b'], 2])
})
