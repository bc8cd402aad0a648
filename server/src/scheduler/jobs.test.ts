import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { RETRY_MS } from './job-runner.ts'
import { jobCollection, type Schedule, triggerCollection } from './job-store.ts'
import type { JobOutcome, JobRun, JobSlots, JobType } from './job-type.ts'
import { settableClock, startJobs } from './testing/start-jobs.ts'

const START = '2026-03-01T09:00:00.000Z'
const HOUR_MS = 3_600_000
const ONCE: Schedule = { type: 'once' }
const MINUTELY: Schedule = { type: 'interval', interval: 1, unit: 'MINUTES' }

const resultCollection = defineCollection({
  name: 'test_results',
  audit: 'note',
  schema: Type.Object({ id: Type.String() }),
})

type Node = ReturnType<typeof startJobs>

async function insertJob(settings: SettingsStore, node: Node, clock: Clock, schedule = ONCE, delayMs = 0) {
  const nextTime = new Date(clock.now().getTime() + delayMs)
  const draft = { title: 'Test', description: '', config: { type: 'test' } }
  const { job, writes } = node.writes.inserting(draft, { schedule, nextTime, data: { run: 1 } })
  await settings.commit(writes)
  return job
}

async function triggerOf(node: Node, jobId: string) {
  const [trigger] = await node.listTriggers(jobId)
  if (trigger === undefined) throw new Error('the job has no trigger')
  return trigger
}

/** Runs that the test ends one by one. */
function heldType(atOnce = 1) {
  const runs: { readonly run: JobRun; end(outcome: JobOutcome): void }[] = []
  const type: JobType = {
    type: 'test',
    atOnce,
    run(run) {
      const { promise, resolve } = Promise.withResolvers<JobOutcome>()
      runs.push({ run, end: resolve })
      return unlessAborted(promise, run.signal)
    },
  }
  return { type, runs }
}

const statusOf = (node: Node, jobId: string) => async () => (await triggerOf(node, jobId)).status

test('two nodes on one store run each due trigger once', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  const ran: string[] = []
  const type: JobType = {
    type: 'test',
    atOnce: 5,
    run: async ({ trigger }) => {
      ran.push(trigger.id)
      return { kind: 'done' }
    },
  }
  await using one = startJobs('one', { settings, clock })
  await using two = startJobs('two', { settings, clock })
  for (const node of [one, two]) node.register(type)
  const job = await insertJob(settings, one, clock)
  const more = Array.from({ length: 99 }, () =>
    one.writes.triggering(job.id, { schedule: ONCE, nextTime: clock.now() }),
  )
  await settings.commit(more)
  await Promise.all([one.open(), two.open()])
  await expect.poll(async () => settings.collection(triggerCollection).countBy('status', 'complete')).toBe(100)
  expect([ran.length, new Set(ran).size]).toEqual([100, 100])
  expect(one.counts.get('logyard.jobs.test.runs')).toBeGreaterThan(0)
  expect(two.counts.get('logyard.jobs.test.runs')).toBeGreaterThan(0)
})

test('the writes of a run and the next state of its trigger are one commit, or neither is stored', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const results = settings.collection(resultCollection)
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const seen: unknown[] = []
  node.register({
    type: 'test',
    atOnce: 1,
    run: async ({ trigger }) => {
      seen.push(trigger.data)
      const next = { at: new Date(clock.now().getTime() + 60_000), data: { run: 2 } }
      return { kind: 'done', writes: [results.inserting({ id: 'found' }), results.inserting({ id: 'new' })], next }
    },
  })
  await results.insert({ id: 'found' })
  const job = await insertJob(settings, node, clock, MINUTELY)
  await node.open()
  await expect.poll(async () => (await triggerOf(node, job.id)).problem).toBeDefined()
  expect((await results.list()).map(({ id }) => id)).toEqual(['found'])
  expect(await triggerOf(node, job.id)).toMatchObject({ status: 'runnable', data: { run: 1 } })
  await results.delete('found')
  clock.advance(RETRY_MS)
  await expect.poll(async () => (await triggerOf(node, job.id)).data).toEqual({ run: 2 })
  expect((await results.list()).map(({ id }) => id)).toEqual(['found', 'new'])
  const after = await triggerOf(node, job.id)
  expect(after).toMatchObject({ status: 'runnable', next_time: '2026-03-01T09:01:05.000Z' })
  expect(after.problem).toBeUndefined()
  expect(after.lock.owner).toBeNull()
  expect(seen).toEqual([{ run: 1 }, { run: 1 }])
})

test('a retry repeats the run with the same data, and a failed trigger does not run again', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = heldType()
  node.register(held.type)
  const job = await insertJob(settings, node, clock)
  await node.open()
  await expect.poll(() => held.runs.length).toBe(1)
  expect(await triggerOf(node, job.id)).toMatchObject({
    status: 'running',
    triggered_at: START,
    lock: { owner: 'one' },
  })
  held.runs[0]?.end({ kind: 'retry', at: new Date('2026-03-01T09:00:10.000Z'), reason: 'The engine is busy.' })
  await expect.poll(statusOf(node, job.id)).toBe('runnable')
  expect(await triggerOf(node, job.id)).toMatchObject({ problem: 'The engine is busy.', data: { run: 1 } })
  clock.advance(10_000)
  await expect.poll(() => held.runs.length).toBe(2)
  expect(held.runs[1]?.run.trigger.data).toEqual({ run: 1 })
  expect(node.counts.get('logyard.jobs.test.retries')).toBe(1)
  held.runs[1]?.end({ kind: 'failed', reason: 'The definition does not exist.' })
  await expect.poll(statusOf(node, job.id)).toBe('error')
  clock.advance(HOUR_MS)
  await settings.commit(node.writes.inserting({ title: 'Other', description: '', config: { type: 'test' } }).writes)
  expect([held.runs.length, (await triggerOf(node, job.id)).problem]).toEqual([2, 'The definition does not exist.'])
})

test('a trigger that is rescheduled while its job runs ends that run, and starts from its new data', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = heldType()
  node.register(held.type)
  const job = await insertJob(settings, node, clock, MINUTELY)
  await node.open()
  await expect.poll(() => held.runs.length).toBe(1)
  const trigger = await node.findTrigger(job.id)
  if (trigger === undefined) throw new Error('the job has no trigger')
  await settings.commit([node.writes.rescheduling(trigger, { nextTime: clock.now(), data: { run: 7 } })])
  await expect.poll(() => held.runs.length).toBe(2)
  expect(held.runs[0]?.run.signal.aborted).toBe(true)
  expect(held.runs[1]?.run.trigger.data).toEqual({ run: 7 })
  expect(held.runs[1]?.run.signal.aborted).toBe(false)
})

test('at most as many jobs of a type run at once as it permits, and types do not take slots from each other', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = { test: heldType(2), other: heldType(3) }
  node.register(held.test.type)
  node.register({ ...held.other.type, type: 'other' })
  for (const type of [...Array.from({ length: 5 }, () => 'other'), 'test', 'test', 'test']) {
    const draft = { title: type, description: '', config: { type } }
    await settings.commit(node.writes.inserting(draft, { schedule: ONCE, nextTime: clock.now() }).writes)
    clock.advance(1)
  }
  const running = () => [held.test.runs.length, held.other.runs.length]
  await node.open()
  await expect.poll(running).toEqual([2, 3])
  held.other.runs[0]?.end({ kind: 'done' })
  await expect.poll(running).toEqual([2, 4])
  held.test.runs[0]?.end({ kind: 'done' })
  await expect.poll(running).toEqual([3, 4])
})

/** Jobs whose title is the name of their owner. */
function ownedType(limits: Omit<Partial<JobType>, 'run'> = {}) {
  const held = heldType(4)
  const type: JobType = { ...held.type, ownerOf: async ({ title }) => title, ...limits }
  const running = () => held.runs.map(({ run }) => run.job.title)
  return { ...held, type, running }
}

async function insertOwned(settings: SettingsStore, node: Node, clock: Clock, owners: readonly string[]) {
  for (const title of owners) {
    const draft = { title, description: '', config: { type: 'test' } }
    await settings.commit(node.writes.inserting(draft, { schedule: ONCE, nextTime: clock.now() }).writes)
  }
}

test('jobs of one owner that hang leave a slot to another owner', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = ownedType()
  node.register(held.type)
  await insertOwned(
    settings,
    node,
    clock,
    Array.from({ length: 10 }, () => 'ann'),
  )
  await node.open()
  await expect.poll(held.running).toEqual(['ann', 'ann', 'ann'])
  clock.advance(1000)
  await insertOwned(settings, node, clock, ['bob', 'bob'])
  await expect.poll(held.running).toEqual(['ann', 'ann', 'ann', 'bob'])
  clock.advance(1000)
  // One slot stays free for a third owner; the next one goes to the owner who used least.
  for (const place of [0, 1]) held.runs[place]?.end({ kind: 'done' })
  await expect.poll(held.running).toEqual(['ann', 'ann', 'ann', 'bob', 'bob'])
})

test('an owner has at most as many slots as the type permits, also when nobody else waits', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = ownedType({ atOnceOfOwner: 2 })
  node.register(held.type)
  await insertOwned(settings, node, clock, ['ann', 'ann', 'ann', 'bob'])
  await node.open()
  await expect.poll(() => held.running().toSorted()).toEqual(['ann', 'ann', 'bob'])
})

test('jobs that may take one slot share it, and one that may take none waits until it may', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const slots = new Map<string, JobSlots>([
    ['slow', 'one'],
    ['paused', 'none'],
  ])
  const held = ownedType({ slotsOf: ({ title }) => slots.get(title) ?? 'any' })
  node.register(held.type)
  await insertOwned(settings, node, clock, ['slow', 'slow', 'paused', 'ann'])
  await node.open()
  await expect.poll(() => held.running().toSorted()).toEqual(['ann', 'slow'])
  slots.set('paused', 'any')
  clock.advance(1000)
  await expect.poll(() => held.running().toSorted()).toEqual(['ann', 'paused', 'slow'])
  held.runs.find(({ run }) => run.job.title === 'slow')?.end({ kind: 'done' })
  await expect.poll(statusesOf(node, settings)).toContain('complete')
  clock.advance(1000)
  await expect.poll(() => held.running().toSorted()).toEqual(['ann', 'paused', 'slow', 'slow'])
})

const statusesOf = (node: Node, settings: SettingsStore) => async () => {
  const jobs = await settings.collection(jobCollection).list()
  return Promise.all(jobs.map(({ id }) => statusOf(node, id)()))
}

test('a job whose runs hang leaves slots of its type to other jobs', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = heldType(3)
  node.register({ ...held.type, atOnceOfJob: 1 })
  const slow = await insertJob(settings, node, clock)
  const again = Array.from({ length: 5 }, () =>
    node.writes.triggering(slow.id, { schedule: ONCE, nextTime: clock.now() }),
  )
  await settings.commit(again)
  clock.advance(1)
  const other = await insertJob(settings, node, clock)
  await node.open()
  const running = () => held.runs.map(({ run }) => run.job.id)
  // They begin together, in any order.
  await expect.poll(() => running().toSorted()).toEqual([slow.id, other.id].toSorted())
  held.runs.find(({ run }) => run.job.id === slow.id)?.end({ kind: 'done' })
  await expect.poll(running).toHaveLength(3)
  expect(running().at(-1)).toBe(slow.id)
})

test('a stop ends runs and leaves their triggers runnable; a node releases its own stale locks when it starts', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  const held = heldType(2)
  const jobIds: string[] = []
  {
    await using node = startJobs('one', { settings, clock })
    node.register(held.type)
    for (const _ of [1, 2]) jobIds.push((await insertJob(settings, node, clock)).id)
    await node.open()
    await expect.poll(() => held.runs.length).toBe(2)
  }
  const triggers = settings.collection(triggerCollection)
  const [mine, foreign] = await triggers.listBy('status', 'runnable')
  if (mine === undefined || foreign === undefined) throw new Error('the stop left no runnable triggers')
  const lock = { owner: 'one', last_lock_time: START, clock: 9, progress: 0 }
  await triggers.put({ ...mine, status: 'running', lock })
  await triggers.put({ ...foreign, status: 'running', lock: { ...lock, owner: 'two' } })
  const ran: string[] = []
  await using node = startJobs('one', { settings, clock, leaseMs: 30_000 })
  node.register({
    type: 'test',
    atOnce: 5,
    run: async ({ trigger }) => {
      ran.push(trigger.id)
      return { kind: 'done' }
    },
  })
  await node.open()
  await expect.poll(() => ran).toEqual([mine.id])
  clock.advance(29_000)
  await expect.poll(async () => (await triggers.find(mine.id))?.status).toBe('complete')
  expect(ran).toEqual([mine.id])
  clock.advance(1000)
  await expect.poll(() => ran).toEqual([mine.id, foreign.id])
})

test('a wall clock that is set by an hour neither stalls nor repeats a run', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const ran: string[] = []
  node.register({
    type: 'test',
    atOnce: 1,
    run: async ({ job }) => {
      ran.push(job.id)
      return { kind: 'done' }
    },
  })
  await node.open()
  const soon = await insertJob(settings, node, clock, ONCE, 5000)
  await expect.poll(node.waiting).toBe(1)
  clock.set(-HOUR_MS)
  clock.advance(4000)
  await expect.poll(() => ran).toEqual([])
  clock.advance(1000)
  await expect.poll(() => ran).toEqual([soon.id])
  const cron = await insertJob(
    settings,
    node,
    clock,
    { type: 'cron', cron_expression: '0 9 * * *', timezone: null },
    HOUR_MS,
  )
  await expect.poll(node.waiting).toBe(1)
  clock.set(HOUR_MS)
  clock.advance(1000)
  await expect.poll(() => ran).toEqual([soon.id, cron.id])
  clock.advance(HOUR_MS)
  await expect.poll(statusOf(node, cron.id)).toBe('complete')
  expect(ran).toEqual([soon.id, cron.id])
})

test('a trigger that was written before the wall clock was set back runs after its planned delay', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using writer = startJobs('writer', { settings, clock })
  const job = await insertJob(settings, writer, clock, ONCE, 5000)
  clock.set(-HOUR_MS)
  await using node = startJobs('one', { settings, clock })
  const held = heldType()
  node.register(held.type)
  await node.open()
  await expect.poll(node.waiting).toBe(1)
  clock.advance(5000)
  await expect.poll(() => held.runs.length).toBe(1)
  expect(held.runs[0]?.run.job.id).toBe(job.id)
})

test.each([MINUTELY, { type: 'cron', cron_expression: '* * * * *', timezone: null } as const])(
  'a run during which the wall clock is set back is followed by the next one in time: $type',
  async (schedule) => {
    await using temporary = await temporarySettings()
    const { settings } = temporary
    const clock = settableClock(START)
    await using node = startJobs('one', { settings, clock })
    const held = heldType()
    node.register(held.type)
    await node.open()
    clock.set(2 * HOUR_MS)
    await insertJob(settings, node, clock, schedule)
    await expect.poll(() => held.runs.length).toBe(1)
    const at = new Date(clock.now().getTime() + 60_000)
    clock.set(-2 * HOUR_MS)
    held.runs[0]?.end({ kind: 'done', next: { at } })
    const runsLater = () => {
      clock.advance(5000)
      return held.runs.length
    }
    await expect.poll(runsLater).toBe(2)
    expect(clock.now().getTime()).toBeLessThan(at.getTime())
  },
)

test('a job whose type is unknown goes to error and says so', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const job = await insertJob(settings, node, clock)
  await node.open()
  await expect.poll(statusOf(node, job.id)).toBe('error')
  expect((await triggerOf(node, job.id)).problem).toBe('This server knows no job type test.')
})

test('a job of which the node was not told yet is read from the store', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  // The news of a trigger may arrive before the news of its job.
  const untold: SettingsStore = {
    ...settings,
    onChange: (collection, listener) =>
      collection === jobCollection.name
        ? { [Symbol.dispose]: () => undefined }
        : settings.onChange(collection, listener),
  }
  const clock = settableClock(START)
  await using node = startJobs('one', { settings: untold, clock })
  const held = heldType()
  node.register(held.type)
  await insertJob(settings, node, clock)
  await node.open()
  await expect.poll(() => held.runs.length).toBe(1)
  held.runs[0]?.end({ kind: 'done' })
  const later = await insertJob(settings, node, clock)
  await expect.poll(() => held.runs.length).toBe(2)
  held.runs[1]?.end({ kind: 'done' })
  await expect.poll(statusOf(node, later.id)).toBe('complete')
})

test('after its node is killed, a trigger runs elsewhere only when its lock has expired', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const leaseMs = 900
  await using node = startJobs('other', { settings, clock: systemClock, leaseMs })
  const job = await insertJob(settings, node, systemClock)
  const program = join(import.meta.dirname, 'testing', 'killed-node.ts')
  const child = spawn(process.execPath, [program, temporary.folder, String(leaseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const ran: number[] = []
  node.register({
    type: 'test',
    atOnce: 1,
    run: async () => {
      ran.push(performance.now())
      return { kind: 'done' }
    },
  })
  await node.open()
  const lockedAt = async () => (await triggerOf(node, job.id)).lock.last_lock_time
  const first = await lockedAt()
  await expect.poll(lockedAt, { timeout: 5000 }).not.toBe(first)
  expect(ran).toEqual([])
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedMs = performance.now()
  await expect.poll(() => ran.length).toBe(1)
  // The lock was renewed at most a third of the lease before.
  expect((ran[0] ?? 0) - killedMs).toBeGreaterThan(leaseMs / 2)
  await expect.poll(statusOf(node, job.id)).toBe('complete')
})

test('a trigger that is hastened runs at once, or once more after its run, and keeps its time', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  await using node = startJobs('one', { settings, clock })
  const held = heldType()
  node.register(held.type)
  const job = await insertJob(settings, node, clock, MINUTELY, HOUR_MS)
  await node.open()
  const { id, next_time } = await triggerOf(node, job.id)
  const again = { kind: 'done', next: { at: new Date(next_time) } } as const
  const commits: string[] = []
  node.hasten('a trigger that does not exist')
  node.hasten(id)
  await expect.poll(() => held.runs.length).toBe(1)
  node.hasten(id)
  node.hasten(id)
  held.runs[0]?.end({ ...again, committed: () => void commits.push('first') })
  await expect.poll(() => held.runs.length).toBe(2)
  held.runs[1]?.end({ ...again, committed: () => void commits.push('second') })
  await expect.poll(statusOf(node, job.id)).toBe('runnable')
  expect((await triggerOf(node, job.id)).next_time).toBe(next_time)
  expect(commits).toEqual(['first', 'second'])
  clock.advance(HOUR_MS)
  await expect.poll(() => held.runs.length).toBe(3)
})
