import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlockBuilder } from '../ingest/journal/journal-block.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { testOrigin } from '../testing/journal-messages.ts'
import { DEFAULT_STREAM_ID, testSettings } from '../testing/processing-settings.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { testBlockProcessor } from '../testing/test-block-processor.ts'
import { openFieldRegistry } from './field-registry.ts'
import type { FieldVerdict } from './field-watch.ts'
import { mappedFields } from './mapped-fields.ts'
import { createMessageFields } from './message-fields.ts'
import { openUnusualMessages } from './unusual-messages.ts'

const log = createLog('off')
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: Engine

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await createEngine({ dataFolder: folder.path, log, clock: systemClock })
  await engine.ready()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

interface World extends AsyncDisposable {
  readonly registry: Awaited<ReturnType<typeof openFieldRegistry>>
  readonly unusual: Awaited<ReturnType<typeof openUnusualMessages>>
  readonly metrics: Metrics
  /** Sends messages with these fields through a new worker. */
  send(fields: readonly object[], index?: string): Promise<void>
  /** Uses the same worker again. */
  sendOn(fields: readonly object[]): Promise<void>
  dropIndex(index: string): void
}

async function startFields(settings: SettingsStore): Promise<World> {
  const stack = new AsyncDisposableStack()
  const metrics = stack.use(createMetrics(systemClock))
  const gone = new Set<string>()
  const listeners = new Set<(change: { readonly ids: readonly string[] }) => void>()
  const indices = {
    exists: async (index: string) => !gone.has(index),
    onChange(listener: (change: { readonly ids: readonly string[] }) => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
  const there = { exists: async () => true, onChange: () => ({ [Symbol.dispose]: () => undefined }) }
  const registry = stack.use(await openFieldRegistry({ settings, engine, indices, log }))
  const unusual = stack.use(
    await openUnusualMessages({ settings, metrics, clock: systemClock, log, owners: { stream: there, input: there } }),
  )
  const messages = createMessageFields({ registry, unusual, columns: { count: () => undefined } })
  let processor = testBlockProcessor()
  let offset = 0

  async function sendOn(fields: readonly object[]) {
    const builder = createBlockBuilder(0)
    for (const one of fields) {
      const payload = Buffer.from(JSON.stringify({ message: 'm', source: 's', timestampMs: 0, fields: one }))
      builder.add(
        { ...testOrigin, codec: 'values' },
        { payload, receivedAtMs: 1_772_355_600_000, remoteAddress: '10.0.0.9', remotePort: 514 },
      )
    }
    const { seenFields } = await processor.process({
      sequence: 1,
      firstOffset: offset,
      bytes: builder.finish(),
      skips: [],
    })
    offset += fields.length
    const verdicts: readonly FieldVerdict[] = await messages.note([seenFields])
    processor.learn(verdicts)
  }
  return {
    registry,
    unusual,
    metrics,
    sendOn,
    async send(fields, index = 'logyard_0') {
      processor = testBlockProcessor()
      processor.configure(testSettings({ indexTargets: { 'set-default': index } }))
      await sendOn(fields)
    },
    dropIndex(index) {
      gone.add(index)
      for (const listener of listeners) listener({ ids: [index] })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const kindsIn = (world: World, indices: readonly string[]) =>
  Object.fromEntries(
    mappedFields(world.registry.formsIn(indices))
      .filter(({ name }) => name.length === 1)
      .map(({ name, type }) => [name, [type.type, ...type.properties]]),
  )

test('fields have the type of their values, and several where these differ', async () => {
  await using store = await temporarySettings()
  await using world = await startFields(store.settings)
  await world.send([
    { a: 'x', b: 1, c: 1.5, d: true, e: '2021-06-09T10:00:00Z', f: ['x'], g: [1, 2], h: 1, i: 1, j: '2021-06-09' },
    { h: 1.5, i: 'x', j: 'not a date' },
  ])
  expect(kindsIn(world, ['logyard_0'])).toEqual({
    a: ['string', 'enumerable'],
    b: ['long', 'numeric', 'enumerable'],
    c: ['double', 'numeric', 'enumerable'],
    d: ['boolean', 'enumerable'],
    e: ['date', 'enumerable'],
    f: ['string', 'enumerable'],
    g: ['long', 'numeric', 'enumerable'],
    h: ['double', 'numeric', 'enumerable'],
    i: ['compound(long,string)', 'enumerable', 'compound'],
    j: ['string', 'enumerable'],
  })
  await expect.poll(() => world.registry.types().types('nothing')).toEqual([])
  const schema = world.registry.types()
  expect(schema.types('i')).toEqual(['String', 'Int64'])
  expect(schema.types('g')).toContain('Array(Nullable(Int64))')
})

test('known fields survive a restart and are deleted with their index', async () => {
  await using store = await temporarySettings()
  {
    await using world = await startFields(store.settings)
    await world.send([{ a: 1, b: 'x' }])
    await world.send([{ a: 1 }], 'logyard_1')
  }
  await using world = await startFields(store.settings)
  expect(kindsIn(world, ['logyard_0', 'logyard_1'])).toEqual({
    a: ['long', 'numeric', 'enumerable'],
    b: ['string', 'enumerable'],
  })
  await expect.poll(() => world.registry.types().types('c')).toEqual([])
  world.dropIndex('logyard_0')
  await expect.poll(() => world.registry.types().names()).toEqual(['a'])
})

test('the fields of messages stored earlier are read from the store', async () => {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const id = '01900000-0000-7000-8000-000000000000'
  const row = { id, index: 'old_3', source: 's', message: 'm', fields: { a: 1, b: ['x'] } }
  await engine.client.insert({ table: sql`messages`, values: [row] })
  await using store = await temporarySettings()
  await using world = await startFields(store.settings)
  await expect.poll(() => world.registry.types().types('a')).toEqual(['Int64'])
  expect(world.registry.types().names()).toEqual(['a', 'b'])
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
})

test('a field with another type is counted for its stream and its input', async () => {
  await using store = await temporarySettings()
  await using world = await startFields(store.settings)
  await world.send([{ a: 1, n: 1 }, { a: 2, n: 1.5 }, { a: 'x' }])
  // Another worker does not know the first type and must not use its own instead.
  await world.send([{ a: 'y' }, { a: 'z' }], 'logyard_1')
  await world.sendOn([{ a: 'y' }, { a: 3 }])
  const clash = {
    kind: 'type-clash',
    field: 'a',
    index_set: 'logyard',
    usual_type: 'long',
    other_types: ['string'],
    count: 4,
  }
  expect(world.unusual.of('stream', DEFAULT_STREAM_ID)).toMatchObject({ total: 4, fields: [clash] })
  expect(world.unusual.of('input', testOrigin.inputId)).toMatchObject({ total: 4, fields: [clash] })
  expect(world.unusual.of('input', 'other')).toEqual({ total: 0, fields: [] })
  expect(world.metrics.find(`logyard.inputs.${testOrigin.inputId}.typeClashes`)).toBeDefined()
})

test('long texts and floods of fields are counted', async () => {
  await using store = await temporarySettings()
  {
    await using world = await startFields(store.settings)
    await world.send([{ a: 'ä'.repeat(16_383) }, { a: 'ä'.repeat(16_384) }])
    // With the existing field, the last four exceed a thousand.
    const many = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`field_${from + at}`, 1]))
    await world.sendOn([many(0, 900)])
    await world.sendOn([many(900, 1003)])
    await world.sendOn([many(900, 1003)])
  }
  await using world = await startFields(store.settings)
  const { fields } = world.unusual.of('stream', DEFAULT_STREAM_ID)
  expect(Object.fromEntries(fields.map(({ kind, count }) => [kind, count]))).toEqual({
    'long-value': 1,
    'field-flood': 4,
  })
  await world.unusual.forget('stream', DEFAULT_STREAM_ID)
  expect(world.unusual.of('stream', DEFAULT_STREAM_ID).total).toBe(0)
  expect(world.unusual.of('input', testOrigin.inputId).total).toBe(5)
})
