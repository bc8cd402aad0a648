import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createNotifications } from '../../../notices/notifications.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { onSmallDisk, seenFromOutside, whyNoSmallDisk } from '../../../testing/small-disk.ts'
import { storesOf } from '../../../testing/stores-of.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { temporarySettings } from '../../../testing/temporary-settings.ts'
import { createEngineClient } from '../engine-client.ts'
import { createStoreChecks } from './store-checks.ts'
import { createStoreHost, diskUnder, type StoreHost } from './store-host.ts'
import { watermarkOf } from './watermarks.ts'

async function startChecks(host: StoreHost) {
  const store = await temporarySettings()
  onTestFinished(() => store[Symbol.asyncDispose]())
  const notifications = createNotifications({ settings: store.settings, clock: systemClock, nodeId: 'node' })
  const checks = createStoreChecks({ host, isUp: () => true, notifications, log: createLog('fatal') })
  return {
    notifications,
    async check() {
      await checks.run()
      const raised = await notifications.list()
      return raised.map(({ type, severity, details }) => ({ type, severity, details }))
    },
  }
}

/** A ClickHouse server of somebody else, as far as the checks ask it. */
async function startClickHouse() {
  const state = { version: '25.8.1', aheadMs: 0, disks: [{ name: 'default', total: 1000, free: 900 }], isOpen: true }
  const server = createServer(async (request, response) => {
    const query = await text(request)
    const { version, aheadMs, disks, isOpen } = state
    if (!isOpen && query.includes('system.disks')) {
      response.writeHead(403).end('Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)')
      return
    }
    const rows = query.includes('system.disks')
      ? disks.map((disk) => ({ hostname: 'ch-1', ...disk }))
      : [{ version, hostname: 'ch-1', now_ms: Date.now() + aheadMs }]
    response.setHeader('x-clickhouse-query-id', 'of a test')
    response.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const client = createEngineClient({ url: `http://127.0.0.1:${address.port}` })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  const engine = { client, pid: () => undefined, stores: storesOf(client) }
  return { state, ...(await startChecks(createStoreHost({ engine, folder: undefined, clock: systemClock }))) }
}

test('another major version of the ClickHouse server is notified until it is the one of the start again', async () => {
  const { state, check } = await startClickHouse()
  expect(await check()).toEqual([])
  state.version = '25.9.2'
  expect(await check()).toEqual([])
  state.version = '26.1.3'
  const details = { initial_version: '25.8.1', current_version: '26.1.3' }
  expect(await check()).toEqual([{ type: 'es_version_mismatch', severity: 'urgent', details }])
  state.version = '25.8.1'
  expect(await check()).toEqual([])
})

test.each([{ aheadMs: 60_000 }, { aheadMs: -60_000 }])(
  'a clock of the ClickHouse server that is $aheadMs ms ahead is notified until it is right',
  async ({ aheadMs }) => {
    const { state, check } = await startClickHouse()
    state.aheadMs = aheadMs / 10
    expect(await check()).toEqual([])
    state.aheadMs = aheadMs
    const details = { hostname: 'ch-1', difference_seconds: 60 }
    expect(await check()).toEqual([{ type: 'check_server_clocks', severity: 'urgent', details }])
    state.aheadMs = 0
    expect(await check()).toEqual([])
  },
)

test('a disk of the ClickHouse server is notified at its highest watermark, and again after a dismissal', async () => {
  const { state, notifications, check } = await startClickHouse()
  const types = async () => (await check()).map(({ type }) => type)
  state.disks = [
    { name: 'default', total: 1000, free: 900 },
    { name: 'cold', total: 1000, free: 140 },
  ]
  const details = { nodes: 'ch-1 (cold)' }
  expect(await check()).toEqual([{ type: 'es_node_disk_watermark_low', severity: 'urgent', details }])
  await notifications.remove('es_node_disk_watermark_low')
  expect(await types()).toEqual(['es_node_disk_watermark_low'])
  state.disks = [{ name: 'default', total: 1000, free: 90 }]
  expect(await types()).toEqual(['es_node_disk_watermark_high'])
  state.disks = [{ name: 'default', total: 1000, free: 10 }]
  expect(await types()).toEqual(['es_node_disk_watermark_flood_stage'])
  state.disks = [{ name: 'default', total: 1000, free: 900 }]
  expect(await check()).toEqual([])
})

test('a ClickHouse server that hides its disks is still checked for everything else', async () => {
  const { state, check } = await startClickHouse()
  state.isOpen = false
  state.aheadMs = 60_000
  expect(await check()).toMatchObject([{ type: 'check_server_clocks' }])
})

test('a disk leaves a watermark only when it is clearly below it', () => {
  expect(watermarkOf(0.849)).toBeUndefined()
  expect(watermarkOf(0.849, 'es_node_disk_watermark_low')).toBe('es_node_disk_watermark_low')
  expect(watermarkOf(0.839, 'es_node_disk_watermark_low')).toBeUndefined()
  expect(watermarkOf(0.895, 'es_node_disk_watermark_flood_stage')).toBe('es_node_disk_watermark_high')
  expect(watermarkOf(0.895, 'es_node_disk_watermark_low')).toBe('es_node_disk_watermark_low')
  expect(watermarkOf(0.945, 'es_node_disk_watermark_flood_stage')).toBe('es_node_disk_watermark_flood_stage')
  expect(watermarkOf(1)).toBe('es_node_disk_watermark_flood_stage')
})

const pidOf = ({ pid }: ChildProcess) => {
  if (pid === undefined) throw new Error('the process did not start')
  return pid
}

/** Runs until the test ends, and has written a line. */
async function start(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  })
  await once(child.stdout, 'data')
  return child
}

const quietClient = createEngineClient({ url: 'http://127.0.0.1:1' })
const quietEngine = (pid: () => number | undefined) => ({ client: quietClient, pid, stores: storesOf(quietClient) })

test.skipIf(process.platform !== 'linux')(
  'an engine that has nearly all files open that it may is notified of',
  async () => {
    const opening = "for (let i = 0; i < 80; i++) require('node:fs').openSync('/dev/null')"
    const holding = `${opening}; console.log('ready'); process.stdin.resume()`
    const child = await start('sh', ['-c', 'ulimit -n 100; exec "$1" -e "$2"', 'sh', process.execPath, holding])
    let pid = pidOf(child)
    const folder = await temporaryFolder()
    onTestFinished(() => folder[Symbol.asyncDispose]())
    const host = createStoreHost({ engine: quietEngine(() => pid), folder: folder.path, clock: systemClock })
    const { check } = await startChecks({ ...host, disks: async () => [] })
    const details = { hostname: expect.any(String), max_file_descriptors: 100 }
    expect(await check()).toEqual([{ type: 'es_open_files', severity: 'urgent', details }])
    // A low limit that is far away is no danger.
    pid = pidOf(await start('sh', ['-c', 'ulimit -n 1024; echo ready; read line']))
    expect(await check()).toEqual([])
  },
)

const noSmallDisk = await whyNoSmallDisk()
test.skipIf(noSmallDisk !== undefined)('the disk of the embedded engine is measured as it fills up', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const [program, ...args] = onSmallDisk(folder.path, '8m')
  const fill = 'cd "$1"; while read kb; do head -c "$kb"k /dev/zero > filler; echo done; done'
  const child = spawn(program, [...args, 'sh', '-c', `${fill}`, 'sh', folder.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  })
  const fillTo = async (kb: number) => {
    child.stdin.write(`${kb}\n`)
    await once(child.stdout, 'data')
  }
  await fillTo(4096)
  const path = seenFromOutside(pidOf(child), folder.path)
  const { check } = await startChecks({
    disks: () => diskUnder(path),
    server: () => Promise.reject(new Error('not asked here')),
    openFiles: async () => undefined,
  })
  expect(await check()).toEqual([])
  await fillTo(7500)
  const details = { nodes: expect.any(String) }
  expect(await check()).toEqual([{ type: 'es_node_disk_watermark_high', severity: 'urgent', details }])
  await fillTo(8000)
  expect(await check()).toMatchObject([{ type: 'es_node_disk_watermark_flood_stage' }])
  await fillTo(1024)
  expect(await check()).toEqual([])
})
