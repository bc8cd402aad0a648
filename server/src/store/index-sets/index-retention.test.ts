import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, keeping, startIndexSets, startTestEngine } from '../../testing/start-index-sets.ts'
import { indexSetCollection } from './index-set-store.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

type World = Awaited<ReturnType<typeof startIndexSets>>

/** `web` with indices up to the given number, each holding its number of rows and one more. */
async function webUpTo(world: World, last: number, retention: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await world.create('web', retention)
  for (let number = 0; number <= last; number++) {
    await world.insert(`web_${number}`, number + 1)
    if (number < last) await world.indexSets.indices.cycle(id)
  }
  return id
}

test('retention deletes the oldest index when there is one too many, counting the write index', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await webUpTo(world, 2, keeping('delete', 3))
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1', 'web_2'])
  await world.indexSets.indices.cycle(id)
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_1', 'web_2', 'web_3'])
  expect([await world.rowsIn('web_0'), await world.rowsIn('web_1')]).toEqual([0, 2])
})

test('indices are ordered by number, not by name: 10 is newer than 9', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await webUpTo(world, 10, keeping('delete', 2))
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_9', 'web_10'])
})

test('with a maximum of one index, the write index is retained', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await webUpTo(world, 2, keeping('delete', 1))
  await world.retain()
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_2'])
  expect(await world.rowsIn('web_2')).toBe(3)
})

test('the write index is retained even if indices with higher numbers exist', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await world.create('web', keeping('delete', 1))
  await world.insert('web_0', 1)
  await world.insert('web_7', 1)
  await world.rotate()
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0'])
})

test('closing retains the data on disk: after three rotations one index is open and three are closed', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await webUpTo(world, 3, keeping('close', 1))
  await world.retain()
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0 closed', 'web_1 closed', 'web_2 closed', 'web_3'])
  expect(await world.rowsIn('web_0')).toBe(0)
  const list = await world.http.ask('GET', `/system/indexer/indices/${id}/list`, '*')
  expect(list.body).toMatchObject({
    closed: { indices: ['web_0', 'web_1', 'web_2'], total: 3 },
    reopened: { total: 0 },
  })
  expect(list.body).toHaveProperty(['all', 'indices', 'web_3'])
  expect(list.body).not.toHaveProperty(['all', 'indices', 'web_0'])
  await world.indexSets.indices.reopen('web_0')
  expect(await world.rowsIn('web_0')).toBe(1)
})

test('closed and reopened indices are neither counted nor removed', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await webUpTo(world, 4, keeping('delete', 3))
  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.close('web_1')
  await world.indexSets.indices.reopen('web_1')
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0 closed', 'web_1 reopened', 'web_2', 'web_3', 'web_4'])
})

test('a reopened index that was closed again and reopened is still not removed', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await webUpTo(world, 1, keeping('delete', 1))
  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.reopen('web_0')
  await world.indexSets.indices.close('web_0')
  expect(await world.indicesOf('web')).toEqual(['web_0 closed', 'web_1'])
  await world.indexSets.indices.reopen('web_0')
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0 reopened', 'web_1'])
})

test('no index is removed with the strategy `none`, nor from a set that is not writable', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await webUpTo(world, 2, keeping('none', 1))
  await world.retain()
  await world.change('web', { ...keeping('delete', 1), writable: false })
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1', 'web_2'])
})

test('an unknown strategy removes nothing and raises a warning', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await webUpTo(world, 2, keeping('delete', 1))
  const sets = world.settings.collection(indexSetCollection)
  await sets.update(id, (set) => ({ ...set, retention_strategy_class: 'org.example.Archive' }))
  await world.retain()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1', 'web_2'])
  expect(await world.notifications.list()).toMatchObject([{ details: { title: 'Index Retention Problem!' } }])
})
