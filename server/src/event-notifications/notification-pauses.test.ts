import { expect, test } from 'vitest'
import { settableClock } from '../scheduler/testing/start-jobs.ts'
import { freePort } from '../testing/free-port.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { isUnanswered } from './is-unanswered.ts'
import { createNotificationPauses, MAX_PAUSE_MS, SLOW_SENDING_MS } from './notification-pauses.ts'
import { NotificationPutOff } from './notification-type.ts'
import { UnacceptedNotification } from './types/post-json.ts'

const START = '2026-03-01T09:00:00.000Z'
const HOUR_MS = 3_600_000

test('pauses grow from failure to failure, and the first response ends them', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  using pauses = await createNotificationPauses({ settings, clock })
  expect(pauses.slotsOf('a')).toBe('any')
  const lengths: number[] = []
  for (let failure = 1; failure <= 11; failure += 1) {
    const { paused_until } = await pauses.failed('a', 'no response')
    const pauseMs = Date.parse(paused_until) - clock.now().getTime()
    lengths.push(pauseMs / 1000)
    expect(pauses.slotsOf('a')).toBe('none')
    clock.advance(pauseMs)
    expect(pauses.slotsOf('a')).toBe('one')
  }
  expect(lengths).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  await pauses.answered('a', 100)
  expect([pauses.slotsOf('a'), await pauses.find('a')]).toEqual(['any', undefined])
  await pauses.failed('a', 'no response')
  clock.advance(1000)
  expect(pauses.slotsOf('a')).toBe('one')
})

test('a slow response shares the one slot, and the next fast one leaves it', async () => {
  await using temporary = await temporarySettings()
  using pauses = await createNotificationPauses({ settings: temporary.settings, clock: settableClock(START) })
  await pauses.answered('a', SLOW_SENDING_MS + 1)
  expect([pauses.slotsOf('a'), pauses.slotsOf('b')]).toEqual(['one', 'any'])
  await pauses.answered('a', 10)
  expect(pauses.slotsOf('a')).toBe('any')
})

test('a pause that is ended by hand continues to grow; another node, a restart and a clock set back know it', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = settableClock(START)
  using pauses = await createNotificationPauses({ settings, clock })
  using elsewhere = await createNotificationPauses({ settings, clock })
  for (let failure = 1; failure <= 9; failure += 1) await pauses.failed('a', 'no response')
  await expect.poll(() => elsewhere.slotsOf('a')).toBe('none')
  expect(await elsewhere.list()).toMatchObject([{ id: 'a', failures: 9, reason: 'no response' }])
  clock.set(-HOUR_MS)
  expect(pauses.slotsOf('a')).toBe('one')
  clock.set(HOUR_MS)
  expect(pauses.slotsOf('a')).toBe('none')
  await pauses.end('a')
  expect([pauses.slotsOf('a'), await pauses.list()]).toEqual(['one', []])
  const { failures, paused_until } = await pauses.failed('a', 'no response')
  expect([failures, Date.parse(paused_until) - clock.now().getTime()]).toEqual([10, MAX_PAUSE_MS])
  using restarted = await createNotificationPauses({ settings, clock })
  expect(restarted.slotsOf('a')).toBe('none')
  await settings.commit(pauses.forgetting('a'))
  await expect.poll(() => pauses.slotsOf('a')).toBe('any')
})

test('a time-out and a failed connection are no response, and a refusal is one', async () => {
  const closed = `http://127.0.0.1:${await freePort()}/`
  const refused: unknown = await fetch(closed).catch((error: unknown) => error)
  const timedOut: unknown = await fetch(closed, { signal: AbortSignal.timeout(0) }).catch((error: unknown) => error)
  expect(isUnanswered(new Error('fetch failed', { cause: refused }))).toBe(true)
  expect(isUnanswered(new NotificationPutOff('later', { cause: timedOut }))).toBe(true)
  const unaccepted = new UnacceptedNotification('http://hook', 503, '')
  expect(isUnanswered(new NotificationPutOff('later', { cause: unaccepted }))).toBe(false)
  expect(isUnanswered(new NotificationPutOff('not whitelisted'))).toBe(false)
})
