import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { operation, publicAccess, Raw } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { startHttp } from '../testing/start-http.ts'
import type { HttpServerDeps } from './http-server.ts'
import { serve } from './serve.ts'

const INDEX = '<html><script src="/__LOGYARD_BASE__/assets/app-1.js"></script><a href="/__LOGYARD_BASE__/x"></a></html>'
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`

async function startConsole(options: Partial<HttpServerDeps> = {}, routes: HttpServerDeps['routes'] = () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'logyard.svg'), '<svg/>')
  await writeFile(join(folder, '.secret'), 'hidden')
  await writeFile(join(folder, 'assets', 'app-1.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets', 'app-1.js.gz'), gzipSync(SCRIPT))
  const http = await startHttp(routes, { consoleFolder: folder, ...options })
  return {
    ...http,
    folder,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

interface RawAnswer {
  readonly status: number | undefined
  readonly encoding: string | undefined
  readonly vary: string
  readonly body: Buffer
}

/** Returns the raw response: `fetch` would decompress it, and bypass caches. */
function rawGet(url: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { 'content-encoding': encoding, vary = '' } = answer.headers
        resolve({ status: answer.statusCode, encoding, vary, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject)
  })
}

test.each([{ prefix: '' }, { prefix: '/logs' }, { prefix: '/a/b/' }])(
  'under "$prefix" every path of the console gets its page, its links below the prefix',
  async ({ prefix }) => {
    await using http = await startConsole({ prefix })
    const base = prefix.replace(/\/$/, '')
    expect(new URL(http.url).pathname).toBe(`${base}/`)
    const page = INDEX.replaceAll('/__LOGYARD_BASE__', base)
    for (const path of ['', 'streams', 'streams/1/edit?x=1', 'index.html', 'assets-of-mine']) {
      const answer = await fetch(http.url + path, { headers: html })
      expect([answer.status, await answer.text()], path).toEqual([200, page])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    const nope = await fetch(`${http.api}/nope`, { headers: html })
    expect([nope.status, await nope.json()]).toEqual([404, { type: 'ApiError', message: 'HTTP 404 Not Found' }])
  },
)

test('a page that the browser has cached is not sent again', async () => {
  await using http = await startConsole()
  const etag = (await fetch(http.url)).headers.get('etag') ?? ''
  const again = await fetch(http.url, { headers: { ...html, 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

/** The system gives files that are written at almost the same time the same one. */
const SAME_TIME = new Date('2026-03-01T10:00:00.000Z')

test('a console that is rebuilt while the server runs is served at once', async () => {
  await using http = await startConsole()
  await utimes(join(http.folder, 'index.html'), SAME_TIME, SAME_TIME)
  const before = (await fetch(http.url)).headers.get('etag') ?? ''
  const built = await mkdtemp(join(tmpdir(), 'logyard-console-'))
  await mkdir(join(built, 'assets'))
  await writeFile(join(built, 'index.html'), INDEX.replace('app-1.js', 'app-2.js'))
  await writeFile(join(built, 'assets', 'app-2.js'), 'built anew')
  await utimes(join(built, 'index.html'), SAME_TIME, SAME_TIME)
  await rm(http.folder, { recursive: true })
  // The previous page is served until there is a new one.
  expect(await (await fetch(http.url)).text()).toContain('app-1.js')
  await rename(built, http.folder)
  const answer = await fetch(http.url, { headers: { ...html, 'if-none-match': before } })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('src="/assets/app-2.js"')])
  expect(await (await fetch(`${http.url}assets/app-2.js`)).text()).toBe('built anew')
})

test('a console that is built after the start is served from then on', async () => {
  const built = await mkdtemp(join(tmpdir(), 'logyard-console-'))
  await using http = await startConsole({ consoleFolder: join(built, 'dist') })
  expect((await fetch(http.url, { headers: html })).status).toBe(404)
  await mkdir(join(built, 'dist', 'assets'), { recursive: true })
  await writeFile(join(built, 'dist', 'assets', 'app-1.js'), SCRIPT)
  await writeFile(join(built, 'dist', 'index.html'), INDEX)
  expect(await (await fetch(http.url, { headers: html })).text()).toContain('/assets/app-1.js')
  expect(await (await fetch(`${http.url}assets/app-1.js`)).text()).toBe(SCRIPT)
  await rm(built, { recursive: true })
})

test('with a prefix the root redirects to it, and other paths outside of it are unknown', async () => {
  await using http = await startConsole({ prefix: '/logs' })
  const { origin } = new URL(http.url)
  const root = await fetch(`${origin}/`, { redirect: 'manual' })
  expect([root.status, root.headers.get('location')]).toEqual([307, '/logs/'])
  expect((await fetch(`${origin}/logs`, { headers: html })).status).toBe(200)
  expect((await fetch(`${origin}/streams`, { headers: html })).status).toBe(404)
  expect((await fetch(`${origin}/logsx`, { headers: html })).status).toBe(404)
})

test('a missing asset of an older console is a 404, not a page', async () => {
  await using http = await startConsole()
  const answer = await fetch(`${http.url}assets/gone-1a2b3c.js`, { headers: { accept: '*/*' } })
  expect(answer.status).toBe(404)
})

test('requests that do not accept HTML get no page', async () => {
  await using http = await startConsole()
  const answer = await fetch(`${http.url}streams`, { headers: { accept: 'application/json' } })
  expect([answer.status, await answer.json()]).toEqual([404, { type: 'ApiError', message: 'HTTP 404 Not Found' }])
  expect((await fetch(`${http.url}streams`, { method: 'POST', headers: html })).status).toBe(404)
})

test('assets are cached for a year, other files are revalidated each time', async () => {
  await using http = await startConsole()
  const asset = await fetch(`${http.url}assets/app-1.js`)
  expect(await asset.text()).toBe(SCRIPT)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('etag')).not.toBeNull()
  expect(asset.headers.get('last-modified')).not.toBeNull()
  const icon = await fetch(`${http.url}logyard.svg`)
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const etag = icon.headers.get('etag') ?? ''
  expect((await rawGet(`${http.url}logyard.svg`, { 'if-none-match': etag })).status).toBe(304)
})

test.each([
  { accepts: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
  { accepts: 'gzip', encoding: 'gzip', unpack: gunzipSync },
  { accepts: 'identity', encoding: undefined, unpack: (body: Buffer) => body },
])('an asset is sent as $encoding to clients that accept $accepts, as compressed by the build', async (row) => {
  await using http = await startConsole()
  const { encoding, vary, body } = await rawGet(`${http.url}assets/app-1.js`, { 'accept-encoding': row.accepts })
  expect(encoding).toBe(row.encoding)
  expect(row.unpack(body).toString()).toBe(SCRIPT)
  expect(vary.toLowerCase()).toContain('accept-encoding')
})

test.each(['.secret', '..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', 'assets/..%5c..%5c.secret', 'assets/%00'])(
  '%s leads nowhere',
  async (path) => {
    await using http = await startConsole()
    const answer = await fetch(http.url + path, { headers: { accept: 'application/json' } })
    expect([400, 403, 404]).toContain(answer.status)
    expect(await answer.text()).not.toContain('hidden')
  },
)

test('pages may run only their own scripts, and cannot be framed', async () => {
  await using http = await startConsole()
  const { headers } = await fetch(http.url, { headers: html })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
})

test.each([
  { given: undefined, external: '', prefix: '', server: '/api/', path: '/' },
  { given: undefined, external: '', prefix: '/logs', server: '/logs/api/', path: '/logs/' },
  {
    given: undefined,
    external: 'https://a.example/l',
    prefix: '/logs',
    server: 'https://a.example/l/api/',
    path: '/l/',
  },
  {
    given: 'https://b.example:8443/x/',
    external: '',
    prefix: '',
    server: 'https://b.example:8443/x/api/',
    path: '/x/',
  },
  { given: '/from-proxy', external: 'https://a.example', prefix: '', server: '/from-proxy/api/', path: '/from-proxy/' },
  { given: 'javascript:alert(1)', external: '', prefix: '', server: '/api/', path: '/' },
  { given: '//evil.example/x/', external: '', prefix: '', server: '/api/', path: '/' },
  { given: 'https://', external: '', prefix: '', server: '/api/', path: '/' },
])('with header "$given", URL "$external" and prefix "$prefix" the API of the console is at $server', async (row) => {
  await using http = await startConsole({ externalUrl: row.external, prefix: row.prefix, rootTimeZone: 'Asia/Tokyo' })
  const headers: Record<string, string> = row.given === undefined ? {} : { 'x-graylog-server-url': row.given }
  const answer = await fetch(`${http.url}config.js`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const appConfig = { gl2ServerUrl: row.server, gl2AppPathPrefix: row.path, rootTimeZone: 'Asia/Tokyo' }
  expect(await answer.text()).toBe(`window.appConfig = ${JSON.stringify(appConfig)};\n`)
})

const shelf = operation({
  id: 'shelf.get',
  area: 'test',
  method: 'GET',
  path: '/shelf/{length}',
  summary: 'A text',
  access: publicAccess,
  answers: { 200: Type.Object({ text: Type.String() }) },
})
const stream = operation({
  id: 'shelf.stream',
  area: 'test',
  method: 'GET',
  path: '/stream',
  summary: 'Events',
  access: publicAccess,
  answers: { 200: Raw },
})

test.each([
  { path: '/shelf/600', accepts: 'gzip, br', encoding: 'br' },
  { path: '/shelf/600', accepts: 'gzip', encoding: 'gzip' },
  { path: '/shelf/200000', accepts: 'gzip', encoding: 'gzip' },
  { path: '/shelf/600?pretty=true', accepts: 'gzip', encoding: 'gzip' },
  { path: '/shelf/400', accepts: 'gzip, br', encoding: undefined },
  { path: '/shelf/600', accepts: 'identity', encoding: undefined },
  { path: '/stream', accepts: 'gzip, br', encoding: undefined },
])('$path is sent as $encoding to clients that accept $accepts', async ({ path, accepts, encoding }) => {
  await using http = await startConsole({}, (api) => {
    serve(api, shelf, ({ params }) => ({ text: 'x'.repeat(Number(params.length)) }))
    serve(api, stream, ({ reply }) => reply.type('text/event-stream').send(`data: ${'x'.repeat(1000)}\n\n`))
  })
  const answer = await rawGet(http.api + path, { 'accept-encoding': accepts })
  expect(answer.encoding).toBe(encoding)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body)
  expect(unpack(answer.body).toString()).toContain('xxxxx')
})
