import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { fetchChecked } from '../platform/outgoing/fetch-checked.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { createUrlWhitelist } from '../url-whitelist/url-whitelist.ts'
import { createLicense, type License } from './license.ts'
import { licenseRoutes } from './license-routes.ts'

const FORM = {
  first_name: ' Ada ',
  last_name: 'Love  lace',
  company: 'Engines',
  email: 'ada@example.org',
  phone: '+44 20 7946 0000',
}
const PATH = '/free-enterprise/license'

let url: string
let status: number
let license: License
let logyard: IdentityUnderTest
const received: unknown[] = []
const vendor = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  received.push(JSON.parse(body))
  response.writeHead(status).end('{}')
})

beforeEach(async () => {
  status = 500
  received.length = 0
  if (!vendor.listening) await once(vendor.listen(0, '127.0.0.1'), 'listening')
  const address = vendor.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  url = `http://127.0.0.1:${address.port}/licenses`
})
afterEach(async () => {
  await logyard[Symbol.asyncDispose]()
  vendor.close()
})

async function start(sendTo: string) {
  const boundedRuns = createBoundedRuns(systemClock)
  logyard = await startIdentity({
    async area(api, { settings, clusterConfig, clock, log }) {
      const urlWhitelist = createUrlWhitelist({ clusterConfig, boundedRuns, serverRuns: boundedRuns, fetchChecked })
      license = createLicense({ settings, clock, log, urlWhitelist, url: sendTo, clusterId: 'c-1' })
      licenseRoutes(api, license)
      clusterConfig.routes(api)
    },
  })
}
const ask = (body: unknown = FORM) => logyard.call('POST', PATH, { body })
const stored = async () => (await logyard.call('GET', '/logyard/license-request')).body
const statusNow = async () => Object((await logyard.call('GET', `${PATH}/info`)).body).free_license_info.license_status
const signal = new AbortController().signal

test('a license is requested once, until the request is deleted', async () => {
  await start('')
  expect(await statusNow()).toBe('absent')
  expect(await ask()).toMatchObject({ status: 202, text: '' })
  expect(await statusNow()).toBe('staged')
  expect(await ask()).toMatchObject({
    status: 400,
    body: {
      type: 'ApiError',
      message: 'Free Graylog Enterprise license already requested or license already installed',
    },
  })
  expect(await stored()).toEqual({
    request: { ...FORM, first_name: 'Ada', last_name: 'Love lace' },
    created_at: '2026-03-01T09:00:00.000Z',
    delivery: 'not-configured',
    attempts: 0,
    last_problem: null,
  })
  expect((await logyard.call('DELETE', '/logyard/license-request')).status).toBe(204)
  expect((await logyard.call('DELETE', '/logyard/license-request')).status).toBe(404)
  expect(await statusNow()).toBe('absent')
})

test.each([
  { company: '  ' },
  { first_name: '' },
  { email: 'ada' },
  { email: 'ada@' },
  { email: 'a da@example.org' },
  { phone: '' },
  { last_name: 'x'.repeat(201) },
])('%o is refused as a list of fields', async (wrong) => {
  await start('')
  const answer = await ask({ ...FORM, ...wrong })
  expect(answer).toMatchObject({ status: 400, body: [{ path: Object.keys(wrong)[0], message: expect.any(String) }] })
  expect(await statusNow()).toBe('absent')
})

test('reading and requesting need their permissions, and the audit log has nothing of the form', async () => {
  await start('')
  await logyard.addUser('reader')
  const as = 'reader:reader-password'
  expect((await logyard.call('GET', `${PATH}/info`, { as })).status).toBe(403)
  expect((await logyard.call('POST', PATH, { as, body: FORM })).status).toBe(403)
  expect((await logyard.call('GET', '/logyard/license-request', { as })).status).toBe(403)
  expect((await logyard.call('DELETE', '/logyard/license-request', { as })).status).toBe(403)
  await ask()
  const { text } = await logyard.call('GET', '/logyard/audit/entries?event=license-request:*')
  expect(text).toContain('license-request:create')
  expect(text).not.toContain('ada@example.org')
  expect(logyard.logged()).not.toContain('ada@example.org')
})

test('without an address nothing is sent', async () => {
  await start('')
  await ask()
  await license.send(signal)
  expect(received).toEqual([])
})

test('the reason why it was not sent has no credentials of the address', async () => {
  await start(url.replace('http://', 'http://ada:hush@'))
  await ask()
  await license.send(signal)
  expect(await stored()).toMatchObject({ attempts: 1, last_problem: expect.stringContaining('://<secret>@') })
})

test('a request is sent to the address once that is whitelisted, until it is accepted', async () => {
  await start(url)
  await license.send(signal)
  await ask()
  await license.send(signal)
  expect(received).toEqual([])
  expect(await stored()).toMatchObject({
    delivery: 'waiting',
    attempts: 1,
    last_problem: expect.stringContaining('whitelist'),
  })
  const entry = { id: 'vendor', type: 'literal', title: 'Vendor', value: url }
  const body = { entries: [entry], disabled: false }
  await logyard.call('PUT', '/system/cluster_config/org.graylog2.system.urlwhitelist.UrlWhitelist', { body })
  await license.send(signal)
  expect(await stored()).toMatchObject({ attempts: 2, last_problem: 'The address answered with status 500.' })
  status = 201
  await license.send(signal)
  await license.send(signal)
  expect(await stored()).toMatchObject({ delivery: 'sent', attempts: 3, last_problem: null })
  const sent = { cluster_id: 'c-1', ...FORM, first_name: 'Ada', last_name: 'Love lace' }
  expect(received).toEqual([sent, sent])
})
