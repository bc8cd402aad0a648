/** Copies between two real engines: what may happen while and between them. */
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { insertMessages } from '../search/testing/message-table.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { createMessagePartitions } from '../store/index-sets/message-partitions.ts'
import { addFieldColumns, type StoredFieldColumn } from '../store/messages/field-column-table.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { CLOSED_MESSAGES, openClosed } from './closed-messages.ts'
import { type Copying, type CopyTarget, copyPass } from './copy-messages.ts'
import { type CopyPlace, createCopyPlace } from './copy-place.ts'
import { openCopyRecord } from './copy-record.ts'
import { checkSource, prepareTarget } from './copy-schema.ts'
import { oneSource } from './copy-source.ts'
import { OPEN_MESSAGES } from './day-slices.ts'
import { verifyCopy } from './verify-copy.ts'

const LIMIT_MS = 60_000
const signal = new AbortController().signal
const systemIds = createIds(systemClock.now)
const everything = { isLive: false, signal }
const column = (field: string, type: StoredFieldColumn['type']): StoredFieldColumn => ({
  field,
  type,
  isRepetitive: false,
  numberInValues: undefined,
})
const SIZE = column('size', 'Int64')
const USER = column('user', 'String')

const folders = [await temporaryFolder(), await temporaryFolder()]
let from: Engine
let to: Engine

beforeAll(async () => {
  const [source, target] = folders.map(({ path }) =>
    createEngine({ dataFolder: path, log: createLog('off'), clock: systemClock }),
  )
  if (source === undefined || target === undefined) throw new Error('two folders make two engines')
  from = await source
  to = await target
  await Promise.all([from.ready(), to.ready()])
}, LIMIT_MS)

afterAll(async () => {
  await from?.[Symbol.asyncDispose]()
  await to?.[Symbol.asyncDispose]()
  for (const folder of folders) await folder[Symbol.asyncDispose]()
})

beforeEach(async () => {
  for (const { client } of [from, to]) await client.command({ query: sql`TRUNCATE TABLE messages` })
  for (const table of [sql`copy_state`, sql`copied_days`])
    await to.client.command({ query: sql`DROP TABLE IF EXISTS ${table} SYNC` })
})

/** A new command. */
async function begin(changes: Partial<Copying> = {}): Promise<Copying> {
  const source = oneSource(createCopyPlace('the source', from.client))
  const target = createCopyPlace('the target', to.client)
  const id = await checkSource(source, systemIds, signal)
  await prepareTarget(target, id, signal)
  const nothing = () => undefined
  return {
    source,
    targets: [
      {
        place: target,
        share: undefined,
        weight: 1,
        record: await openCopyRecord({ source, target }, id, signal),
        compared: new Set(),
      },
    ],
    tables: [OPEN_MESSAGES],
    refreshClosed: async () => undefined,
    clock: systemClock,
    progress: { begin: nothing, day: nothing, rows: nothing, waits: nothing, end: nothing },
    limited: (bytes) => bytes,
    ...changes,
  }
}

function onlyTarget({ targets: [target] }: Copying): CopyTarget {
  if (target === undefined) throw new Error('the copy has a target')
  return target
}

/** Runs the work once, after the columns and minutes of a day were read and before its messages are. */
function beforeMessages(target: CopyTarget, work: () => Promise<void>): CopyTarget {
  const { place } = target
  let isDone = false
  const disturbed: CopyPlace = {
    ...place,
    async rows(row, query, until) {
      if (!isDone && query.text.includes('AS parts')) {
        isDone = true
        await work()
      }
      return await place.rows(row, query, until)
    },
  }
  return { ...target, place: disturbed }
}

async function rowsOf({ client }: Engine, columns = sql`message`): Promise<readonly unknown[]> {
  const query = sql`SELECT ${columns} FROM messages ORDER BY message`
  return await (await client.query({ query, format: 'JSONCompactEachRow' })).json()
}

const DAY = '2026-03-01'
const at = (minute: number) => `${DAY}T10:${String(minute).padStart(2, '0')}:00.000Z`
const change = ({ client }: Engine, query: ReturnType<typeof sql>) =>
  client.command({ query, clickhouse_settings: { mutations_sync: '2' } })

test(
  'values of all types, missing ones too, are compared, and a copy that was changed is found and repaired',
  async () => {
    await addFieldColumns(from.client, [SIZE], signal)
    await insertMessages(
      from,
      [
        { at: at(1), message: 'a', fields: { size: 7n, ratio: 1.5, list: [1, 'é'], isOn: true } },
        { at: at(1), message: 'b', fields: { user: 'Ada' } },
        { at: at(2), message: 'c', index: 'other_0' },
      ],
      [SIZE],
    )
    expect(await copyPass(await begin(), everything)).toEqual({ copied: 3, left: 0, differences: [] })
    const all = sql`message, *, gl2_message_id, JSONAllPathsWithTypes(fields)`
    expect(await rowsOf(to, all)).toEqual(await rowsOf(from, all))
    expect(await verifyCopy(await begin(), everything)).toMatchObject({ compared: 3, differences: [] })

    // The row without a value for the column: a checksum that hides such rows would not see it.
    await change(to, sql`ALTER TABLE messages UPDATE source = 'changed' WHERE message = 'b'`)
    expect(await verifyCopy(await begin(), everything)).toMatchObject({
      differences: [{ index: 'graylog_0', day: DAY, difference: expect.stringContaining('2 of 2 messages differ') }],
    })
    expect(await copyPass(await begin(), everything)).toEqual({ copied: 2, left: 0, differences: [] })
    expect(await verifyCopy(await begin(), everything)).toMatchObject({ compared: 3, differences: [] })
  },
  LIMIT_MS,
)

test(
  'messages that arrive, columns that fields get and indices that are deleted during a copy are followed',
  async () => {
    await insertMessages(from, [
      { at: at(1), message: 'a' },
      { at: at(1), message: 'gone', index: 'old_0' },
    ])
    await copyPass(await begin(), everything)
    await insertMessages(from, [{ at: at(2), message: 'b' }])
    const fresh = await begin()
    const target = beforeMessages(onlyTarget(fresh), async () => {
      await addFieldColumns(from.client, [USER], signal)
      await insertMessages(from, [{ at: at(2), message: 'late', fields: { user: 'Ada' } }], [USER])
      await change(from, sql`ALTER TABLE messages DROP PARTITION ('old_0', ${DAY})`)
    })
    const copying = { ...fresh, targets: [target] }
    await copyPass(copying, everything)
    expect(await copyPass(copying, everything)).toMatchObject({ left: 0, differences: [] })
    expect(await rowsOf(to)).toEqual([['a'], ['b'], ['late']])
    expect(await verifyCopy(copying, everything)).toMatchObject({ compared: 3, differences: [] })
  },
  LIMIT_MS,
)

test(
  'a copy that is wrong twice is reported with its index and day, and the others are copied',
  async () => {
    await insertMessages(from, [
      { at: at(1), message: 'a' },
      { at: at(1), message: 'b', index: 'other_0' },
    ])
    let copies = 0
    const disturbed = await begin({
      async *limited(bytes) {
        copies += 1
        if (copies <= 2) await insertMessages(to, [{ at: at(1), message: 'x' }])
        if (copies <= 2) await change(to, sql`INSERT INTO staged_messages SELECT * FROM messages WHERE message = 'x'`)
        await change(to, sql`ALTER TABLE messages DELETE WHERE message = 'x'`)
        yield* bytes
      },
    })
    const { differences } = await copyPass(disturbed, everything)
    expect(differences).toEqual([
      {
        index: 'graylog_0',
        day: DAY,
        difference: expect.stringContaining('the copy of 1 messages is not like the source'),
      },
    ])
    expect(copies).toBe(3)
    expect(await rowsOf(to)).toEqual([['b']])
  },
  LIMIT_MS,
)

test(
  'closed indices are copied',
  async () => {
    await insertMessages(from, [
      { at: at(1), message: 'closed', index: 'closed_0' },
      { at: at(1), message: 'open' },
    ])
    const partitions = createMessagePartitions(from)
    await partitions.detach('closed_0')
    {
      const source = createCopyPlace('the source', from.client)
      await using closed = await openClosed(source, `${folders[0]?.path}/engine`, signal)
      const both = { tables: [OPEN_MESSAGES, CLOSED_MESSAGES], refreshClosed: closed.refresh }
      expect(await copyPass(await begin(both), everything)).toMatchObject({ copied: 2, differences: [] })
      expect(await copyPass(await begin(both), everything)).toMatchObject({ copied: 0, differences: [] })
    }
    expect(await rowsOf(to)).toEqual([['closed'], ['open']])
    expect(await rowsOf(from)).toEqual([['open']])
    await partitions.attach('closed_0')
    expect(await rowsOf(from)).toEqual([['closed'], ['open']])
  },
  LIMIT_MS,
)

test(
  'a target with other messages is refused, also one that stored some after the cut-over',
  async () => {
    await insertMessages(from, [{ at: at(1), message: 'a' }])
    const copying = await begin()
    await copyPass(copying, everything)
    await insertMessages(to, [{ at: at(3), message: 'stored by a server' }])
    await expect(begin()).rejects.toThrow('received after the newest of the source')
    await change(to, sql`ALTER TABLE messages DELETE WHERE message = 'stored by a server'`)
    await onlyTarget(copying).record.complete(signal)
    await begin()
    await onlyTarget(copying).record.complete(signal)
    await insertMessages(to, [{ at: at(3), message: 'new' }])
    await expect(begin()).rejects.toThrow('it has stored others since')
    await change(to, sql`TRUNCATE TABLE copy_state`)
    await expect(begin()).rejects.toThrow('it has other messages already')
    const same = createCopyPlace('the source', from.client)
    const id = await checkSource(oneSource(same), systemIds, signal)
    await expect(prepareTarget(same, id, signal)).rejects.toThrow('they are there already')
  },
  LIMIT_MS,
)
