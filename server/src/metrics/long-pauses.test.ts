import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createNotifications } from '../notices/notifications.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { watchLongPauses } from './long-pauses.ts'

test('a collection of memory that takes longer than the limit is notified, and a later one after a dismissal', async () => {
  await using store = await temporarySettings()
  const notifications = createNotifications({ settings: store.settings, clock: systemClock, nodeId: 'node' })
  using _watch = watchLongPauses({ notifications, log: createLog('fatal'), longPauseMs: 0 })
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const details = {
    gc_name: expect.stringMatching(/^(major|minor|incremental|weak callbacks)$/),
    gc_duration_ms: expect.any(Number),
    gc_threshold_ms: 0,
    gc_collection_count: expect.any(Number),
    gc_collection_time: expect.any(Number),
  }
  const raised = [{ type: 'gc_too_long', severity: 'urgent', details }]
  await expect.poll(notifications.list).toMatchObject(raised)
  await notifications.remove('gc_too_long')
  collect()
  await expect.poll(notifications.list).toMatchObject(raised)
})

test('short collections are not notified', async () => {
  const raised: string[] = []
  const watch = (name: string, longPauseMs: number) =>
    watchLongPauses({
      notifications: {
        async raise() {
          raised.push(name)
        },
      },
      log: createLog('fatal'),
      longPauseMs,
    })
  using _patient = watch('patient', 3_600_000)
  using _impatient = watch('impatient', 0)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  await expect.poll(() => raised).toContain('impatient')
  expect(raised).not.toContain('patient')
})
