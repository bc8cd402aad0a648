/** The lists of many sidecars: what the API needs for them, and when the console shows their first rows. */
import { join } from 'node:path'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import { chromium } from '@playwright/test'
import { buildConsole } from '../../bin/build-console.ts'
import { findBrowser } from '../../bin/find-browser.ts'
import { type AgentClient, createAgentClient } from './agent-client.ts'
import { watchStart } from './console-page.ts'
import { openPage, signIn } from './console-session.ts'
import { median, quantile } from './median.ts'
import { processesOf, processorMs } from './process-figures.ts'

type Print = (line: string) => void

const SIDECARS = 10_000
const AT_ONCE = 100
const LOG_FILES = 10
const ROUNDS = 100
const STARTS = 5

const root = join(import.meta.dirname, '..', '..')
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const ADMIN = basic('admin', ADMIN_PASSWORD)

export async function benchSidecarLists(print: Print): Promise<void> {
  await buildConsole(root)
  await using server = await startServer({ env: { LOGYARD_LOG_LEVEL: 'error' } })
  using client = createAgentClient(server.url)
  await registerAll(client)
  const page = (path: string, body?: object) => ({ path, body })
  const newest = '/sidecars?page=1&per_page=50&sort=last_seen&order=desc'
  const requests = [
    { name: 'GET /sidecars/all', method: 'GET', ...page('/sidecars/all') },
    { name: 'GET /sidecars, 50 of them', method: 'GET', ...page(newest) },
    { name: 'the same with a search', method: 'GET', ...page(`${newest}&query=name:host-99`) },
    { name: 'POST /sidecar/administration, 50 of them', method: 'POST', ...page('/sidecar/administration', {}) },
    {
      name: 'the same, 1,000 of them',
      method: 'POST',
      ...page('/sidecar/administration', { per_page: 1000, filters: { os: 'linux' } }),
    },
  ]
  for (const { name, ...request } of requests) await measure(client, server, name, request, print)
  await benchPages(server.url, print)
}

async function measure(
  client: AgentClient,
  server: ServerProcess,
  name: string,
  request: { readonly method: string; readonly path: string; readonly body: object | undefined },
  print: Print,
): Promise<void> {
  const times: number[] = []
  let bytes = 0
  const before = usedMs(server)
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAtMs = performance.now()
    const { status, text } = await client.ask({ ...request, authorization: ADMIN })
    times.push(performance.now() - startedAtMs)
    if (status !== 200) throw new Error(`${name} was refused with ${status}`)
    bytes = text.length
  }
  const at = (share: number) => quantile(times, share).toFixed(0)
  const cpuMs = ((usedMs(server) - before) / ROUNDS).toFixed(0)
  const size = `${(bytes / 1e6).toFixed(2)} MB`
  print(`${name} of ${SIDECARS}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${cpuMs} ms of processor time, ${size}`)
}

const usedMs = ({ pid }: ServerProcess) => processesOf(pid).reduce((sum, each) => sum + processorMs(each), 0)

async function benchPages(url: string, print: Print): Promise<void> {
  const session = await signIn(url)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  try {
    for (const path of ['system/sidecars?inactive=shown', 'system/sidecars/administration']) {
      const times: number[] = []
      for (let start = 0; start < STARTS; start += 1) {
        await using opened = await openPage(browser, session)
        times.push((await watchStart(opened.page, new URL(path, url).href, 'tbody a')).usableMs)
      }
      print(`/${path}: rows after ${median(times).toFixed(0)} ms, median of ${STARTS} cold starts`)
    }
  } finally {
    await browser.close()
  }
}

async function registerAll(client: AgentClient): Promise<void> {
  const asAdmin = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await client.ask({ method, path, authorization: ADMIN, body })
    if (status >= 300) throw new Error(`${method} ${path} was refused with ${status}: ${text.slice(0, 200)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { token } = await asAdmin('POST', '/users/graylog-sidecar/tokens/bench', {})
  const { collectors } = await asAdmin('GET', '/sidecar/collectors')
  const collectorId = String(collectors[0].id)
  const ids = Array.from({ length: SIDECARS }, (_, index) => `node-${index}`)
  const register = (id: string) => {
    const body = reportOf(id.replace('node', 'host'), collectorId)
    return client.ask({ method: 'PUT', path: `/sidecars/${id}`, authorization: basic(token, 'token'), body })
  }
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const answers = await Promise.all(ids.slice(start, start + AT_ONCE).map(register))
    if (answers.some(({ status }) => status !== 202)) throw new Error('A registration was refused')
  }
}

const reportOf = (node_name: string, collector_id: string) => ({
  node_name,
  node_details: {
    operating_system: 'Linux',
    ip: '192.0.2.7',
    metrics: { disks_75: [], cpu_idle: 93.1, load_1: 0.42 },
    log_file_list: Array.from({ length: LOG_FILES }, (_, index) => ({
      ...{ path: `/var/log/service-${index}.log`, mod_time: '2026-03-01T09:00:00Z', size: 1234, is_dir: false },
    })),
    status: {
      status: 0,
      message: '1 running / 0 stopped / 0 failing',
      collectors: [{ collector_id, status: 0, message: 'Running', verbose_message: '' }],
    },
  },
})
