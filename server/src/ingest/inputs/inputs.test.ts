import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../metrics/metrics.ts'
import { createNotifications } from '../../notices/notifications.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { SETTINGS_FILE } from '../../platform/settings/sqlite-settings.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { areSettingsFiles } from '../../testing/settings-of-folder.ts'
import { createInputs } from './inputs.ts'
import { startInputs } from './testing/start-inputs.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const RAW_UDP = 'org.graylog2.inputs.raw.udp.RawUDPInput'
const local = { bind_address: '127.0.0.1', port: 0 }

test("nodes with the same settings follow each other's changes", async () => {
  await using world = await startInputs()
  const { settings, journal, notifications, messages, crashGuard } = world
  const clock = systemClock
  using metrics = createMetrics(clock)
  const other = { settings, journal, metrics, notifications, messages, crashGuard, clock, ids: createIds(clock.now) }
  const startNode = async (nodeId: string) => {
    const inputs = await createInputs({
      ...other,
      log: createLog('off'),
      nodeId,
      isProcessing: () => true,
      isLeader: async () => false,
      extractors: world.extractors,
      fileFolders: [],
    })
    await inputs.launchAll()
    return inputs
  }
  await using elsewhere = await startNode('elsewhere')
  const settled = async () => {
    await world.inputs.settled()
    await elsewhere.settled()
  }
  const states = (id: string) =>
    [world.inputs, elsewhere].map((inputs) => inputs.listStates().find((state) => state.id === id)?.state)

  const draft = { title: 'Everywhere', type: RAW_TCP, configuration: local }
  const everywhere = await world.inputs.kind.create({ settings: { ...draft, global: true } }, 'ada')
  const there = await world.inputs.kind.create({ settings: { ...draft, global: false, node: 'elsewhere' } }, 'ada')
  await settled()
  expect(states(everywhere.id)).toEqual(['RUNNING', 'RUNNING'])
  expect(states(there.id)).toEqual([undefined, 'RUNNING'])

  await world.inputs.kind.addStaticField(there.id, 'env', 'prod', 'ada')
  await settled()
  expect([...elsewhere.staticFields()]).toEqual([[there.id, { env: 'prod' }]])
  expect(elsewhere.staticFieldsOf(everywhere.id)).toEqual({})

  await world.inputs.stopEverywhere(everywhere.id)
  {
    await using later = await startNode('later')
    expect(later.listStates()).toEqual([])
    await later.start(everywhere.id)
    await expect.poll(() => later.listStates().map(({ state }) => state)).toEqual(['RUNNING'])
  }
  await using last = await startNode('last')
  await last.settled()
  expect(last.listStates().map(({ state }) => state)).toEqual(['RUNNING'])

  const settingsHere = { ...draft, global: false, node: world.inputs.nodeId }
  await world.inputs.kind.replace(there.id, () => ({ settings: settingsHere }), 'ada')
  await world.inputs.kind.delete(everywhere.id)
  await settled()
  expect(states(there.id)).toEqual(['RUNNING', undefined])
  expect(states(everywhere.id)).toEqual([undefined, undefined])
})

test('static fields are known before inputs are launched, for messages that are already in the journal', async () => {
  await using world = await startInputs()
  const { id } = await world.launch(RAW_TCP)
  await world.inputs.kind.addStaticField(id, 'env', 'prod', 'ada')
  const { settings, journal, notifications, messages, crashGuard } = world
  const clock = systemClock
  using metrics = createMetrics(clock)
  const facts = { settings, journal, metrics, notifications, messages, crashGuard, clock, ids: createIds(clock.now) }
  const log = createLog('off')
  await using again = await createInputs({
    ...facts,
    log,
    nodeId: 'again',
    isProcessing: () => true,
    isLeader: async () => false,
    extractors: world.extractors,
    fileFolders: [],
  })
  expect(again.staticFieldsOf(id)).toEqual({ env: 'prod' })
  expect(again.listStates()).toEqual([])
})

test.runIf(areSettingsFiles)('passwords are not readable in the settings file', async () => {
  await using world = await startInputs()
  await world.launch(RAW_TCP, { tls_key_password: 'open sesame' })
  const path = join(world.settingsFolder, SETTINGS_FILE)
  for (const file of [path, `${path}-wal`]) expect(await readFile(file, 'latin1')).not.toContain('open sesame')
})

test('the leader without a running input warns after two minutes, until an input is running there', async () => {
  const clock = fixedClock('2026-06-15T10:00:00Z')
  let isLeader = false
  await using world = await startInputs({}, { clock, isLeader: async () => isLeader })
  const types = async () => (await world.notifications.list()).map(({ type }) => type)
  for (let seconds = 0; seconds < 100; seconds += 20) clock.advance(20_000)
  await world.inputs.settled()
  expect(await types()).toEqual([])
  clock.advance(20_000)
  await world.inputs.settled()
  expect(await types()).toEqual([])
  isLeader = true
  clock.advance(20_000)
  await expect.poll(types).toEqual(['no_input_running'])
  await world.launch(RAW_UDP)
  await expect.poll(types).toEqual([])

  // An earlier leader had none.
  const earlier = createNotifications({ settings: world.settings, clock, nodeId: 'earlier' })
  await earlier.raise('no_input_running', 'urgent')
  clock.advance(20_000)
  await expect.poll(types).toEqual([])
})

test('the metrics of an input are removed with it', async () => {
  await using world = await startInputs()
  const { id } = await world.launch(RAW_TCP)
  expect(world.metrics.names(`${RAW_TCP}.${id}.`)).toEqual(
    ['aggregationTime', 'emptyMessages', 'incomingMessages', 'invalidMessages', 'lastMessageAt']
      .concat(
        'open_connections',
        'rawSize',
        'read_bytes_1sec',
        'read_bytes_total',
        'refused_connections',
        'total_connections',
      )
      .concat('written_bytes_1sec', 'written_bytes_total')
      .map((name) => `${RAW_TCP}.${id}.${name}`),
  )
  await world.inputs.kind.delete(id)
  await world.inputs.settled()
  expect(world.metrics.names(`${RAW_TCP}.${id}.`)).toEqual([])
})
