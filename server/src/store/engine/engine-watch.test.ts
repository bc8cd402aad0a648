import { expect, test } from 'vitest'
import { createNotifications } from '../../notices/notifications.ts'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import type { EngineState } from './engine-lifecycle.ts'
import { watchEngine } from './engine-watch.ts'

test('a notification is raised while the engine stays down, but not for a short crash', async () => {
  await using store = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const notifications = createNotifications({ settings: store.settings, clock, nodeId: 'node' })
  let state: EngineState = 'up'
  using _watch = watchEngine({ engineState: () => state, notifications, clock, log: createLog('fatal') })
  const titles = async () => (await notifications.list()).map(({ type }) => type)

  for (const next of ['down', 'up', 'down'] as const) {
    state = next
    clock.advance(5000)
  }
  expect(await titles()).toEqual([])
  clock.advance(5000)
  await expect.poll(titles).toEqual(['es_unavailable'])
  await notifications.remove('es_unavailable')
  clock.advance(5000)
  await expect.poll(titles).toEqual(['es_unavailable'])
  state = 'starting'
  clock.advance(5000)
  await expect.poll(titles).toEqual([])
})

test('a notification that a crashed server left behind is removed once the engine is up', async () => {
  await using store = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const notifications = createNotifications({ settings: store.settings, clock, nodeId: 'node' })
  await notifications.raise('es_unavailable', 'urgent')
  using _watch = watchEngine({ engineState: () => 'up', notifications, clock, log: createLog('fatal') })
  clock.advance(5000)
  await expect.poll(() => notifications.list()).toEqual([])
})
