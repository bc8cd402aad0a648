import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listInputs } from '../../contract/src/ingest/inputs.ts'
import { executeSearch, getSearchJob } from '../../contract/src/search/search-jobs.ts'
import type { SearchTypeResult } from '../../contract/src/search/search-results.ts'
import { listStreams } from '../../contract/src/streams/streams.ts'
import { getView, listDashboards, listSavedSearches, updateView } from '../../contract/src/views/views.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../../server/src/testing/server-process.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { type CallApi, createApiCaller } from './api-caller.ts'
import { readDemoOptions } from './demo-options.ts'
import { startDemoProduct } from './demo-product.ts'
import { newestOf } from './newest-of.ts'

const root = join(import.meta.dirname, '..', '..')
const MESSAGES = 3000

function startDemo({ url }: ServerProcess, ...args: readonly string[]) {
  const address = url.replace('//', `//admin:${encodeURIComponent(ADMIN_PASSWORD)}@`)
  const child = spawn(process.execPath, [join(root, 'bin', 'commands.ts'), 'demo', '--address', address, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit').then(([code]) => Number(code))
  return { output: () => output, ended, stop: () => child.kill('SIGTERM') }
}

async function resultsOf(call: CallApi, searchId: string) {
  let job = await call(executeSearch, { params: { id: searchId }, body: {} })
  while (!job.execution.done) job = await call(getSearchJob, { params: { jobId: job.id } })
  return job.results
}

/** The number of messages that each saved search finds, by its title. */
async function foundBySavedSearches(call: CallApi): Promise<ReadonlyMap<string, number>> {
  const { views } = await call(listSavedSearches, { query: { per_page: 50 } })
  const found = new Map<string, number>()
  for (const { id } of views) {
    const { title, search_id } = await call(getView, { params: { id } })
    const results = await resultsOf(call, search_id)
    const [result] = Object.values(results)
    expect(result?.errors).toEqual([])
    const list = Object.values(result?.search_types ?? {}).find(({ type }) => type === 'messages')
    found.set(title, list?.type === 'messages' ? list.total_results : -1)
  }
  return found
}

const shopDashboards = async (call: CallApi) =>
  (await call(listDashboards, { query: { query: 'title:Shop', per_page: 50 } })).views

/** The widgets without results, as `dashboard: widget`, and the number of widgets with a search. */
async function askDashboards(call: CallApi) {
  const empty: string[] = []
  let asking = 0
  for (const { id } of await shopDashboards(call)) {
    const { title, search_id, state } = await call(getView, { params: { id } })
    const results = await resultsOf(call, search_id)
    for (const [page, { widgets, widget_mapping, titles }] of Object.entries(state)) {
      expect(results[page]?.errors).toEqual([])
      for (const widget of widgets) {
        const own = widget_mapping[widget.id] ?? []
        asking += Math.min(own.length, 1)
        const found = own.map((type) => results[page]?.search_types[type])
        if (!found.every(hasSomething)) empty.push(`${title}: ${titles.widget?.[widget.id]}`)
      }
    }
  }
  return { empty, asking }
}

function hasSomething(result: SearchTypeResult | undefined): boolean {
  if (result?.type === 'messages') return result.total_results > 0
  if (result?.type !== 'pivot') return false
  // A trend may be empty: the previous period may have no messages.
  return result.name === 'trend' || (result.rows ?? []).some(({ values }) => values.some(({ value }) => value !== 0))
}

test('the demo fills a running server, and a second run adds only new messages', { timeout: 120_000 }, async () => {
  await using server = await startServer({ env: { LOGYARD_LOG_LEVEL: 'warn' } })
  const call = createApiCaller({ url: server.url, user: 'admin', password: ADMIN_PASSWORD })
  const port = await freePort()
  const past = ['--messages', String(MESSAGES), '--once', '--port', String(port)]
  const first = startDemo(server, ...past)
  expect(await first.ended, first.output()).toBe(0)

  const { streams } = await call(listStreams)
  const shopStreams = streams.filter(({ rules }) => rules.some(({ field }) => field === 'log_type'))
  expect(shopStreams.map(({ title }) => title).toSorted()).toEqual([
    'Application errors',
    'Applications',
    'Database',
    'Firewall',
    'Kubernetes',
    'Sign-ins',
    'Slow pages',
    'Web',
  ])
  const ids = shopStreams.map(({ id }) => id)
  await expect.poll(() => newestOf(call, ids)).toBeGreaterThan(Date.now() - 600_000)
  await expect.poll(async () => [...(await foundBySavedSearches(call)).values()].every((count) => count > 0)).toBe(true)
  const before = await foundBySavedSearches(call)
  expect([...before.keys()].toSorted()).toEqual(['Shop: failed sign-ins', 'Shop: page latency', 'Shop: service errors'])

  expect((await shopDashboards(call)).map(({ title }) => title).toSorted()).toEqual([
    'Shop: application health',
    'Shop: authentication',
    'Shop: web traffic',
  ])
  expect(await askDashboards(call)).toEqual({ empty: [], asking: 43 })
  const [changed, ...others] = await shopDashboards(call)
  if (changed === undefined) throw new Error('there are no dashboards')
  const { id, owner, last_updated_at, ...content } = changed
  await call(updateView, { params: { id }, body: { ...content, summary: 'Changed by somebody' } })

  const second = startDemo(server, ...past)
  expect(await second.ended, second.output()).toBe(0)
  expect((await call(listInputs)).inputs.length).toBe(1)
  expect((await call(listStreams)).streams.length).toBe(streams.length)
  expect((await shopDashboards(call)).map((view) => [view.id, view.summary])).toEqual([
    [id, 'Changed by somebody'],
    ...others.map((view) => [view.id, view.summary]),
  ])
  const after = await foundBySavedSearches(call)
  expect(after.size).toBe(3)
  expect(Math.abs((after.get('Shop: page latency') ?? 0) - (before.get('Shop: page latency') ?? 0))).toBeLessThan(
    MESSAGES / 20,
  )

  const live = startDemo(server, '--messages', '0', '--rate', '100', '--port', String(port))
  const startedAtMs = Date.now()
  await expect.poll(() => newestOf(call, ids)).toBeGreaterThan(startedAtMs)
  live.stop()
  expect(await live.ended, live.output()).toBe(0)
})

test("the demo's own server responds at its address, and ends with the demo", async () => {
  await using folder = await temporaryFolder()
  const env = { ...process.env, LOGYARD_DATA: folder.path, LOGYARD_LISTEN: '127.0.0.1:0' }
  const product = await startDemoProduct(root, env)
  const { url } = product
  const isAlive = await fetch(`${url}api/system/lbstatus`)
  expect(isAlive.status).toBe(200)
  const call = createApiCaller(product)
  expect((await call(listInputs)).inputs).toEqual([])
  await product[Symbol.asyncDispose]()
  await expect(fetch(`${url}api/system/lbstatus`)).rejects.toThrow('fetch failed')
})

test.each([
  [['--messages', 'many'], '--messages must be a whole number from 0 to 50000000, not many'],
  [['--rate', '0'], '--rate must be a whole number from 1 to 5000, not 0'],
  [['--port', '70000'], '--port must be a whole number from 1 to 65535, not 70000'],
])('%s is refused', (args, message) => {
  expect(() => readDemoOptions(args)).toThrow(message)
})
