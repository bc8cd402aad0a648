import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createSystemMessages } from '../notices/system-messages.ts'
import type { Clock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createScheduler } from '../platform/scheduler/scheduler.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { openSettingsOf } from '../testing/settings-of-folder.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import type { JobKind, TellProgress } from './job-kind.ts'
import { systemJobCollection } from './system-job-store.ts'
import { createSystemJobs } from './system-jobs.ts'

const LEASE_MS = 30_000
const START = '2026-03-01T09:00:00.000Z'

const parameters = Type.Object({ hole: Type.String() })
const digging: JobKind<typeof parameters> = {
  name: 'org.example.DigJob',
  parameters,
  description: () => 'Digs.',
  info: ({ hole }) => `Digging ${hole}.`,
  isCancelable: true,
  providesProgress: true,
  maxRunning: 2,
}

/** A process of a node: another connection to the same settings. `begun` are the holes at which it began to dig. */
async function startNode(nodeId: string, folder: string, clock: Clock, kind = digging) {
  const log = createLog('fatal')
  const settings = await openSettingsOf(folder, { clock, log })
  const facts = { settings, clock, ids: createIds(clock.now), log, nodeId }
  const messages = createSystemMessages(facts)
  const scheduler = createScheduler({ ...facts, metrics: { counter: () => ({ increment: () => undefined }) } })
  const jobs = createSystemJobs({ ...facts, scheduler, messages })
  const begun: string[] = []
  const left: string[] = []
  let progress: TellProgress = () => undefined
  let ends = Promise.withResolvers<void>()
  const dig = jobs.register(kind, {
    async run({ hole }, signal, tell) {
      begun.push(hole)
      progress = tell
      await unlessAborted(ends.promise, signal)
    },
    afterCancel: async ({ hole }) => void left.push(hole),
    afterGivingUp: async ({ hole }) => void left.push(hole),
  })
  return {
    settings,
    jobs,
    dig,
    begun,
    left,
    progress: (...told: Parameters<TellProgress>) => progress(...told),
    end: () => ends.resolve(),
    fail() {
      ends.reject(new Error('a stone'))
      ends = Promise.withResolvers()
    },
    contents: async () => (await messages.page(1)).messages.map(({ content }) => content),
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]()
      await scheduler[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
    },
  }
}

const ids = async ({ jobs }: Pick<Awaited<ReturnType<typeof startNode>>, 'jobs'>) =>
  (await jobs.list()).map(({ id }) => id)
const finished = expect.stringMatching(/^SystemJob <\w+> \[org\.example\.DigJob\] finished in \d+ms\.$/)
const givenUp = expect.stringMatching(/was given up after 3 tries\. The log says why\.$/)
const soon = { interval: 2 }

test('a job that a stop interrupts goes on with its progress, and leaves one message', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  const before: unknown[] = []
  for (let stop = 1; stop <= 5; stop++) {
    await using node = await startNode('one', temporary.folder, clock)
    await node.jobs.open()
    await node.dig.start({ hole: 'a' })
    await expect.poll(() => node.begun, soon).toEqual(['a'])
    if (stop === 1) node.progress(0.5)
    before.push(...(await node.jobs.list()))
  }
  expect(before).toHaveLength(5)
  expect(new Set(before.map((job) => JSON.stringify(job))).size).toBe(1)
  expect(before[0]).toMatchObject({ percent_complete: 50, started_at: START, node_id: 'one' })

  await using node = await startNode('one', temporary.folder, clock)
  await node.jobs.open()
  await expect.poll(() => node.begun, soon).toEqual(['a'])
  node.progress(0.5)
  expect(await node.jobs.list()).toMatchObject([{ percent_complete: 75 }])
  node.end()
  await expect.poll(() => node.jobs.list(), soon).toEqual([])
  expect(await node.contents()).toEqual([finished])
})

test('another node goes on with the job of a dead node once its lease has expired', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  // Its clock stands still, so it renews nothing.
  await using dead = await startNode('dead', temporary.folder, fixedClock(START))
  await dead.jobs.open()
  await dead.dig.start({ hole: 'a' })
  await expect.poll(() => dead.begun, soon).toEqual(['a'])
  await using other = await startNode('other', temporary.folder, clock)
  await other.jobs.open()
  clock.advance(LEASE_MS - 1)
  expect(await other.jobs.list()).toMatchObject([{ node_id: 'dead' }])
  const begunLater = () => {
    clock.advance(1000)
    return other.begun
  }
  await expect.poll(begunLater, soon).toEqual(['a'])
  expect(await other.jobs.list()).toMatchObject([{ node_id: 'other' }])
  // The one that lost it does not end it.
  dead.end()
  await dead.jobs[Symbol.asyncDispose]()
  expect(await other.jobs.list()).toHaveLength(1)
  other.end()
  await expect.poll(() => other.jobs.list(), soon).toEqual([])
  expect(await other.contents()).toEqual([finished])
})

test('a cancelled job stays cancelled, also if the server ends before the job does', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  const ended = await startNode('one', temporary.folder, clock)
  await ended.dig.start({ hole: 'a' }, 60_000)
  const [id = ''] = await ids(ended)
  await ended[Symbol.asyncDispose]()
  // As if the process had ended just after the answer.
  await temporary.settings.collection(systemJobCollection).update(id, (job) => ({ ...job, is_cancelled: true }))
  await using node = await startNode('one', temporary.folder, clock)
  await node.jobs.open()
  await expect.poll(() => node.left, soon).toEqual(['a'])
  await expect.poll(() => ids(node), soon).toEqual([])
  expect([node.begun, await node.contents()]).toEqual([[], []])
})

test('a job is cancelled while it waits, while it runs, and between two tries', async () => {
  await using temporary = await temporarySettings()
  await using node = await startNode('one', temporary.folder, fixedClock(START))
  const cancelAll = async () => {
    for (const id of await ids(node)) await node.jobs.cancel(id)
    await expect.poll(() => ids(node), soon).toEqual([])
  }
  await node.dig.start({ hole: 'waiting' }, 60_000)
  await cancelAll()
  await node.dig.start({ hole: 'running' })
  await expect.poll(() => node.begun, soon).toEqual(['running'])
  await cancelAll()
  await node.dig.start({ hole: 'failed' })
  await expect.poll(() => node.begun, soon).toEqual(['running', 'failed'])
  node.fail()
  await cancelAll()
  expect(node.left).toEqual(['waiting', 'running', 'failed'])
  expect(node.begun).toEqual(['running', 'failed'])
})

test('a job that fails again and again is given up, and not begun again for ten minutes', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using node = await startNode('one', temporary.folder, clock)
  await node.jobs.open()
  await node.dig.start({ hole: 'a' })
  for (let tries = 1; tries <= 3; tries++) {
    await expect.poll(() => node.begun.length, soon).toBe(tries)
    node.fail()
    const isOver = () => {
      clock.advance(5000)
      return node.begun.length > tries || node.left.length > 0
    }
    await expect.poll(isOver, soon).toBe(true)
  }
  await expect.poll(() => node.contents(), soon).toEqual([givenUp])
  expect([node.left, await ids(node)]).toEqual([['a'], []])
  await node.dig.start({ hole: 'a' })
  expect(await ids(node)).toEqual([])
  clock.advance(600_000)
  await expect.poll(() => node.dig.start({ hole: 'a' }).then(() => ids(node)), soon).toHaveLength(1)
})

test('a job at which the server ends three times is given up, unless it gets further', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using killed = new AsyncDisposableStack()
  /** The processes before it are not stopped: they ended in the middle of the job. */
  const start = async () => {
    const node = killed.use(await startNode('one', temporary.folder, clock))
    await node.jobs.open()
    return node
  }
  const first = await start()
  await first.dig.start({ hole: 'a' })
  await expect.poll(() => first.begun, soon).toEqual(['a'])
  const stored = () => first.settings.collection(systemJobCollection).list()
  for (let tries = 2; tries <= 3; tries++) {
    const node = await start()
    await expect.poll(() => node.begun, soon).toEqual(['a'])
    expect(await stored()).toMatchObject([{ tries }])
    if (tries === 3) node.progress(0.1)
  }
  await expect.poll(stored, soon).toMatchObject([{ tries: 0, share: 0.1 }])
  for (let tries = 1; tries <= 3; tries++) {
    const node = await start()
    await expect.poll(() => node.begun, soon).toEqual(['a'])
  }
  const last = await start()
  await expect.poll(() => last.contents(), soon).toEqual([givenUp])
  expect([last.begun, await ids(last)]).toEqual([[], []])
})

test('progress is stored once a second at most, and shown at once', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using node = await startNode('one', temporary.folder, clock)
  await node.dig.start({ hole: 'a' })
  await expect.poll(() => node.begun, soon).toEqual(['a'])
  const shares: number[] = []
  const stored = node.settings.collection(systemJobCollection)
  using _listening = node.settings.onChange(systemJobCollection.name, async () => {
    shares.push(...(await stored.list()).map(({ share }) => share))
  })
  for (let percent = 1; percent <= 50; percent++) node.progress(percent / 100)
  await expect.poll(() => shares.length, soon).toBe(1)
  expect(await node.jobs.list()).toMatchObject([{ percent_complete: 50 }])
  clock.advance(1000)
  for (let percent = 51; percent <= 90; percent++) node.progress(percent / 100)
  await expect.poll(() => shares, soon).toEqual([0.5, 0.9])
  expect(await node.jobs.list()).toMatchObject([{ percent_complete: 90 }])
})

test('a job tells what it does now', async () => {
  await using temporary = await temporarySettings()
  await using node = await startNode('one', temporary.folder, fixedClock(START))
  await node.dig.start({ hole: 'a' })
  await expect.poll(() => node.begun, soon).toEqual(['a'])
  node.progress(0.5, 'Digging a: 3 of 6 stones.')
  expect(await node.jobs.list()).toMatchObject([{ percent_complete: 50, info: 'Digging a: 3 of 6 stones.' }])
  node.progress(0.6)
  expect(await node.jobs.list()).toMatchObject([{ percent_complete: 60, info: 'Digging a.' }])
})

test('the same work is started once, and a commit can start it', async () => {
  await using temporary = await temporarySettings()
  await using node = await startNode('one', temporary.folder, fixedClock(START))
  await Promise.all([node.dig.start({ hole: 'a' }), node.dig.start({ hole: 'a' })])
  await node.settings.commit([node.dig.starting({ hole: 'b' })])
  await expect.poll(() => node.begun, soon).toEqual(['a', 'b'])
  await node.dig.start({ hole: 'b' })
  expect(await node.jobs.list()).toMatchObject([{ info: 'Digging a.' }, { info: 'Digging b.' }])
  await expect(node.dig.start({ hole: 'c' })).rejects.toMatchObject({ code: 'system-jobs-too-many' })
})
