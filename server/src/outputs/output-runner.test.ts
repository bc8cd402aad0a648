import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createOutputRunner, FAULT_THRESHOLD, WRITE_LIMIT_MS } from './output-runner.ts'
import type { OutputMessages, OutputSink } from './output-type.ts'

const chunk = (...texts: readonly string[]): OutputMessages => ({
  messages: texts.length,
  bytes: Buffer.from(texts.map((text) => `${text}\0`).join('')),
})
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
}

/** An output whose sink is controlled by the test. */
function start(options: { readonly limitBytes?: number; readonly batchMessages?: number } = {}) {
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const sent: string[] = []
  const counts = { written: 0, dropped: 0, opened: 0, closed: 0, faults: [] as number[], recovered: 0 }
  const sink: { answer: () => Promise<number>; isOpen: boolean; open: () => Promise<void> } = {
    answer: async () => 0,
    isOpen: true,
    open: async () => undefined,
  }
  const open = async (): Promise<OutputSink> => {
    await sink.open()
    counts.opened += 1
    sink.isOpen = true
    return {
      isOpen: () => sink.isOpen,
      async send({ bytes }) {
        const failed = await sink.answer()
        sent.push(...Buffer.from(bytes).toString().split('\0').slice(0, -1))
        return failed
      },
      [Symbol.dispose]() {
        counts.closed += 1
      },
    }
  }
  const setup = { batchMessages: options.batchMessages ?? 100, retryMs: 500, open }
  const runner = createOutputRunner({
    clock,
    setup,
    limitBytes: options.limitBytes ?? 1000,
    onWritten: (messages) => {
      counts.written += messages
    },
    onDropped: (messages) => {
      counts.dropped += messages
    },
    onFault: (_error, faults) => counts.faults.push(faults),
    onRecovered: () => {
      counts.recovered += 1
    },
  })
  return { clock, sent, counts, sink, setup, runner, [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose]() }
}

test('an output is opened by its first message, and reopened after the receiver has closed it', async () => {
  await using world = start()
  await settle()
  expect(world.counts.opened).toBe(0)
  world.runner.offer(chunk('a', 'b'))
  await settle()
  world.sink.isOpen = false
  world.runner.offer(chunk('c'))
  await settle()
  expect([world.sent, world.counts]).toEqual([
    ['a', 'b', 'c'],
    { written: 3, dropped: 0, opened: 2, closed: 1, faults: [], recovered: 0 },
  ])
})

test('opening is retried with growing delays, and every 30 s from the fifth failure on', async () => {
  await using world = start()
  world.sink.open = () => Promise.reject(new Error('away'))
  world.runner.offer(chunk('a'))
  await settle()
  const waits = [500, 1000, 2000, 4000, 30_000, 30_000]
  for (const [at, waitMs] of waits.entries()) {
    expect(world.counts.faults.length).toBe(at + 1)
    world.clock.advance(waitMs - 1)
    await settle()
    expect(world.counts.faults.length).toBe(at + 1)
    world.clock.advance(1)
    await settle()
  }
  expect(world.counts.faults).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(FAULT_THRESHOLD).toBe(5)
  world.sink.open = async () => undefined
  world.clock.advance(30_000)
  await settle()
  expect([world.sent, world.counts.recovered, world.runner.queuedMessages()]).toEqual([['a'], 1, 0])
})

test('a write that takes too long is abandoned and repeated through a new sink', async () => {
  await using world = start({ batchMessages: 1 })
  const stuck = Promise.withResolvers<number>()
  world.sink.answer = () => stuck.promise
  world.runner.offer(chunk('a', 'b'))
  await settle()
  world.clock.advance(WRITE_LIMIT_MS)
  await settle()
  world.sink.answer = async () => 0
  world.clock.advance(500)
  await settle()
  expect([world.sent, world.counts]).toEqual([
    ['a', 'b'],
    { written: 2, dropped: 0, opened: 2, closed: 1, faults: [1], recovered: 1 },
  ])
})

test('the queue is bounded, but accepts a single message of any size', async () => {
  await using world = start({ limitBytes: 10 })
  const stuck = Promise.withResolvers<number>()
  world.sink.answer = () => stuck.promise
  world.runner.offer(chunk('far more than ten bytes'))
  world.runner.offer(chunk('a', 'b'))
  await settle()
  expect([world.runner.queuedMessages(), world.counts.dropped]).toEqual([1, 2])
  world.sink.answer = async () => 0
  stuck.resolve(0)
  await settle()
  world.runner.offer(chunk('aaaa'))
  await settle()
  expect([world.sent, world.runner.queuedBytes()]).toEqual([['far more than ten bytes', 'aaaa'], 0])
})

test('messages that the sink loses are counted as dropped', async () => {
  await using world = start()
  world.sink.answer = async () => 2
  world.runner.offer(chunk('a', 'b', 'c'))
  await settle()
  expect([world.counts.written, world.counts.dropped]).toEqual([1, 2])
})

test('a restart closes the sink at once, and no message is sent twice', async () => {
  await using world = start()
  const slow = Promise.withResolvers<number>()
  world.sink.answer = () => slow.promise
  world.runner.offer(chunk('a'))
  await settle()
  world.runner.restart(world.setup)
  world.sink.answer = async () => 0
  slow.resolve(0)
  await settle()
  expect([world.sent, world.counts.opened, world.counts.closed]).toEqual([['a'], 1, 1])
  world.runner.offer(chunk('b'))
  await settle()
  expect([world.sent, world.counts.opened]).toEqual([['a', 'b'], 2])
})

test('shutdown writes queued messages, and counts those it cannot write as dropped', async () => {
  const working = start({ batchMessages: 1 })
  working.runner.offer(chunk('a', 'b', 'c'))
  await working[Symbol.asyncDispose]()
  expect([working.sent, working.counts.closed, working.counts.dropped]).toEqual([['a', 'b', 'c'], 1, 0])

  const away = start()
  away.sink.open = () => Promise.reject(new Error('away'))
  away.runner.offer(chunk('a', 'b'))
  await settle()
  await away[Symbol.asyncDispose]()
  expect(away.counts).toMatchObject({ written: 0, dropped: 2 })
})
