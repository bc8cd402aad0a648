/** The alarms of one user stay in time, whatever the notifications and definitions of another user do. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWebHook, type WebHook } from '../event-notifications/testing/web-hook.ts'
import { ADMIN, aDraft, type EventServer, startEventServer } from '../events/testing/start-event-server.ts'
import { rounds } from '../testing/rounds.ts'

const SECOND_MS = 1000
const EACH_SECOND = { search_within_ms: SECOND_MS, execute_every_ms: SECOND_MS }
/** The figure is one or two seconds. The limit is far from it, and still less than the time-out of the web hooks. */
const PATIENCE = { timeout: 40_000, interval: 50 }
const HOOK_TIMEOUT_S = 60
const NOTIFICATIONS = 8

let hook: WebHook
let server: EventServer
let other: string
let stream: string

beforeAll(async () => {
  hook = await startWebHook()
  server = await startEventServer()
  const entries = [{ id: 'hook', title: 'hook', type: 'regex', value: `^${hook.url.replaceAll('.', '\\.')}/.*` }]
  await server.make('PUT', '/system/urlwhitelist', { entries, disabled: false })
  stream = await server.stream('others')
  const roles = ['Event Definition Creator', 'Event Notification Creator']
  other = await server.user('other', [`streams:read:${stream}`], roles)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})

const draftOf = (path: string, timeoutS = HOOK_TIMEOUT_S) => ({
  title: path,
  description: '',
  config: {
    type: 'http-notification-v2',
    url: `${hook.url}${path}`,
    method: 'POST',
    content_type: 'application/json',
    timeout_seconds: timeoutS,
  },
})

async function notification(path: string, as = ADMIN, timeoutS = HOOK_TIMEOUT_S): Promise<string> {
  const { id } = await server.make('POST', '/events/notifications', draftOf(path, timeoutS), as)
  return String(id)
}

async function definition(query: string, notifications: readonly string[], as = ADMIN): Promise<string> {
  const draft = aDraft({
    title: query,
    config: { query, streams: as === ADMIN ? [] : [stream], ...EACH_SECOND },
    notifications: notifications.map((notification_id) => ({ notification_id, notification_parameters: null })),
  })
  const { id } = await server.make('POST', '/events/definitions', draft, as)
  return String(id)
}

const remove = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => server.make('DELETE', `/events/definitions/${id}`)))

const requestsTo = (path: string) => hook.requests.filter((request) => request.path.startsWith(path)).length

/**
 * A message that comes later than the end of the window of its time makes no event. So these have a time that is not
 * over, and are sent again in case the machine was too busy even for that.
 */
async function sendUntil(isTrue: () => Promise<boolean>, room: string, count = 1): Promise<void> {
  const endAt = performance.now() + PATIENCE.timeout
  while (!(await isTrue())) {
    expect(performance.now(), `the messages of the room ${room} have no effect`).toBeLessThan(endAt)
    const message = { at: Date.now() + SECOND_MS, fields: { room } }
    await server.send(Array.from({ length: count }, () => message))
    await vi
      .waitFor(async () => expect(await isTrue()).toBe(true), { timeout: 8000, interval: 50 })
      .catch(() => undefined)
  }
}

/** How long an alarm of the administrator takes from its message to the web hook. */
async function alarmMs(path: string): Promise<number> {
  const before = requestsTo(path)
  const startedAt = performance.now()
  await sendUntil(async () => requestsTo(path) > before, 'admins')
  return Math.round(performance.now() - startedAt)
}

const report = (text: string) => {
  if (rounds(0, 1) === 1) process.stdout.write(`${text}\n`)
}

test('web hooks of one user that never answer delay no alarm of another', { timeout: 120_000 }, async () => {
  const own = await definition('room:admins', [await notification('/admins')])
  const quietMs = await alarmMs('/admins')
  const hanging = Array.from({ length: NOTIFICATIONS }, (_, index) => notification(`/hang/${index}`, other))
  const slow = await definition('room:others', await Promise.all(hanging), other)
  // Half of the places are theirs.
  await sendUntil(async () => requestsTo('/hang') >= 4, 'others', 40)
  const { total } = await server.make('GET', '/events/notifications/queue')
  expect(total).toBeGreaterThan(NOTIFICATIONS)
  const busyMs = await alarmMs('/admins')
  report(`an alarm while ${total} notifications wait: ${busyMs} ms (quiet: ${quietMs} ms)`)
  await remove([own, slow])
})

test('a web hook that does not respond is tried again after growing pauses, at once by hand, and then responds', async () => {
  const id = await notification('/hang/paused', ADMIN, 1)
  const own = await definition('room:paused', [id])
  const queue = async () => server.make('GET', `/events/notifications/queue?notification_id=${id}`)
  await sendUntil(async () => (await queue()).total > 0, 'paused', 20)
  await expect.poll(async () => (await queue()).pauses[0]?.failures ?? 0, PATIENCE).toBeGreaterThanOrEqual(3)
  const [pause] = (await queue()).pauses
  expect(pause).toMatchObject({ notification_id: id, reason: expect.stringContaining('timeout') })
  const sent = requestsTo('/hang/paused')
  await expect.poll(async () => (await queue()).pauses[0]?.failures ?? 0, PATIENCE).toBeGreaterThan(pause.failures)
  await server.make('POST', `/events/notifications/${id}/queue/retry`)
  await expect.poll(() => requestsTo('/hang/paused'), PATIENCE).toBeGreaterThan(sent)
  // The next notification goes to an address that responds, and so do all that wait.
  await server.make('PUT', `/events/notifications/${id}`, { ...draftOf('/responds'), id })
  await expect.poll(async () => (await queue()).pauses, PATIENCE).toEqual([])
  const waiting = async () =>
    (await queue()).queued.filter(({ status }: { status: string }) => status !== 'error').length
  await expect.poll(waiting, PATIENCE).toBe(0)
  expect(requestsTo('/responds')).toBeGreaterThanOrEqual(10)
  await remove([own])
}, 180_000)

test('definitions of one user that never come to an end delay no alarm of another', { timeout: 600_000 }, async () => {
  const own = await definition('room:admins', [await notification('/busy')])
  const quietMs = await alarmMs('/busy')
  const many: string[] = []
  for (let index = 0; index < rounds(60, 300); index += 1) {
    many.push(await definition(`message:/.*a.*b.*c.*${index}/ OR *x${index}*`, [], other))
  }
  const endAt = performance.now() + rounds(2, 120) * SECOND_MS
  const delaysMs: number[] = []
  const lagsMs: number[] = []
  do {
    delaysMs.push(await alarmMs('/busy'))
    lagsMs.push(await lagMs(own))
  } while (performance.now() < endAt)
  const others = await Promise.all(many.map(lagMs))
  report(
    `an alarm beside ${many.length} definitions: at most ${Math.max(...delaysMs)} ms (quiet: ${quietMs} ms); ` +
      `behind: at most ${Math.max(...lagsMs)} ms, the others ${Math.max(...others)} ms`,
  )
  await remove([own, ...many])
})

/** How far the last window of a definition is behind. */
async function lagMs(id: string): Promise<number> {
  const { context } = await server.make('GET', `/events/definitions/${id}/with-context`)
  const to = context?.scheduler?.data?.timerange_to
  return typeof to === 'string' ? Date.now() - Date.parse(to) : 0
}
