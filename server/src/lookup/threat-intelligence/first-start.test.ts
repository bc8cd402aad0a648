import { expect, test } from 'vitest'
import { countingIds } from '../../testing/counting-ids.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { openLookupStores } from '../lookup-stores.ts'
import { createThreatIntelTables } from './first-start.ts'

test('a deleted table is not created again', async () => {
  await using stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const stores = openLookupStores(settings)
  const ids = countingIds()
  const start = () => createThreatIntelTables({ settings, stores, ids })
  await start()
  const tables = await stores.tables.list()
  expect(tables).toHaveLength(5)
  expect([await stores.caches.count(), await stores.adapters.count()]).toEqual([4, 5])
  for (const { id } of tables) await stores.tables.delete(id)
  await start()
  expect(await stores.tables.list()).toEqual([])
})

test('what an administrator has created stays, and is used', async () => {
  await using stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const stores = openLookupStores(settings)
  const named = { title: 'Mine', description: '', name: 'whois-cache', content_pack: null }
  await stores.caches.insert({ ...named, id: 'mine', config: { type: 'none' } })
  await createThreatIntelTables({ settings, stores, ids: countingIds() })
  expect(await stores.caches.findBy('name', 'whois-cache')).toMatchObject({ id: 'mine', title: 'Mine' })
  expect(await stores.tables.findBy('name', 'whois')).toMatchObject({ cache_id: 'mine' })
})
