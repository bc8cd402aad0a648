import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnShards } from '../../testing/on-shards.ts'
import {
  type EngineUnderTest,
  emptyMessages,
  type IndexSetsUnderTest,
  startIndexSets,
  startTestEngine,
} from '../../testing/start-index-sets.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Engine } from '../engine/engine.ts'
import { oneStore } from '../engine/message-stores.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { fillOldFolder, oddMessages } from '../rewriting/testing/old-messages.ts'
import {
  holdReplacement,
  startEngine,
  startRewriting,
  untilHidden,
  untilRewritten,
} from '../rewriting/testing/start-rewriting.ts'
import { indexCollection, writeIndexCollection } from './index-set-store.ts'
import { createMessagePartitions } from './message-partitions.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

async function settingsFolder() {
  await emptyMessages(started.engine)
  const folder = await mkdtemp(join(tmpdir(), 'logyard-index-sets-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

test('sets, write indices and states survive a restart, which completes unfinished jobs', async () => {
  await using saved = await settingsFolder()
  const options = { engine: started.engine, folder: saved.folder }
  {
    await using world = await startIndexSets(options)
    const id = await world.create('web')
    await world.insert('web_0', 3)
    await world.indexSets.indices.cycle(id)
    await world.indexSets.indices.close('web_0')
    await world.insert('web_1', 4, '2026-02-01 00:00:00.000')
    await world.indexSets.indices.cycle(id)
  }
  await using world = await startIndexSets({ ...options, startAt: '2026-03-02T09:00:00.000Z' })
  expect((await world.indexSets.sets.list()).map((set) => set.index_prefix)).toEqual([
    'graylog',
    'gl-events',
    'gl-system-events',
    'web',
  ])
  expect(await world.writeIndex('web')).toBe('web_2')
  expect(await world.indicesOf('web')).toEqual(['web_0 closed', 'web_1', 'web_2'])
  await world.rotate()
  await expect
    .poll(() => world.indexSets.ranges.get('web_1'))
    .toMatchObject({ begin: '2026-02-01T00:00:00.000Z', end: '2026-02-01T00:00:03.000Z' })
  await expect.poll(async () => (await world.indexSets.lookup.get('web_1')).index.is_read_only).toBe(true)
})

test('the settings are authoritative after a crash during a close or a reopen', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  for (const index of ['web_0', 'web_1']) {
    await world.insert(index, 3)
    await world.indexSets.indices.cycle(id)
  }
  await world.indexSets.indices.close('web_0')
  await createMessagePartitions(started.engine).attach('web_0')
  await createMessagePartitions(started.engine).detach('web_1')
  await world.rotate()
  expect([await world.rowsIn('web_0'), await world.rowsIn('web_1')]).toEqual([0, 3])
})

/** Tests that end the engine: the servers of a cluster are processes of others. */
const alone = test.skipIf(isOnShards())

let isNextCommandInterrupted = false
/** The engine, which stands still at a command that is to be interrupted. */
function interruptible(): Engine {
  const { engine } = started
  const [store] = engine.stores.complete()
  if (store === undefined) throw new Error('the engine has no store')
  const client: EngineClient = {
    ...store.client,
    command(statement) {
      if (isNextCommandInterrupted) process.kill(engine.pid() ?? 0, 'SIGSTOP')
      isNextCommandInterrupted = false
      return store.client.command(statement)
    },
  }
  return { ...engine, client, stores: oneStore({ ...store, client }, true) }
}

/** Ends the engine while the change, whose intention is stored by then, waits for it. */
async function interrupted(change: () => Promise<void>, isIntended: () => Promise<boolean>): Promise<void> {
  const { engine } = started
  const pid = engine.pid() ?? 0
  isNextCommandInterrupted = true
  const changed = expect(change()).rejects.toThrow('Elasticsearch is unavailable')
  await expect.poll(isIntended).toBe(true)
  await expect.poll(() => isNextCommandInterrupted).toBe(false)
  // An engine that does not answer is killed anyway, after a while.
  if (engine.pid() === pid) process.kill(pid, 'SIGKILL')
  await changed
  await expect.poll(() => engine.pid() !== pid && engine.state()).toBe('up')
}

const isIn = (world: IndexSetsUnderTest, index: string, state: string) => async () =>
  (await world.settings.collection(indexCollection).find(index))?.state === state

alone('what a user asked for is completed although the engine ended in the middle', async () => {
  await using world = await startIndexSets({ engine: interruptible() })
  const id = await world.create('web')
  for (const index of ['web_0', 'web_1', 'web_2']) {
    for (const day of [1, 2, 3]) await world.insert(index, 3, `2026-02-0${day} 00:00:00.000`)
    await world.indexSets.indices.cycle(id)
  }
  await world.indexSets.indices.close('web_2')
  const { indices } = world.indexSets
  await interrupted(() => indices.close('web_0'), isIn(world, 'web_0', 'closed'))
  await interrupted(() => indices.delete('web_1'), isIn(world, 'web_1', 'doomed'))
  await interrupted(() => indices.reopen('web_2'), isIn(world, 'web_2', 'open'))
  await world.rotate()
  await expect.poll(() => world.indicesOf('web')).toEqual(['web_0 closed', 'web_2 reopened', 'web_3'])
  await expect.poll(async () => [await world.rowsIn('web_0'), await world.rowsIn('web_1')]).toEqual([0, 0])
  expect(await world.rowsIn('web_2')).toBe(9)
  expect((await createMessagePartitions(started.engine).detachedOf(['web_0', 'web_1', 'web_2'])).size).toBe(1)
  await expect.poll(() => world.settings.collection(indexCollection).find('web_1')).toBeUndefined()
})

test('partitions missing from the settings become indices of the set that has their prefix', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await world.create('web')
  await world.insert('web_7', 3)
  await world.insert('webs_1', 3)
  await world.rotate()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_7'])
  await world.indexSets.indices.cycle(await world.idOf('web'))
  expect(await world.writeIndex('web')).toBe('web_8')
})

test('a set whose write index is missing gets a new one', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.settings.collection(writeIndexCollection).delete(id)
  await expect.poll(() => world.writeIndex('web')).toBeUndefined()
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_1')
})

test('the indices of a deleted set are deleted too, even if the server stops in between', async () => {
  await using saved = await settingsFolder()
  const options = { engine: started.engine, folder: saved.folder }
  {
    await using world = await startIndexSets(options)
    const id = await world.create('web')
    await world.insert('web_0', 3)
    using held = world.indexSets.targets.hold()
    await world.indexSets.sets.delete(id, true)
    expect(held.targets.get(id)).toBe('web_0')
    expect(await world.jobs.list()).toMatchObject([{ name: 'org.graylog2.indexer.indices.jobs.IndexSetCleanupJob' }])
    expect(await world.indexSets.lookup.find('web_0')).toBeUndefined()
    expect(await world.rowsIn('web_0')).toBe(3)
    await world.jobs[Symbol.asyncDispose]()
  }
  await using world = await startIndexSets(options)
  await world.rotate()
  await expect.poll(() => world.rowsIn('web_0')).toBe(0)
  await expect.poll(() => world.settings.collection(indexCollection).find('web_0')).toBeUndefined()
})

test('a cancelled deletion leaves the other indices as those of a set that was deleted without them', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 3)
  await world.indexSets.indices.cycle(id)
  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.cycle(id)
  await world.insert('web_2', 4)
  const everything = world.indexSets.targets.holdAll()
  await world.indexSets.sets.delete(id, true)
  const [job] = (await world.jobs.list()).filter(({ is_cancelable }) => is_cancelable)
  await world.jobs.cancel(job?.id ?? '')
  const deletions = async () => (await world.jobs.list()).filter(({ is_cancelable }) => is_cancelable)
  await expect.poll(deletions).toEqual([])
  everything[Symbol.dispose]()
  await world.rotate()
  expect(await deletions()).toEqual([])
  await world.create('web')
  await world.rotate()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1', 'web_2', 'web_3'])
  expect([await world.rowsIn('web_0'), await world.rowsIn('web_2')]).toEqual([3, 4])
})

alone('a cancelled deletion of an index alone is completed', async () => {
  await using world = await startIndexSets({ engine: interruptible() })
  const id = await world.create('web')
  await world.insert('web_0', 3)
  await world.indexSets.indices.cycle(id)
  await interrupted(() => world.indexSets.indices.delete('web_0'), isIn(world, 'web_0', 'doomed'))
  const everything = world.indexSets.targets.holdAll()
  await world.rotate()
  const deletions = async () => (await world.jobs.list()).filter(({ is_cancelable }) => is_cancelable)
  await expect.poll(deletions).toHaveLength(1)
  for (const job of await deletions()) await world.jobs.cancel(job.id)
  await expect.poll(deletions).toEqual([])
  everything[Symbol.dispose]()
  expect(await world.indicesOf('web')).toEqual(['web_1'])
  await world.rotate()
  await expect.poll(() => world.settings.collection(indexCollection).find('web_0')).toBeUndefined()
  expect(await world.rowsIn('web_0')).toBe(0)
})

test('an index that is being replaced is not closed before, and does not keep sets from being rotated', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, oddMessages('web_0'))
  await using engine = await startEngine(folder.path)
  const held = await holdReplacement(engine)
  await using world = await startRewriting(engine, folder.path)
  await untilHidden(engine, 'rewritten')
  const id = await world.create('web')
  await world.insert('web_0', 3)
  await world.indexSets.indices.cycle(id)
  await expect(world.indexSets.indices.close('web_0')).rejects.toMatchObject({ code: 'index-being-replaced' })
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1'])

  // As after the restoration of settings.
  await world.settings.collection(indexCollection).update('web_0', (index) => ({ ...index, state: 'closed' }))
  await world.rotate()
  expect(await world.rowsIn('web_0')).toBe(3)
  await held[Symbol.asyncDispose]()
  await untilRewritten(engine)
  await world.rotate()
  expect(await world.rowsIn('web_0')).toBe(0)
  expect((await createMessagePartitions(engine).detachedOf(['web_0'])).size).toBe(1)
})

test('indices that a deleted set left behind are invisible until a set has their prefix again', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 3)
  await world.indexSets.sets.delete(id, false)
  await world.rotate()
  expect(await world.indexSets.lookup.find('web_0')).toBeUndefined()
  expect((await world.indexSets.statistics.ofAllSets()).documents).toBe(0)
  expect(await world.rowsIn('web_0')).toBe(3)
  await world.create('web')
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1'])
  expect(await world.writeIndex('web')).toBe('web_1')
})
