import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { searchCleanup } from './search-cleanup.ts'
import { searchCollection } from './search-store.ts'

test('a search is not deleted if a view of it is created at the same time', async () => {
  await using temporary = await temporarySettings()
  const store = temporary.settings.collection(searchCollection)
  const clock = fixedClock('2026-03-10T00:00:00.000Z')
  const search = {
    queries: [],
    parameters: [],
    owner: 'ada',
    owner_id: 'ada-id',
    created_at: '2026-03-01T00:00:00.000Z',
  }
  const [late, unseen] = ['5f0000000000000000000001', '5f0000000000000000000002']
  for (const id of [late, unseen]) await store.put({ ...search, id })

  const cleanup = searchCleanup({
    store,
    // The view is created after the first check and seen by the second one.
    isShown: async (id) => id === late && (await store.find(id)) === undefined,
    clock,
    log: createLog('fatal'),
  })
  expect(cleanup.deletesByAge).toBe(true)
  await cleanup.run(AbortSignal.timeout(5000))
  expect(await store.find(late)).toEqual({ ...search, id: late })
  expect(await store.find(unseen)).toBeUndefined()
})
