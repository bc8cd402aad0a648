import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { fetchChecked } from '../platform/outgoing/fetch-checked.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createNotifications } from './notifications.ts'
import { createUpdateCheck } from './update-check.ts'

async function startWorld() {
  const store = await temporarySettings()
  onTestFinished(() => store[Symbol.asyncDispose]())
  const state = { status: 200, body: '{"version": "1.2.0", "date": "2026-03-01"}' }
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(state.status).end(state.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const notifications = createNotifications({ settings: store.settings, clock: systemClock, nodeId: 'node' })
  const open = (version: string, url = `http://127.0.0.1:${address.port}/newest.json`) =>
    createUpdateCheck({ url, version, notifications, log: createLog('fatal'), fetchChecked })
  const raised = async () =>
    (await notifications.list()).map(({ type, severity, details }) => [type, severity, details])
  return { state, requests, open, raised, signal: new AbortController().signal }
}

const outdated = (version: string) => [['outdated_version', 'normal', { current_version: version }]]

test('a newer version is notified until that version runs', async () => {
  const { state, requests, open, raised, signal } = await startWorld()
  const old = open('1.1.9')
  await old.run(signal)
  expect(await raised()).toEqual(outdated('1.2.0'))
  state.body = '{"version": "1.10.0"}'
  await old.run(signal)
  expect(await raised()).toEqual(outdated('1.10.0'))
  await open('1.9.0').start()
  expect(await raised()).toEqual(outdated('1.10.0'))
  const current = open('1.10.0')
  await current.start()
  expect(await raised()).toEqual([])
  await current.run(signal)
  expect(await raised()).toEqual([])
  expect(requests).toEqual(['GET /newest.json', 'GET /newest.json', 'GET /newest.json'])
})

test('a version that is withdrawn is not notified any longer, and without an address nothing is', async () => {
  const { state, open, raised, signal } = await startWorld()
  await open('1.1.0').run(signal)
  state.body = '{"version": "1.1.0"}'
  await open('1.1.0').run(signal)
  expect(await raised()).toEqual([])
  state.body = '{"version": "1.2.0"}'
  await open('1.1.0').run(signal)
  await open('1.1.0', '').start()
  expect(await raised()).toEqual([])
})

test.each([
  { name: 'an error', status: 500, body: '{"version": "9.0.0"}' },
  { name: 'a page', status: 200, body: '<html>9.0.0</html>' },
  { name: 'a text that is not a version', status: 200, body: '{"version": "<b>9</b>"}' },
  { name: 'a document that is too large', status: 200, body: `{"version": "9.0.0", "a": "${'a'.repeat(70_000)}"}` },
])('$name changes nothing', async ({ status, body }) => {
  const { state, open, raised, signal } = await startWorld()
  await open('1.1.0').run(signal)
  Object.assign(state, { status, body })
  await open('1.1.0').run(signal)
  expect(await raised()).toEqual(outdated('1.2.0'))
})
