/**
 * A whole server whose directory, identity provider, mail server, web hook, DNS server, data source and brokers misbehave in
 * each way: every failure is told in the form of the contract, and meanwhile the API answers everybody else.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adBackend } from './identity/auth-services/testing/backend-drafts.ts'
import { systemClock } from './platform/clock.ts'
import { basic } from './testing/attack/admin-calls.ts'
import { amqpConfiguration, BROKER_INPUTS, kafkaConfiguration } from './testing/broker-inputs.ts'
import { freePort } from './testing/free-port.ts'
import {
  HOSTILE_BEHAVIOURS,
  type HostilePeer,
  type HostileProtocol,
  startHostilePeer,
} from './testing/hostile-peers/hostile-peer.ts'
import { rounds } from './testing/rounds.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from './testing/server-process.ts'

const SEED = Number(process.env['ATTACK_SEED'] ?? Math.floor(Date.now() / 1000))
/** How often each peer is used: each connection gets another form of misbehaviour. */
const USES = rounds(1, 40)
const PATIENCE = { timeout: rounds(5, 60) * 60_000 }
/** Limit on a machine with other work: when quiet, a ping takes milliseconds. */
const MAX_PING_MS = 10_000
const PING_EVERY_MS = 100
const REQUEST_MS = 90_000
const MAX_GROWTH_MB = 600

let server: ServerProcess
/** The product knows one mail server, from its start on. */
let mailPort: number
beforeAll(async () => {
  mailPort = await freePort()
  server = await startServer({ env: { LOGYARD_EMAIL_ENABLED: 'true', LOGYARD_EMAIL_PORT: `${mailPort}` } })
  await allow()
})
afterAll(() => server?.[Symbol.asyncDispose]())

interface Asked {
  readonly status: number
  readonly text: string
}

async function ask(method: string, path: string, body?: unknown): Promise<Asked> {
  const answer = await fetch(`${server.url}api${path}`, {
    method,
    headers: {
      authorization: basic('admin', ADMIN_PASSWORD),
      accept: 'application/json',
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_MS),
  })
  return { status: answer.status, text: await answer.text() }
}

async function ok(method: string, path: string, body?: unknown): Promise<ReturnType<typeof Object>> {
  const { status, text } = await ask(method, path, body)
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return Object(text === '' ? {} : JSON.parse(text))
}

const allow = () =>
  ok('PUT', '/system/urlwhitelist', {
    entries: [{ id: 'peers', type: 'regex', title: 'Peers', value: '^http://127\\.0\\.0\\.1:.*' }],
    disabled: false,
  })

/** Uses the peer once. The result is one of those that the contract has for failures. */
type Use = (peer: HostilePeer, name: string) => Promise<void>

const DIRECTORY_LOGIN = '/system/authentication/services/test/backend/login'

async function useDirectory({ port }: HostilePeer): Promise<void> {
  const test = { backend_configuration: adBackend(port), user_login: { username: 'ada', password: 'secret' } }
  const result = await ok('POST', DIRECTORY_LOGIN, test)
  expect(result).toMatchObject({ success: expect.any(Boolean), errors: expect.any(Array) })
  if (!result.success) expect(String(result.errors[0] ?? result.message)).not.toBe('')
}

async function useProvider({ port }: HostilePeer): Promise<void> {
  const result = await ok('POST', '/logyard/authentication/oidc/test', { issuer: `http://127.0.0.1:${port}` })
  if (!result.success) expect(result.errors.join('')).not.toBe('')
}

async function useWebHook({ port }: HostilePeer): Promise<void> {
  const config = {
    type: 'http-notification-v2',
    url: `http://127.0.0.1:${port}/hook`,
    method: 'POST',
    content_type: 'application/json',
    timeout_seconds: 1,
  }
  const { status, text } = await ask('POST', '/events/notifications/test', { title: 'Hook', description: '', config })
  // The test of a notification tells a failure with the status 500, as Graylog does, and the reason in words.
  if (status !== 200) expect([status, JSON.parse(text)]).toMatchObject([500, { message: expect.stringMatching(/./) }])
}

async function useMailServer(): Promise<void> {
  const config = {
    type: 'email-notification-v1',
    sender: 'logyard@example.org',
    subject: 'Alert',
    body_template: 'It happened',
    email_recipients: ['ann@example.org'],
    user_recipients: [],
  }
  const { status, text } = await ask('POST', '/events/notifications/test', { title: 'Mail', description: '', config })
  if (status !== 200) expect([status, JSON.parse(text)]).toMatchObject([500, { message: expect.stringMatching(/./) }])
}

/** The adapter is created, asked for three keys, and deleted. */
const useAdapter =
  (configOf: (port: number) => object): Use =>
  async ({ port }, name) => {
    const draft = { name, title: name, description: '', config: configOf(port) }
    const { id } = await ok('POST', '/system/lookup/adapters', draft)
    for (const key of ['a.example', 'b.example', 'c.example']) {
      const result = await ok('GET', `/system/lookup/adapters/${name}/query?key=${key}`)
      expect(result).toMatchObject({ has_error: expect.any(Boolean) })
    }
    await ok('DELETE', `/system/lookup/adapters/${id}`)
  }

const useHttpAdapter = useAdapter((port) => ({
  type: 'httpjsonpath',
  url: `http://127.0.0.1:${port}/`,
  single_value_jsonpath: '$.value',
  user_agent: 'Tests',
}))
const useDnsAdapter = useAdapter((port) => ({
  type: 'dnslookup',
  lookup_type: 'A',
  server_ips: `127.0.0.1:${port}`,
  request_timeout: 1000,
  cache_ttl_override_enabled: false,
}))

/** The input is created, connects, and is deleted. */
const useInput =
  (type: string, configurationFor: (port: number) => object): Use =>
  async (peer, title) => {
    const connections = peer.connections()
    const configuration = configurationFor(peer.port)
    const { id } = await ok('POST', '/system/inputs', { title, type, global: true, configuration })
    await expect.poll(() => peer.connections(), { timeout: REQUEST_MS }).toBeGreaterThan(connections)
    await expect
      .poll(() => ask('GET', `/system/inputstates/${id}`).then(({ text }) => text), { timeout: REQUEST_MS })
      .toMatch(/FAILED|RUNNING|STARTING/)
    await ok('DELETE', `/system/inputs/${id}`)
  }
const useAmqp = useInput(BROKER_INPUTS.amqp, amqpConfiguration)
const useKafka = useInput(BROKER_INPUTS.kafka, kafkaConfiguration)

const PEERS: readonly (readonly [string, HostileProtocol, Use])[] = [
  ['directory', 'ldap', useDirectory],
  ['identity provider', 'oidc', useProvider],
  ['web hook', 'http', useWebHook],
  ['data source', 'http', useHttpAdapter],
  ['DNS server', 'dns', useDnsAdapter],
  ['mail server', 'smtp', useMailServer],
  ['AMQP broker', 'amqp', useAmqp],
  ['Kafka broker', 'kafka', useKafka],
]

/** One behaviour after the other: a user may run two tests of a kind at once. */
async function meetAll([what, protocol, use]: (typeof PEERS)[number]): Promise<void> {
  for (const behaviour of HOSTILE_BEHAVIOURS) {
    const port = protocol === 'smtp' ? mailPort : undefined
    await using peer = await startHostilePeer({
      protocol,
      behaviour,
      seed: SEED,
      ...(port === undefined ? {} : { port }),
    })
    const name = `${what} ${behaviour}`.toLowerCase().replaceAll(' ', '-')
    // Peers that never answer take the whole time-out of each use.
    const uses = behaviour === 'slow' || behaviour === 'empty' ? Math.ceil(USES / 3) : USES
    for (let i = 0; i < uses; i++) await use(peer, `${name}-${i}`)
    expect(peer.connections(), `${what}, ${behaviour}`).toBeGreaterThan(0)
  }
}

async function pingUntil(ended: Promise<unknown>): Promise<readonly number[]> {
  let isOver = false
  void ended.finally(() => {
    isOver = true
  })
  const tookMs: number[] = []
  while (!isOver) {
    const began = systemClock.monotonicMs()
    const { status } = await fetch(`${server.url}api/system/lbstatus`, { signal: AbortSignal.timeout(MAX_PING_MS) })
    expect(status).toBe(200)
    tookMs.push(systemClock.monotonicMs() - began)
    await systemClock.sleep(PING_EVERY_MS)
  }
  return tookMs
}

const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

test('hostile peers of all kinds at once hold up nobody, and each failure is told', PATIENCE, async () => {
  const before = memoryMb()
  const met = Promise.allSettled(PEERS.map(meetAll))
  const pings = (await pingUntil(met)).toSorted((a, b) => a - b)
  const failed = (await met).filter((each) => each.status === 'rejected').map(({ reason }) => String(reason))
  console.log(`seed ${SEED}: ${pings.length} pings, p99 ${pings[Math.floor(pings.length * 0.99)]?.toFixed(0)} ms`)
  expect(failed.join('\n'), `ATTACK_SEED=${SEED}`).toBe('')
  expect(memoryMb() - before).toBeLessThan(MAX_GROWTH_MB)
})

/** What an operator is told of a peer that misbehaves. */
const TOLD = [
  'a thread ended unexpectedly',
  'the thread of an input ended unexpectedly',
  'the broker cannot be consumed from, another attempt follows',
  'a message of the broker is too long',
]

test('afterwards the log has no error but those that tell what peers did', () => {
  const bad = server
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line) && !TOLD.some((sentence) => line.includes(`"msg":"${sentence}"`)))
  expect(bad.map((line) => line.slice(0, 1000))).toEqual([])
})
