import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClusterConfig } from '../cluster-config/cluster-config.ts'
import { type BoundedRuns, createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { sampleRuns } from '../platform/bounded-runs/testing/sample-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createFetchThread, type FetchThread } from '../platform/outgoing/fetch-thread.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { createKnownAnswers } from './known-answers.ts'
import { createUrlWhitelist, type UrlWhitelist } from './url-whitelist.ts'
import { urlWhitelistRoutes } from './url-whitelist-routes.ts'

let logyard: IdentityUnderTest
let runs: BoundedRuns
let serverRuns: BoundedRuns
let requests: FetchThread
let whitelist: UrlWhitelist
beforeEach(async () => {
  runs = createBoundedRuns(systemClock)
  serverRuns = createBoundedRuns(systemClock)
  requests = createFetchThread({ clock: systemClock, log: createLog('off') })
  logyard = await startIdentity({
    async area(api, { settings }) {
      const clusterConfig = createClusterConfig({ settings })
      whitelist = createUrlWhitelist({
        clusterConfig,
        boundedRuns: runs,
        serverRuns,
        fetchChecked: requests.fetchChecked,
      })
      clusterConfig.routes(api)
      urlWhitelistRoutes(api, whitelist)
    },
  })
  await logyard.addUser('reader')
})
afterEach(async () => {
  await logyard[Symbol.asyncDispose]()
  await runs[Symbol.asyncDispose]()
  await serverRuns[Symbol.asyncDispose]()
  await requests[Symbol.asyncDispose]()
})

const PATH = '/system/urlwhitelist'
const reader = { as: 'reader:reader-password' }
const literal = (value: string) => ({ id: value, type: 'literal', title: 'A hook', value })
const regex = (value: string) => ({ id: value, type: 'regex', title: 'Hooks', value })
const put = (entries: readonly object[], disabled = false) => logyard.call('PUT', PATH, { body: { entries, disabled } })
const isAllowed = async (url: string) => {
  const { body, text } = await logyard.call('POST', `${PATH}/check`, { ...reader, body: { url } })
  expect(body).toEqual({ url, is_whitelisted: expect.any(Boolean) })
  return text.includes('true')
}
const filled = (template: string, placeholder?: string) =>
  logyard.call('POST', `${PATH}/generate_regex`, { ...reader, body: { url_template: template, placeholder } })

test('an entry without a path allows what is requested for it, and no other path', async () => {
  await put([literal('https://example.org')])
  expect(await Promise.all(['', '/', '/a'].map((path) => isAllowed(`https://example.org${path}`)))).toEqual([
    true,
    true,
    false,
  ])
})

test('a fresh whitelist allows nothing, a disabled one everything', async () => {
  expect((await logyard.call('GET', PATH)).body).toEqual({ entries: [], disabled: false })
  expect(await isAllowed('https://example.org')).toBe(false)
  expect((await put([], true)).status).toBe(204)
  expect(await isAllowed('bad')).toBe(true)
})

test('a literal allows the whole URL, a regular expression what it finds, in Java syntax', async () => {
  const entries = [literal('https://a.b/hook'), regex('^\\Qhttps://c.d/x?\\E.*?\\Q.json\\E$'), regex('e\\.f')]
  expect((await put(entries)).status).toBe(204)
  expect((await logyard.call('GET', PATH)).body).toEqual({ entries, disabled: false })
  const urls = {
    'https://a.b/hook': true,
    'https://a.b/hook/': false,
    'https://c.d/x?7.json': true,
    'https://c.d/x7.json': false,
    'https://c.d/x?7.json#': false,
    'http://www.e.f/': true,
    'http://www.eXf/': false,
  }
  for (const [url, is] of Object.entries(urls)) expect({ url, is: await isAllowed(url) }).toEqual({ url, is })
})

test.each([
  ['https://a.b/{x}/x?y=1', '{x}', '^\\Qhttps://a.b/\\E.*?\\Q/x?y=1\\E$'],
  ['https://a.b/c', undefined, '^\\Qhttps://a.b/c\\E$'],
  ['http://x.y/(a).*', '', '^\\Qhttp://x.y/(a).*\\E$'],
  ['https://a/{}/{}', '{}', '^\\Qhttps://a/\\E.*?\\Q/\\E.*?$'],
  ['https://a/\\E.*', '{}', '^\\Qhttps://a/\\E\\\\E\\Q.*\\E$'],
])(
  'the generated regular expression of %s with %s is %s, and allows the template',
  async (template, placeholder, to) => {
    expect((await filled(template, placeholder)).body).toEqual({ regex: to })
    await put([regex(to)])
    expect(await isAllowed(template)).toBe(true)
    expect(await isAllowed(`${template}?`)).toBe(template.endsWith('{}'))
  },
)

test('invalid whitelists and requests are refused, and the stored whitelist stays', async () => {
  await put([literal('x')])
  const refusals = [
    [[literal('a'), literal('a')], 'Two entries of the URL whitelist have the id a.'],
    [
      [regex('(')],
      expect.stringContaining('The value of the entry "Hooks" is not a valid regular expression: Unclosed'),
    ],
  ] as const
  for (const [entries, message] of refusals) {
    expect(await put(entries)).toMatchObject({ status: 400, body: { type: 'ApiError', message } })
  }
  expect((await put([{ ...literal('b'), type: 'glob' }])).status).toBe(400)
  expect((await put([{ ...literal('b'), title: '' }])).body).toMatchObject([{ path: 'entries[0].title' }])
  for (const path of ['check', 'generate_regex']) {
    const body = path === 'check' ? { url: '' } : { url_template: '' }
    expect(await logyard.call('POST', `${PATH}/${path}`, { body })).toMatchObject({ status: 400, body: [{}] })
  }
  expect((await logyard.call('GET', PATH)).body).toMatchObject({ entries: [literal('x')] })
})

test('a regular expression that runs away is stopped', async () => {
  await put([regex('^(a|aa)+$')])
  const answer = await logyard.call('POST', `${PATH}/check`, { ...reader, body: { url: `${'a'.repeat(60)}!` } })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('stopped after 2 seconds') } })
})

test('checks of the server do not wait for the tries of users', async () => {
  await put([regex('^http://a\\.b/')])
  const stop = new AbortController()
  const endless = { limitMs: 60_000, signal: stop.signal }
  const tries = ['ada', 'bob'].flatMap((userId) =>
    Array.from({ length: 60 }, () => runs.run(sampleRuns.runAway, `${'a'.repeat(60)}!`, { ...endless, userId })),
  )
  const outcomes = Promise.allSettled(tries)
  for (const path of ['1', '2', '3']) expect(await whitelist.isAllowed(`http://a.b/${path}`)).toBe(true)
  expect(await whitelist.isAllowed('http://b.c/')).toBe(false)
  const saved = await put([regex('^http://b\\.c/')])
  expect(saved.status).toBe(204)
  stop.abort(new Error('the test ends'))
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the test ends' } })
  }
})

test('an answer is remembered until the patterns change, and a URL that is slow to check does not delay another host', async () => {
  const counted: string[] = []
  const findMatch = createKnownAnswers({
    run(task, input, options) {
      counted.push(options.userId)
      return serverRuns.run(task, input, options)
    },
  })
  const patterns = ['^http://(a|aa)+$', '^http://b\\.c/']
  const slow = findMatch(`http://${'a'.repeat(60)}!`, patterns)
  expect(await findMatch('http://b.c/x', [...patterns])).toBe(true)
  expect(await findMatch('http://b.c/x', [...patterns])).toBe(true)
  expect(counted.length).toBe(2)
  await expect(slow).rejects.toMatchObject({ code: 'run-too-slow' })
  await expect(findMatch(`http://${'a'.repeat(60)}!`, patterns)).rejects.toMatchObject({ code: 'run-too-slow' })
  expect(counted.length).toBe(2)
  expect(await findMatch('http://b.c/x', ['^http://c'])).toBe(false)
  expect(counted).toEqual([expect.any(String), 'b.c', 'b.c'])
})

test('reading and changing need their permission, over the cluster configuration, too', async () => {
  const document = '/system/cluster_config/org.graylog2.system.urlwhitelist.UrlWhitelist'
  await logyard.addUser('editor', {
    permissions: ['clusterconfigentry:read', 'clusterconfigentry:edit', 'clusterconfigentry:create'],
  })
  const body = { entries: [], disabled: true }
  for (const as of ['reader:reader-password', 'editor:editor-password']) {
    for (const path of [PATH, document]) {
      expect((await logyard.call('GET', path, { as })).status, `${as} ${path}`).toBe(403)
      expect((await logyard.call('PUT', path, { as, body })).status, `${as} ${path}`).toBe(403)
    }
  }
  expect((await logyard.call('GET', document)).body).toEqual({ entries: [], disabled: false })
})

test('a request is checked again at each redirect', async () => {
  const requested: unknown[] = []
  const server = createServer((request, response) => {
    requested.push(request.url)
    const locations: Readonly<Record<string, string>> = {
      '/moved': '/hook',
      '/astray': '/secret',
      '/inside': 'http://169.254.169.254/',
    }
    const location = locations[request.url ?? '']
    if (location === undefined) response.end('done')
    else response.writeHead(307, { location }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const url = (path: string) => `http://127.0.0.1:${port}/${path}`
  await put(['moved', 'astray', 'inside', 'hook'].map((path) => literal(url(path))))
  const request = (path: string, maxBytes = 100) =>
    whitelist.fetch({ url: new URL(url(path)), limitMs: 5000, maxBytes }).finally(() => requested.splice(0))

  const answer = await request('moved')
  expect([answer.status, answer.body.toString()]).toEqual([200, 'done'])
  await expect(request('astray')).rejects.toMatchObject({
    code: 'url-not-whitelisted',
    message: `URL ${url('secret')} is not whitelisted.`,
  })
  await expect(request('secret')).rejects.toMatchObject({ code: 'url-not-whitelisted' })
  expect(requested).toEqual([])
  await put([], true)
  await expect(request('inside')).rejects.toThrow('further inside the network')
  await expect(request('hook', 3)).rejects.toThrow('longer than 3 bytes')
  server.close()
})
