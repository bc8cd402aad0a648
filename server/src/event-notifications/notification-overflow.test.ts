import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { settableClock, startJobs } from '../scheduler/testing/start-jobs.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import {
  createNotificationOverflow,
  droppedCollection,
  MAX_QUEUED_NOTIFICATIONS,
  oldestOfFullest,
} from './notification-overflow.ts'

const NOTIFICATION = 'notification-1'

test('the owner with the most waiting notifications loses the oldest ones', () => {
  const owners = ['ann', 'bob', 'bob', 'bob', 'ann', 'bob', 'bob']
  const waiting = owners.map((owner, place) => ({ id: `${place}`, owner }))
  expect(oldestOfFullest(waiting, 3).map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(oldestOfFullest(waiting, 5).map(({ id }) => id)).toEqual(['1', '2', '3', '0', '5'])
  expect(oldestOfFullest(waiting, 100)).toHaveLength(7)
})

test('events of one user that fill a queue drop no notification of another user', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock('2026-03-01T09:00:00.000Z')
  await using jobs = startJobs('one', { settings, clock })
  jobs.register({
    type: 'test',
    atOnce: 1,
    ownerOf: async (_, { data }) => String(data),
    slotsOf: () => 'none',
    run: async () => ({ kind: 'done' }),
  })
  const { job, writes } = jobs.writes.inserting({ title: 'Hook', description: '', config: { type: 'test' } })
  const queueing = (data: string) =>
    jobs.writes.triggering(job.id, { schedule: { type: 'once' }, nextTime: clock.now(), data })
  await settings.commit([...writes, ...Array.from({ length: 10 }, () => queueing('quiet'))])
  await settings.commit(Array.from({ length: MAX_QUEUED_NOTIFICATIONS }, () => queueing('noisy')))
  await jobs.open()
  await expect.poll(() => jobs.waitingOf(job.id).length).toBe(MAX_QUEUED_NOTIFICATIONS + 10)
  const noisy = jobs.waitingOf(job.id).filter(({ owner }) => owner === 'noisy')

  const raised: unknown[] = []
  const overflow = createNotificationOverflow({ settings, jobs, clock, log: createLog('fatal') })
  const { run } = overflow.job({
    titleOf: async () => 'Hook',
    notices: { raise: async (type, _severity, details) => void raised.push([type, details]) },
  })
  const { signal } = new AbortController()
  await run(signal)
  expect(raised).toEqual([])
  overflow.noteFull(NOTIFICATION, job.id)
  overflow.noteRefused(NOTIFICATION, job.id)
  await run(signal)
  await expect.poll(() => jobs.waitingOf(job.id).length).toBe(1500)
  const left = jobs.waitingOf(job.id)
  expect(left.filter(({ owner }) => owner === 'quiet')).toHaveLength(10)
  expect(left.filter(({ owner }) => owner === 'noisy')).toEqual(noisy.slice(510))
  expect(await settings.collection(droppedCollection).list()).toMatchObject([{ id: NOTIFICATION, count: 511 }])
  expect(raised).toEqual([
    ['event_notifications_dropped', { notification_id: NOTIFICATION, notification_title: 'Hook', count: 511 }],
  ])
})
