import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startIndexSets, startTestEngine } from '../../testing/start-index-sets.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

const CONFLICT = { code: 'write-conflict' }

test('a commit that needs a set fails when the set is deleted before it', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const { sets } = world.indexSets
  const id = await world.create('web')
  const claim = await sets.claiming(id)
  expect(claim).toHaveLength(1)
  await sets.delete(id, true)
  await expect(world.settings.commit(claim)).rejects.toMatchObject(CONFLICT)
  expect(await sets.claiming(id)).toEqual([])
})

test('a set is not deleted when a commit that needs it comes between the check and the deletion', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const { sets } = world.indexSets
  const id = await world.create('web')
  const claim = await sets.claiming(id)
  let committed: Promise<void> | undefined
  // Called by the deletion: no stream uses the set yet.
  world.assigned.has = () => {
    committed = world.settings.commit(claim)
    return false
  }
  await expect(sets.delete(id, true)).rejects.toMatchObject(CONFLICT)
  await committed
  expect(await sets.find(id)).toMatchObject({ id })
})
