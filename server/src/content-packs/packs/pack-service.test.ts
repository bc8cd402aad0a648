import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createMutex } from '../../platform/mutex.ts'
import { countingIds } from '../../testing/counting-ids.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { installationCollection } from '../installation-store.ts'
import { createPackService } from './pack-service.ts'

test('all revisions together have a limit of size; a deleted one leaves room', async () => {
  await using store = await temporarySettings()
  const { settings } = store
  const installations = settings.collection(installationCollection)
  const common = { settings, installations, inTurn: createMutex(), clock: systemClock, ids: countingIds() }
  const packs = createPackService({ ...common, maxCharacters: 5000 })
  const large = { id: 'one', type: { name: 'grok_pattern', version: '1' }, data: { pattern: 'x'.repeat(2000) } }
  const texts = { name: 'Large', summary: '', description: '', vendor: 'tests', url: '' }
  const pack = { v: '1', id: 'large', ...texts, entities: [{ v: '1' as const, ...large }] }
  await packs.add({ ...pack, rev: 1 })
  await packs.add({ ...pack, rev: 2 })
  const third = { ...pack, rev: 3 }
  await expect(packs.add(third)).rejects.toThrow('All revisions together can have at most 5000 characters')
  await packs.delete(pack.id, 1)
  await expect(packs.add(third)).resolves.toMatchObject({ rev: 3 })
})
