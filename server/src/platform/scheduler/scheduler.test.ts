import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { openSettingsOf } from '../../testing/settings-of-folder.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { jobLeaseCollection } from './job-leases.ts'
import { createScheduler, type ScheduledJob } from './scheduler.ts'

const MINUTE_MS = 60_000
const START = '2026-03-01T09:00:00.000Z'

/** A separate node: another connection to the same settings, as in another process. */
async function startNode(
  nodeId: string,
  folder: string,
  clock: Clock,
  leaseMs?: number,
  isClockSteady?: () => boolean,
) {
  const lines: string[] = []
  const counts = new Map<string, number>()
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const settings = await openSettingsOf(folder, { clock, log })
  let commits = 0
  const counting: SettingsStore = {
    ...settings,
    async commit(writes) {
      commits += 1
      await settings.commit(writes).finally(() => {
        commits -= 1
      })
    },
  }
  const scheduler = createScheduler({
    settings: counting,
    clock,
    log,
    nodeId,
    metrics: { counter: (name) => ({ increment: () => void counts.set(name, (counts.get(name) ?? 0) + 1) }) },
    ...(leaseMs === undefined ? {} : { leaseMs }),
    ...(isClockSteady === undefined ? {} : { isClockSteady }),
  })
  return {
    settings,
    add: scheduler.add,
    counts,
    /** Commits that are under way. */
    commits: () => commits,
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      await scheduler[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
    },
  }
}

/** A job whose runs end when the test says so. */
function heldJob(name: string, scope: ScheduledJob['scope'] = 'cluster') {
  let ends = Promise.withResolvers<void>()
  let runs = 0
  const signals: AbortSignal[] = []
  const job: ScheduledJob = {
    name,
    everyMs: MINUTE_MS,
    scope,
    async run(signal) {
      runs += 1
      signals.push(signal)
      await unlessAborted(ends.promise, signal)
    },
  }
  return {
    job,
    runs: () => runs,
    signal: () => signals.at(-1),
    end() {
      ends.resolve()
      ends = Promise.withResolvers()
    },
  }
}

const countingJob = (name: string, ran: string[], who: string, scope: ScheduledJob['scope'] = 'cluster') => ({
  name,
  everyMs: MINUTE_MS,
  scope,
  run: async () => void ran.push(who),
})

/** Resolves when no job of the cluster is due or running. */
async function idle(settings: SettingsStore, clock: Clock, names: readonly string[] = ['sweep']): Promise<void> {
  const leases = settings.collection(jobLeaseCollection)
  const isIdle = async (name: string) => {
    const lease = await leases.find(name)
    return lease !== undefined && lease.holder === '' && Date.parse(lease.due_at) > clock.now().getTime()
  }
  await expect.poll(async () => (await Promise.all(names.map(isIdle))).every(Boolean), { interval: 2 }).toBe(true)
}

test('a job of the cluster runs on one of two nodes in each period', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using one = await startNode('one', temporary.folder, clock)
  await using two = await startNode('two', temporary.folder, clock)
  const ran: string[] = []
  for (const node of [one, two]) node.add(countingJob('sweep', ran, 'cluster'))
  for (const [who, node] of Object.entries({ one, two })) node.add(countingJob('look', ran, who, 'node'))
  for (let period = 1; period <= 20; period++) {
    await idle(temporary.settings, clock)
    clock.advance(MINUTE_MS)
    await expect.poll(() => ran.length, { interval: 2 }).toBe(period * 3)
  }
  await idle(temporary.settings, clock)
  expect(
    Object.fromEntries(
      Map.groupBy(ran, (who) => who)
        .entries()
        .map(([who, all]) => [who, all.length]),
    ),
  ).toEqual({
    cluster: 20,
    one: 20,
    two: 20,
  })
})

test('missed periods run once, and the next run keeps the phase', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  const ran: string[] = []
  {
    await using node = await startNode('one', temporary.folder, clock)
    node.add(countingJob('sweep', ran, 'before'))
    await idle(temporary.settings, clock)
  }
  clock.advance(10.5 * MINUTE_MS)
  await using node = await startNode('one', temporary.folder, clock)
  node.add(countingJob('sweep', ran, 'after'))
  await idle(temporary.settings, clock)
  expect(ran).toEqual(['after'])
  clock.advance(MINUTE_MS / 2)
  await expect.poll(() => ran).toEqual(['after', 'after'])
})

test('a run longer than its period is not started twice, here or elsewhere, and its lease is renewed', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using one = await startNode('one', temporary.folder, clock)
  const held = heldJob('sweep')
  one.add(held.job)
  await idle(temporary.settings, clock)
  clock.advance(MINUTE_MS)
  await expect.poll(held.runs).toBe(1)

  await using two = await startNode('two', temporary.folder, clock)
  const ran: string[] = []
  two.add(countingJob('sweep', ran, 'two'))
  const leases = temporary.settings.collection(jobLeaseCollection)
  const expiresAt = async () => (await leases.find('sweep'))?.expires_at
  for (let renewal = 0; renewal < 30; renewal++) {
    const before = await expiresAt()
    clock.advance(10_000)
    await expect.poll(expiresAt, { interval: 2 }).not.toBe(before)
    await expect.poll(one.commits, { interval: 2 }).toBe(0)
  }
  expect([held.runs(), ran.length]).toEqual([1, 0])
  held.end()
  await idle(temporary.settings, clock)
  expect([held.runs(), ran.length]).toEqual([1, 0])
})

test('a failing run is logged, counted and retried in the next period', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using node = await startNode('one', temporary.folder, clock)
  for (const scope of ['cluster', 'node'] as const) {
    node.add({ name: scope, everyMs: MINUTE_MS, scope, run: () => Promise.reject(new Error(`no ${scope}`)) })
  }
  for (const runs of [1, 2]) {
    await idle(temporary.settings, clock, ['cluster'])
    clock.advance(MINUTE_MS)
    for (const scope of ['cluster', 'node']) {
      await expect.poll(() => node.counts.get(`logyard.scheduler.${scope}.failures`)).toBe(runs)
      expect(node.counts.get(`logyard.scheduler.${scope}.runs`)).toBe(runs)
      expect(node.logged()).toContain(`no ${scope}`)
    }
  }
})

test('disposing stops a run and waits for it; another node can start an unfinished job at once', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  const held = heldJob('sweep')
  {
    await using one = await startNode('one', temporary.folder, clock)
    one.add(held.job)
    await idle(temporary.settings, clock)
    clock.advance(MINUTE_MS)
    await expect.poll(held.runs).toBe(1)
  }
  expect(held.signal()?.aborted).toBe(true)
  await using two = await startNode('two', temporary.folder, clock)
  const ran: string[] = []
  two.add(countingJob('sweep', ran, 'two'))
  await expect.poll(() => ran).toEqual(['two'])
  expect(two.logged()).toBe('')
})

test('a run is aborted when another node acquires the lease', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  await using one = await startNode('one', temporary.folder, clock)
  const held = heldJob('sweep')
  one.add(held.job)
  await idle(temporary.settings, clock)
  clock.advance(MINUTE_MS)
  await expect.poll(held.runs).toBe(1)
  await temporary.settings.collection(jobLeaseCollection).update('sweep', (lease) => ({ ...lease, holder: 'two' }))
  clock.advance(10_000)
  await expect.poll(() => held.signal()?.aborted).toBe(true)
  await expect.poll(one.logged).toContain('lease of a scheduled job was lost')
})

test('a job continues after the wall clock was set back', async () => {
  await using temporary = await temporarySettings()
  const ran: string[] = []
  {
    const clock = fixedClock('2036-01-01T00:00:00.000Z')
    await using node = await startNode('one', temporary.folder, clock)
    node.add(countingJob('sweep', ran, 'late'))
    await idle(temporary.settings, clock)
  }
  await using node = await startNode('one', temporary.folder, fixedClock(START))
  node.add(countingJob('sweep', ran, 'early'))
  await expect.poll(() => ran).toEqual(['early'])
})

test('after the process of a job is killed, another node runs the job only when the lease has expired', async () => {
  await using temporary = await temporarySettings()
  const leaseMs = 1500
  const program = join(import.meta.dirname, 'testing', 'endless-job.ts')
  const child = spawn(process.execPath, [program, temporary.folder, String(leaseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')

  const ran: number[] = []
  await using node = await startNode('other', temporary.folder, systemClock, leaseMs)
  node.add({ name: 'endless', everyMs: 50, scope: 'cluster', run: async () => void ran.push(Date.now()) })
  const leases = temporary.settings.collection(jobLeaseCollection)
  const first = await leases.find('endless')
  await expect.poll(async () => (await leases.find('endless'))?.expires_at).not.toBe(first?.expires_at)
  expect(ran).toEqual([])

  child.kill('SIGKILL')
  await once(child, 'exit')
  const expiresAt = Date.parse((await leases.find('endless'))?.expires_at ?? '')
  await expect.poll(() => ran.length).toBeGreaterThan(0)
  expect(ran[0]).toBeGreaterThanOrEqual(expiresAt)
})

test('a job that deletes by age waits until the clock is steady', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock(START)
  let isClockSteady = false
  await using node = await startNode('one', temporary.folder, clock, undefined, () => isClockSteady)
  const deleted: string[] = []
  const looked: string[] = []
  node.add({ ...countingJob('delete', deleted, 'one'), deletesByAge: true })
  node.add(countingJob('look', looked, 'one'))
  for (let minutes = 1; minutes <= 5; minutes += 1) {
    await idle(temporary.settings, clock, ['look'])
    clock.advance(MINUTE_MS)
    await expect.poll(() => looked.length).toBe(minutes)
  }
  expect(deleted).toEqual([])
  isClockSteady = true
  const deletedLater = () => {
    clock.advance(MINUTE_MS)
    return deleted.length
  }
  await expect.poll(deletedLater).toBeGreaterThan(0)
})
