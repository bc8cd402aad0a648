import { setImmediate } from 'node:timers/promises'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { sql } from '@logyard/languages/sql/sql'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { insertMessages, schemaOf } from '../search/testing/message-table.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { engineUnavailable } from '../store/engine/engine-failure.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'
import type { ValueCounts } from '../store/messages/value-counts.ts'
import { createValueCounter } from '../store/messages/value-counts.ts'
import { storesOf } from '../testing/stores-of.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createFieldColumns, MAX_FIELD_COLUMNS, MAX_LONE_COLUMNS, type MessageFieldColumns } from './field-columns.ts'

const log = createLog('off')

async function startEngine() {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const folder = stack.use(await temporaryFolder())
  const { settings } = stack.use(await temporarySettings())
  const engine = stack.use(await createEngine({ dataFolder: folder.path, log, clock: systemClock }))
  await engine.ready()
  return { engine, settings, stack }
}

const SENDERS = ['192.0.2.1', '192.0.2.2']

/** Counts of fields of all senders, or of those given. */
const counts = (
  messages: number,
  ...fields: readonly (readonly [field: string, values: number, senders?: readonly string[]])[]
): ValueCounts => ({
  messages,
  senders: SENDERS,
  counts: fields.map(([field, values, senders = SENDERS]) => ({
    field,
    type: 'String',
    values,
    different: 3,
    senders,
  })),
})

/** Counts, and waits until the columns are added. */
async function counted(columns: MessageFieldColumns, of: ValueCounts): Promise<void> {
  const changed = Promise.withResolvers<void>()
  using _listening = columns.onChange(changed.resolve)
  columns.count([of])
  await changed.promise
}

test('fields of many messages get columns, and messages that were stored before are found in them', async () => {
  const { engine, settings, stack } = await startEngine()
  await insertMessages(engine, [
    { at: '2026-03-01T10:00:00.000Z', fields: { user: 'zoe', zone: 'north', rare: 'x' } },
    { at: '2026-03-01T10:00:01.000Z', fields: { user: 7, rare: 'y' } },
  ])
  const columns = stack.use(createFieldColumns({ settings, engine, log }))
  const changed = Promise.withResolvers<void>()
  await columns.current()
  columns.onChange(changed.resolve)
  const half = counts(5000, ['user', 5000], ['zone', 900], ['rare', 20])
  columns.count([half, half])
  await changed.promise
  const text = { type: 'String', isRepetitive: true } as const
  expect(columns.writable()).toEqual([
    { ...text, field: 'user', numberInValues: undefined },
    // Few messages have it: a search without a field name finds it in the values of all fields.
    { ...text, field: 'zone', numberInValues: 2 },
  ])

  const schema = { ...(await schemaOf(engine)), mayBeLong: () => false }
  expect(schema.columns.all).toEqual(columns.writable())
  const found = async (query: string) => {
    const parsed = parseQuery(query, { allowLeadingWildcard: true })
    if (!parsed.ok) throw new Error(`cannot read ${query}`)
    const where = compileCondition(parsed.tree, schema, 0)
    expect(where.text.includes('text_user')).toBe(!query.includes(':') || query.includes('user:'))
    expect(where.text.includes('text_zone')).toBe(query.includes('zone:'))
    const answer = await engine.client.query({
      query: sql`SELECT toString(fields.rare) AS rare FROM messages WHERE ${where}`,
      format: 'JSONEachRow',
    })
    return (await answer.json<{ rare: string }>()).map(({ rare }) => rare)
  }
  expect(await found('user:zoe')).toEqual(['x'])
  expect(await found('zoe')).toEqual(['x'])
  // The ids of messages are searched, too: their digits are hexadecimal.
  expect(await found('*zo*')).toEqual(['x'])
  expect(await found('user:7')).toEqual(['y'])
  expect(await found('NOT user:zoe')).toEqual(['y'])
  expect(await found('rare:x')).toEqual(['x'])
  expect(await found('zone:north')).toEqual(['x'])
  expect(await found('north')).toEqual(['x'])
  expect(await found('*ort*')).toEqual(['x'])
})

test('another node searches a column, and writes to it, as soon as one node has added it', async () => {
  const { engine, settings, stack } = await startEngine()
  const [one, two] = [0, 1].map(() => stack.use(createFieldColumns({ settings, engine, log })))
  if (one === undefined || two === undefined) throw new Error('two nodes are missing')
  await Promise.all([one.current(), two.current()])
  await counted(one, counts(10_000, ['user', 10_000]))
  expect((await two.current()).columns.of('user', 'String')).toMatchObject({ field: 'user' })
  expect(two.writable()).toEqual(one.writable())
  const heard = Promise.withResolvers<void>()
  two.onChange(heard.resolve)
  await counted(one, counts(10_000, ['zone', 10_000]))
  await heard.promise
  expect(two.writable()).toEqual(one.writable())
})

test('columns are known again after a restart, and there are at most two hundred', async () => {
  const { engine, settings, stack } = await startEngine()
  {
    await using columns = createFieldColumns({ settings, engine, log })
    await columns.current()
    await counted(
      columns,
      counts(10_000, ...Array.from({ length: 300 }, (_, n) => [`field_${n}`, 10_000 - n] as const)),
    )
    expect(columns.writable()).toHaveLength(MAX_FIELD_COLUMNS)
  }
  const again = stack.use(createFieldColumns({ settings, engine, log }))
  const { all, of } = (await again.current()).columns
  expect(all).toHaveLength(MAX_FIELD_COLUMNS)
  expect(of('field_0', 'String')).toMatchObject({ field: 'field_0', type: 'String' })
  expect(of('field_250', 'String')).toBeUndefined()
})

test('columns whose addition was not confirmed keep their numbers, and the next ones have others', async () => {
  const { engine, settings, stack } = await startEngine()
  let losesNext = false
  const { client } = engine
  const changed: EngineClient = {
    ...client,
    query: (options) => client.query(options),
    async command(options) {
      const answer = await client.command(options)
      if (!losesNext) return answer
      losesNext = false
      throw engineUnavailable()
    },
  }
  const forgetful: Pick<Engine, 'client' | 'ready' | 'schemaTurn' | 'stores'> = {
    ready: engine.ready,
    schemaTurn: engine.schemaTurn,
    client: changed,
    stores: storesOf(changed),
  }
  const columns = stack.use(createFieldColumns({ settings, engine: forgetful, log }))
  await columns.current()
  losesNext = true
  columns.count([counts(10_000, ['first', 900])])
  await counted(columns, counts(10_000, ['second', 900], ['third', 900]))
  const numbers = { first: 1, second: 2, third: 3 }
  expect(Object.fromEntries(columns.writable().map((column) => [column.field, column.numberInValues]))).toEqual(numbers)
  expect(losesNext).toBe(false)
})

test('columns that are read while one is added do not hide it', async () => {
  const { engine, settings, stack } = await startEngine()
  const added = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  let turns = 0
  let isHeld = false
  const { client } = engine
  const changed: EngineClient = {
    ...client,
    async query(options) {
      const answer = await client.query(options)
      if (!isHeld || !options.query.text.includes('system.columns')) return answer
      isHeld = false
      columns.count([counts(10_000, ['user', 5000])])
      // The addition comes after the reading, or would be published before it.
      await Promise.race([added.promise, waiting.promise])
      return answer
    },
  }
  const slow: Pick<Engine, 'client' | 'ready' | 'schemaTurn' | 'stores'> = {
    ready: engine.ready,
    async schemaTurn(task) {
      turns += 1
      if (turns > 1) waiting.resolve()
      return await engine.schemaTurn(task).finally(() => {
        turns -= 1
      })
    },
    client: changed,
    stores: storesOf(changed),
  }
  const columns = stack.use(createFieldColumns({ settings, engine: slow, log }))
  await columns.current()
  columns.onChange(() => {
    if (columns.writable().length > 0) added.resolve()
  })
  isHeld = true
  await columns.tableChanged()
  await added.promise
  expect(columns.writable().map(({ field }) => field)).toEqual(['user'])
})

test('once there are two hundred columns, the engine is not asked about more', async () => {
  const { engine, settings, stack } = await startEngine()
  let turns = 0
  const { client, ready } = engine
  const schemaTurn: Engine['schemaTurn'] = (work) => {
    turns += 1
    return engine.schemaTurn(work)
  }
  const columns = stack.use(createFieldColumns({ settings, engine: { ...engine, client, ready, schemaTurn }, log }))
  await columns.current()
  const fields = Array.from({ length: MAX_FIELD_COLUMNS }, (_, n) => [`field_${n}`, 5000] as const)
  await counted(columns, counts(10_000, ...fields))
  await setImmediate()
  const before = turns
  columns.count([counts(10_000, ['more', 5000])])
  await setImmediate()
  expect(turns).toBe(before)
})

test('a sender that invents fields leaves half of the columns to others, also after a restart', async () => {
  const { engine, settings, stack } = await startEngine()
  const invented = (name: string, sender: string) =>
    Array.from({ length: 300 }, (_, n) => [`${name}_${n}`, 9000 - n, [sender]] as const)
  {
    await using columns = createFieldColumns({ settings, engine, log })
    await columns.current()
    await counted(columns, counts(10_000, ...invented('first', '192.0.2.1'), ...invented('second', '192.0.2.2')))
    expect(columns.writable()).toHaveLength(MAX_LONE_COLUMNS)
  }
  const again = stack.use(createFieldColumns({ settings, engine, log }))
  await again.current()
  const common = Array.from({ length: 40 }, (_, n) => [`common_${n}`, 200] as const)
  await counted(again, counts(10_000, ...invented('third', '192.0.2.1'), ...common))
  const added = again.writable().slice(MAX_LONE_COLUMNS)
  expect(added.map(({ field }) => field)).toEqual(common.map(([field]) => field))
})

test('the only sender gets all columns', async () => {
  const { engine, settings, stack } = await startEngine()
  const columns = stack.use(createFieldColumns({ settings, engine, log }))
  await columns.current()
  const one = SENDERS.slice(0, 1)
  const fields = Array.from({ length: 150 }, (_, n) => [`field_${n}`, 5000, one] as const)
  await counted(columns, { ...counts(10_000, ...fields), senders: one })
  expect(columns.writable()).toHaveLength(150)
})

test('names that are in one message each do not keep a usual field from being counted', () => {
  const counter = createValueCounter()
  let counts = counter.take()
  for (let n = 0; counts.messages === 0; n += 1) {
    const isInvented = n < 40 || n % 8 === 3
    counter.next(isInvented ? '192.0.2.66' : '192.0.2.1')
    if (isInvented) for (let name = 0; name < 300; name += 1) counter.add(`invented_${n}_${name}`, 'x')
    else counter.add('user', `user ${n % 3}`)
    counts = counter.take()
  }
  expect(counts.counts.length).toBeLessThanOrEqual(1000)
  expect(counts.counts.find(({ field }) => field === 'user')).toMatchObject({ values: 1245, different: 3 })
})

test('values are counted in one of four messages, and reported once there are enough', () => {
  const counter = createValueCounter()
  for (let n = 0; n < 10_000; n += 1) {
    expect(counter.take()).toEqual({ messages: 0, senders: [], counts: [] })
    counter.next(`192.0.2.${n % 5}`)
    counter.add('path', `/${n % 40}`)
    counter.add('took', n)
    counter.add('tags', ['a'])
    counter.add('id', `unique ${n}`)
  }
  const senders = ['192.0.2.3', '192.0.2.2']
  expect(counter.take()).toEqual({
    messages: 2500,
    senders,
    counts: [
      { field: 'path', type: 'String', values: 2500, different: 10, senders },
      { field: 'took', type: 'Int64', values: 2500, different: 0, senders },
      { field: 'id', type: 'String', values: 2500, different: 2500, senders },
    ],
  })
})
