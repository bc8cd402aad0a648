import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClusterConfig } from '../cluster-config/cluster-config.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createServerLog, type ServerLog } from '../platform/server-log/server-log.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { loggerRoutes } from './logger-routes.ts'
import { createLoggers, type Loggers } from './loggers.ts'

const NODE = '5ca1ab1e-0000-4000-8000-000000000001'
const STORED = '/system/cluster_config/org.logyard.logging.LogLevels'

let folder: string
let written: string[]
let serverLog: ServerLog
let loggers: Loggers
let metrics: Metrics
let logyard: IdentityUnderTest

async function start() {
  written = []
  serverLog = createServerLog('info', { write: (line: string) => void written.push(line) })
  logyard = await startIdentity({
    folder,
    async area(api, { clusterConfig, clock }) {
      metrics = createMetrics(clock)
      loggers = await createLoggers({ serverLog, clusterConfig, metrics, log: serverLog.log })
      loggerRoutes(api, { loggers, nodeId: NODE })
      clusterConfig.routes(api)
    },
  })
}
async function stop() {
  loggers[Symbol.dispose]()
  metrics[Symbol.dispose]()
  await logyard[Symbol.asyncDispose]()
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-loggers-'))
  await start()
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string, as?: string) =>
  Object((await logyard.call('GET', path, as === undefined ? {} : { as: `${as}:${as}-password` })).body)
const put = (path: string, as?: string) =>
  logyard.call('PUT', path, as === undefined ? {} : { as: `${as}:${as}-password` })
const levelOf = async (logger: string) => (await get('/system/loggers')).loggers[logger]
const recent = async (query = '') => (await get(`/system/loggers/messages/recent${query}`)).messages
const texts = async (query = '') => (await recent(query)).map(({ message }: { message: string }) => message)

test('a changed level applies to loggers that exist already, and to those below them', async () => {
  const http = serverLog.log.child({ subject: 'http' })
  const request = http.child({ requestId: 'r-1' })
  request.debug('too quiet')
  expect((await put('/system/loggers/logyard.http/level/debug')).status).toBe(204)
  request.debug('now heard')
  serverLog.log.child({ subject: 'engine' }).debug('too quiet as well')
  expect(await levelOf('logyard.http')).toEqual({ level: 'debug', level_syslog: 500 })
  expect(await levelOf('logyard.engine')).toEqual({ level: 'info', level_syslog: 400 })

  await put('/system/loggers/logyard/level/error')
  serverLog.log.warn('of no interest')
  request.debug('has a level of its own')
  await logyard.call('DELETE', `/cluster/system/loggers/${NODE}/logyard.http/level`)
  request.warn('of no interest either')
  expect(written.map((line) => JSON.parse(line).msg)).toEqual([
    'log levels changed',
    'now heard',
    'has a level of its own',
  ])
})

test('a group of loggers gets a level, and an unknown level is debug', async () => {
  expect((await get('/system/loggers/subsystems')).subsystems.sockets).toMatchObject({
    title: expect.any(String),
    categories: ['logyard.http', 'logyard.inputs', 'logyard.outputs'],
    level: 'info',
    level_syslog: 400,
  })
  expect((await put(`/cluster/system/loggers/${NODE}/subsystems/sockets/level/trace`)).status).toBe(204)
  const answer = await get('/cluster/system/loggers/subsystems')
  expect(answer[NODE].subsystems.sockets).toMatchObject({ level: 'trace', level_syslog: 600 })
  expect(await levelOf('logyard.outputs')).toMatchObject({ level: 'trace' })
  await put('/system/loggers/subsystems/sockets/level/bogus')
  expect((await get('/cluster/system/loggers'))[NODE].loggers['logyard.inputs']).toMatchObject({ level: 'debug' })
  expect(await put('/system/loggers/subsystems/nope/level/debug')).toMatchObject({
    status: 404,
    body: { message: 'No such logging subsystem: [nope]' },
  })
})

test('a persisted level applies after a restart, any other does not', async () => {
  await put('/system/loggers/logyard.search/level/debug')
  await put('/system/loggers/logyard.engine/level/warn?persist=true')
  await put('/system/loggers/subsystems/sockets/level/error?persist=true')
  await stop()
  await start()
  serverLog.log.child({ subject: 'search' })
  expect(await levelOf('logyard.search')).toMatchObject({ level: 'info' })
  expect(await levelOf('logyard.engine')).toMatchObject({ level: 'warn' })
  expect(await levelOf('logyard.inputs')).toMatchObject({ level: 'error' })
  await logyard.call('DELETE', `/cluster/system/loggers/${NODE}/logyard.engine/level`)
  expect(Object((await logyard.call('GET', STORED)).body).levels).toHaveLength(3)
  await logyard.call('DELETE', STORED)
  await expect.poll(() => levelOf('logyard.inputs')).toBeUndefined()
})

describe('with another node on the same settings', () => {
  let other: ServerLog
  let otherParts: Disposable[]
  beforeEach(async () => {
    other = createServerLog('info', { write: () => undefined })
    const clusterConfig = createClusterConfig({ settings: logyard.settings })
    const otherMetrics = createMetrics(logyard.clock)
    const otherLoggers = await createLoggers({ serverLog: other, clusterConfig, metrics: otherMetrics, log: other.log })
    otherParts = [otherLoggers, otherMetrics]
  })
  afterEach(() => {
    for (const part of otherParts) part[Symbol.dispose]()
  })
  const onOther = (logger: string) => other.levels.levelOf(logger)

  test('a level for all nodes replaces one that was set on a single node', async () => {
    expect((await put('/cluster/system/loggers/logyard.http/level/debug')).status).toBe(204)
    expect((await put('/cluster/system/loggers/subsystems/indexer/level/warn')).status).toBe(204)
    expect(await levelOf('logyard.http')).toMatchObject({ level: 'debug' })
    await expect.poll(() => [onOther('logyard.http'), onOther('logyard.index-sets')]).toEqual(['debug', 'warn'])

    other.levels.set('logyard.http', 'fatal')
    await put('/cluster/system/loggers/logyard.http/level/debug')
    await expect.poll(() => onOther('logyard.http')).toBe('debug')

    await logyard.call('DELETE', `/cluster/system/loggers/${NODE}/logyard.http/level`)
    await expect.poll(() => onOther('logyard.http')).toBe('info')
    expect(onOther('logyard.index-sets')).toBe('warn')
  })

  test('a level for one node does not apply to the other', async () => {
    await put(`/cluster/system/loggers/${NODE}/logyard.http/level/debug`)
    await put('/system/loggers/subsystems/indexer/level/warn')
    // The change that follows in the same document has arrived.
    await put('/cluster/system/loggers/logyard.search/level/error')
    await expect.poll(() => onOther('logyard.search')).toBe('error')
    expect([onOther('logyard.http'), onOther('logyard.engine')]).toEqual(['info', 'info'])
  })
})

test('recent lines come newest first, by level and number, with their facts', async () => {
  const log = serverLog.log.child({ subject: 'cluster', nodeId: 'n-1' })
  log.info('first')
  log.warn({ attempts: 3, pages: [1, 2] }, 'second')
  log.error({ err: new TypeError('not that') }, 'third')
  expect(await texts()).toEqual(['third', 'second', 'first'])
  expect(await texts('?level=WARN')).toEqual(['third', 'second'])
  expect(await texts('?level=error&limit=1')).toEqual(['third'])
  expect(await texts('?level=ERROR&limit=2')).toEqual(['third'])
  expect(await texts('?limit=0')).toEqual([])
  const [third, second] = await recent()
  expect(second).toEqual({
    message: 'second',
    class_name: 'logyard.cluster',
    level: 'WARN',
    marker: null,
    timestamp: expect.stringMatching(/Z$/),
    throwable: null,
    thread_name: 'main',
    context: { nodeId: 'n-1', attempts: '3', pages: '[1,2]' },
  })
  expect(third.throwable).toMatch(/^TypeError: not that\n/)
  expect((await logyard.call('GET', '/system/loggers/messages/recent?limit=-1')).status).toBe(400)
})

test('the last lines are bounded in number and size', async () => {
  for (let number = 0; number < 600; number++) serverLog.log.info({ number }, 'counted')
  const messages = await recent('?limit=1000')
  expect(messages).toHaveLength(500)
  expect(messages[499].context).toEqual({ number: '100' })
  const big = new Error('x'.repeat(100_000))
  for (let number = 0; number < 600; number++) serverLog.log.error({ err: big }, 'large')
  const large = await recent()
  expect(large[0].throwable.length).toBeLessThan(5000)
  expect(JSON.stringify(large).length).toBeLessThan(2_000_000)
})

test('secrets are in neither the log nor the recent lines', async () => {
  const log = serverLog.log.child({ subject: 'notifications' })
  const secrets = ['hunter2-hunter2', 'k3y-of-a-hook', 'eyJhbGciOi.J9-9', 'dXNlcjpwYXNz=']
  const [password, key, bearer, basic] = secrets
  log.warn({ password, config: { token: key }, reason: `https://ada:${password}@example.org/x refused` }, 'a')
  log.warn({ err: new Error(`GET http://h/p?a=1&api_key=${key}&b=2 failed`) }, 'b')
  log.warn({ reason: `Authorization: Bearer ${bearer}, Basic ${basic}` }, `hook?token=${key} refused`)
  log.warn('basic authentication failed for the user who asked for https://example.org/?a=b')
  const shown = JSON.stringify(await recent()) + written.join('')
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  expect(shown).toContain('basic authentication failed for the user who asked for https://example.org/?a=b')
  expect(shown).toContain('http://h/p?a=1&api_key=<secret>&b=2 failed')
})

test('listing and changing loggers and groups needs the permission for each', async () => {
  serverLog.log.child({ subject: 'http' })
  await logyard.addUser('nobody')
  await logyard.addUser('some', {
    permissions: ['loggers:read:logyard.http', 'loggers:readsubsystem:sockets', 'loggers:edit:logyard.http'],
  })
  expect(await get('/system/loggers', 'nobody')).toEqual({ total: 0, loggers: {} })
  expect(await get('/system/loggers/subsystems', 'nobody')).toEqual({ subsystems: {} })
  expect(await get('/system/loggers', 'some')).toMatchObject({ total: 1, loggers: { 'logyard.http': {} } })
  expect(Object.keys((await get('/system/loggers/subsystems', 'some')).subsystems)).toEqual(['sockets'])
  expect((await put('/system/loggers/logyard.http/level/warn', 'some')).status).toBe(204)
  expect((await put('/system/loggers/logyard/level/warn', 'some')).status).toBe(403)
  expect((await put('/system/loggers/subsystems/sockets/level/warn', 'some')).status).toBe(403)
  const as = 'some:some-password'
  expect((await logyard.call('GET', '/system/loggers/messages/recent', { as })).status).toBe(403)
  expect((await logyard.call('GET', STORED, { as })).status).toBe(403)
})

test('names of loggers and their number are bounded', async () => {
  const setLevel = (name: string) => put(`/system/loggers/${encodeURIComponent(name)}/level/warn`)
  expect((await setLevel('org.example.New$Logger')).status).toBe(204)
  expect(await levelOf('org.example.New$Logger')).toMatchObject({ level: 'warn' })
  for (const name of ['a b', 'a:b', '*', 'a'.repeat(201), 'a\n']) expect((await setLevel(name)).status).toBe(400)
  for (let number = 0; number < 198; number++) await loggers.setLevel(`own.${number}`, 'warn', false)
  expect((await setLevel('one.more')).status).toBe(400)
  expect((await setLevel('own.1')).status).toBe(204)
  const twice = [
    { logger: 'a', level: 'warn' },
    { logger: 'a', level: 'info' },
  ]
  expect((await logyard.call('PUT', STORED, { body: { levels: twice } })).status).toBe(400)
})

test('lines are counted by their level, also those of the start', async () => {
  serverLog.log.warn('one')
  serverLog.log.error('two')
  const totalOf = (level: string) => Object(metrics.find(`org.apache.logging.log4j.core.Appender.${level}`)).rates.total
  expect([totalOf('all'), totalOf('warn'), totalOf('error')]).toEqual([2, 1, 1])
})
