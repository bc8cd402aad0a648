/** Messages of an earlier version are rewritten by a server's real parts, over a real engine. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { jobLeaseCollection } from '../../platform/scheduler/job-leases.ts'
import { insertMessages } from '../../search/testing/message-table.ts'
import type { IndexSetsUnderTest } from '../../testing/start-index-sets.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { findHidden } from '../engine/all-messages.ts'
import type { Engine } from '../engine/engine.ts'
import { hasOldMessages } from '../engine/old-messages.ts'
import { addFieldColumns } from '../messages/field-column-table.ts'
import {
  answersOf,
  COLUMNS,
  fillOldFolder,
  OF_FIELDS,
  type OldMessage,
  oddMessages,
  rowsByTable,
  schemaOfAll,
} from './testing/old-messages.ts'
import {
  holdCopies,
  holdReplacement,
  startEngine,
  startRewriting,
  untilHidden,
  untilRewritten,
} from './testing/start-rewriting.ts'

const WITHIN = { timeout: 60_000, interval: 20 }
const inTime = () => AbortSignal.timeout(60_000)

test('messages of every kind are found by the same searches before, while and after they are rewritten', async () => {
  await using folder = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('web_1', '2026-03'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  await using engine = await startEngine(folder.path)
  await addFieldColumns(engine.client, COLUMNS, inTime())
  const at = '2026-02-10T11:00:00.000Z'
  await insertMessages(engine, [{ at, index: 'web_1', message: 'new plain words', fields: { user: 'ada', code: 404 } }])
  const schema = await schemaOfAll(engine, OF_FIELDS)
  const before = await answersOf(engine, schema)
  expect(await rowsByTable(engine)).toEqual({ messages: 1, old_messages: old.length })

  await using _rewriting = await startRewriting(engine, folder.path)
  let looks = 0
  while (await hasOldMessages(engine.client)) {
    expect(await answersOf(engine, schema)).toEqual(before)
    looks += 1
  }
  expect(looks).toBeGreaterThan(0)
  expect(await answersOf(engine, schema)).toEqual(before)
  expect(await answersOf(engine, { ...schema, table: sql`messages` })).toEqual(before)
  const columns = [
    ...COLUMNS,
    { field: 'owner', type: 'String', isRepetitive: true, numberInValues: undefined },
  ] as const
  await addFieldColumns(engine.client, columns, inTime())
  // Other searches may have begun with both tables.
  expect(await answersOf(engine, { ...schema, columns: fieldColumns(columns) })).toEqual(before)
  expect(await rowsByTable(engine)).toEqual({ messages: 1 + old.length })
  expect(await ownIds(engine)).toEqual(['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'not a ulid'])
  // A value with a column is there only if another field has it, too.
  expect(await valuesOf(engine, 'gone_3')).toEqual([
    ['~4web-1', '192.0.2.9', 'x', 'ada'],
    ['~4web-1', '192.0.2.9', '404', 'bob'],
  ])
})

async function ownIds({ client }: Engine): Promise<readonly string[]> {
  const query = sql`SELECT DISTINCT own_message_id FROM messages WHERE own_message_id != '' ORDER BY own_message_id`
  return (await (await client.query({ query, format: 'JSONCompactEachRow' })).json<[string]>()).flat()
}

async function valuesOf({ client }: Engine, index: string): Promise<readonly (readonly string[])[]> {
  const query = sql`SELECT values FROM messages WHERE \`index\` = ${index} AND message = 'plain words' ORDER BY id`
  const rows = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<[string]>()
  return rows.map(([values]) => values.split('\x7f').slice(1, -1))
}

/** The names of the indices that searches find messages of, with their numbers. */
async function found({ client }: Engine): Promise<Readonly<Record<string, number>>> {
  const table = (await hasOldMessages(client)) ? sql`all_messages` : sql`messages`
  const query = sql`SELECT toString(\`index\`) AS name, toFloat64(count()) AS n FROM ${table} GROUP BY name ORDER BY name`
  const rows = await (await client.query({ query, format: 'JSONEachRow' })).json<{ name: string; n: number }>()
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

const rewritingJobs = async ({ jobs }: Pick<IndexSetsUnderTest, 'jobs'>) =>
  (await jobs.list()).filter(({ name }) => name === 'org.logyard.RewriteMessagesJob')

/** Lets the minute pass after which messages to rewrite are looked for, and waits until that was done. */
async function look({ clock, settings }: IndexSetsUnderTest): Promise<void> {
  clock.advance(60_000)
  const isDone = async () => {
    const lease = await settings.collection(jobLeaseCollection).find('message-rewriting')
    return lease?.holder === '' && Date.parse(lease.due_at) > clock.now().getTime()
  }
  await expect.poll(isDone, WITHIN).toBe(true)
}

async function definitionOf({ client }: Engine, table: string): Promise<string | undefined> {
  const query = sql`SELECT engine_full AS text FROM system.tables WHERE database = currentDatabase() AND name = ${table}`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ text: string }>()
  return row?.text
}

const ODD = oddMessages('web_0').length

/** So many days that closing comes in between. */
const manyDays = (index: string): readonly OldMessage[] =>
  Array.from({ length: 25 }, (_, n) => ({
    index,
    at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    message: `day ${n}`,
  }))

test('an index that is deleted in the middle stays deleted, and is not closed there', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...oddMessages('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  const held = await holdReplacement(engine)
  await using logyard = await startRewriting(engine, folder.path)
  await untilHidden(engine, 'rewritten')
  const [job] = await rewritingJobs(logyard)
  expect(job).toMatchObject({
    name: 'org.logyard.RewriteMessagesJob',
    info: `Rewriting messages of an earlier version: index web_0, ${ODD} of ${2 * ODD} messages.`,
    percent_complete: 50,
  })
  await logyard.create('web')
  await logyard.indexSets.indices.cycle(await logyard.idOf('web'))
  await expect(logyard.indexSets.indices.close('web_0')).rejects.toMatchObject({ code: 'index-being-replaced' })
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: ODD })
  await logyard.indexSets.indices.delete('web_0')
  expect(await found(engine)).toEqual({ gone_3: ODD })
  await held[Symbol.asyncDispose]()
  await untilRewritten(engine)
  expect(await rowsByTable(engine)).toEqual({ messages: ODD })
  expect(await found(engine)).toEqual({ gone_3: ODD })
})

test('a closed index is rewritten once it is opened again', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...manyDays('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  const held = holdCopies(engine)
  await using logyard = await startRewriting(held.engine, folder.path)
  await held.copying
  expect(await definitionOf(engine, 'staged_messages')).toContain('min_compressed_bytes_to_fsync_after_merge = 1')
  await logyard.create('web')
  await logyard.indexSets.indices.cycle(await logyard.idOf('web'))
  await logyard.indexSets.indices.close('web_0')
  held.release()
  await expect.poll(() => rewritingJobs(logyard), WITHIN).toEqual([])
  expect(await found(engine)).toEqual({ gone_3: ODD })
  expect(await rowsByTable(engine)).toEqual({ messages: ODD })
  expect(await hasOldMessages(engine.client)).toBe(true)

  await logyard.indexSets.indices.reopen('web_0')
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: 25 })
  logyard.clock.advance(60_000)
  await untilRewritten(engine)
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: 25 })
})

test('a column that was added to some of the tables only does not stop the rewriting', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...manyDays('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  const addTo = (table: Sql, column: Sql) =>
    engine.client.command({ query: sql`ALTER TABLE ${table} ADD COLUMN ${column} String` })
  await engine.client.command({
    query: sql`CREATE TABLE staged_messages AS messages`,
    clickhouse_settings: { allow_suspicious_low_cardinality_types: 1 },
  })
  for (const table of [sql`staged_messages`, sql`old_messages`, sql`all_messages`]) await addTo(table, sql`text_room`)
  const held = holdCopies(engine)
  await using logyard = await startRewriting(held.engine, folder.path)
  await held.copying
  await addTo(sql`staged_messages`, sql`text_owner`)
  held.release()
  await untilRewritten(engine)
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: 25 })
  expect((await logyard.messages.page(1)).messages.map(({ content }) => content)).not.toContainEqual(
    expect.stringContaining('was not rewritten'),
  )
})

test('an index whose copy differs stays as it is, and the reason is told', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...oddMessages('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  // The parts of an id of another version cannot be stored without loss.
  await engine.client.command({
    query: sql`INSERT INTO old_messages (id, \`index\`, timestamp, message)
      SELECT toUUID(replaceRegexpOne(toString(id), '^(.{14})7', ${String.raw`\14`})), 'web_0', timestamp, 'foreign'
      FROM old_messages WHERE message = 'plain words' LIMIT 1`,
  })
  await using logyard = await startRewriting(engine, folder.path)
  const told = async () => (await logyard.messages.page(1)).messages.map(({ content }) => content)
  await expect
    .poll(told, WITHIN)
    .toContain(
      'Index web_0 was not rewritten, and is searched as before: the messages of the day 2026-02-10 are not those of the earlier version.',
    )
  await expect.poll(() => rewritingJobs(logyard), WITHIN).toEqual([])
  await look(logyard)
  expect(await rewritingJobs(logyard)).toEqual([])
  expect(await rowsByTable(engine)).toEqual({ messages: ODD, old_messages: ODD + 1 })
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: ODD + 1 })
})

test('an index that cannot be read stays as it is, and those after it are rewritten', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...oddMessages('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  await damage(engine, 'web_0')
  await using logyard = await startRewriting(engine, folder.path)
  const told = async () => (await logyard.messages.page(1)).messages.map(({ content }) => content)
  await expect
    .poll(told, WITHIN)
    .toContainEqual(
      expect.stringMatching(
        /^Index web_0 was not rewritten, and is searched as before: the message store reports error \d+ \(\w+\)\.$/,
      ),
    )
  await expect.poll(() => rewritingJobs(logyard), WITHIN).toEqual([])
  expect(await rowsByTable(engine)).toEqual({ messages: ODD, old_messages: ODD })
})

async function damage({ client }: Engine, index: string): Promise<void> {
  const query = sql`SELECT path FROM system.parts WHERE active AND table = 'old_messages' AND partition = ${index}`
  const parts = await (await client.query({ query, format: 'JSONEachRow' })).json<{ path: string }>()
  for (const { path } of parts) {
    const file = join(path, 'data.bin')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0x5a, Math.floor(bytes.length / 4)))
  }
}

test('an index is not replaced while a backup runs that began when it was copied', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, oddMessages('web_0'))
  await using engine = await startEngine(folder.path)
  const held = holdCopies(engine)
  await using logyard = await startRewriting(held.engine, folder.path)
  await held.copying
  const backingUp = engine.patientClient
    .command({
      query: sql`BACKUP TABLE old_messages TO File('slow')`,
      query_id: 'slow-backup',
      clickhouse_settings: { max_backup_bandwidth: '500' },
    })
    .catch(() => undefined)
  const backups = async () => {
    const query = sql`SELECT 1 FROM system.backups WHERE status = 'CREATING_BACKUP'`
    return (await (await engine.client.query({ query, format: 'JSONEachRow' })).json()).length
  }
  await expect.poll(backups, WITHIN).toBe(1)
  held.release()
  const infos = async () => (await rewritingJobs(logyard)).map(({ info }) => info)
  await expect.poll(infos, WITHIN).toEqual([expect.stringMatching(/Waits: a backup is running\.$/)])
  expect(await findHidden(engine.client)).toBeUndefined()
  expect(await rowsByTable(engine)).toEqual({ old_messages: ODD, staged_messages: ODD })
  await engine.client.command({ query: sql`KILL QUERY WHERE query_id = 'slow-backup' SYNC` })
  await backingUp
  await untilRewritten(engine)
  expect(await found(engine)).toEqual({ web_0: ODD })
})

test('too little space on the disk is told, and waited for', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, oddMessages('web_0'))
  await using engine = await startEngine(folder.path)
  let spareBytes = 2 ** 60
  await using logyard = await startRewriting(engine, folder.path, () => spareBytes)
  const infos = async () => (await rewritingJobs(logyard)).map(({ info }) => info)
  await expect
    .poll(infos, WITHIN)
    .toEqual([
      expect.stringMatching(
        /messages\. Waits: index web_0 needs [\d,]+ MB of space on the disk, and [\d,]+ MB are free\.$/,
      ),
    ])
  expect(await rowsByTable(engine)).toEqual({ old_messages: ODD })
  spareBytes = 0
  await untilRewritten(engine)
  expect(await found(engine)).toEqual({ web_0: ODD })
})

test('a cancelled rewriting completes the index that it replaces, and does not begin again by itself', async () => {
  await using folder = await temporaryFolder()
  await fillOldFolder(folder.path, [...oddMessages('web_0'), ...oddMessages('gone_3')])
  await using engine = await startEngine(folder.path)
  const held = await holdReplacement(engine)
  await using logyard = await startRewriting(engine, folder.path)
  await untilHidden(engine, 'rewritten')
  for (const { id } of await rewritingJobs(logyard)) await logyard.jobs.cancel(id)
  await held[Symbol.asyncDispose]()
  await expect.poll(() => rewritingJobs(logyard), WITHIN).toEqual([])
  await look(logyard)
  expect(await rewritingJobs(logyard)).toEqual([])
  expect(await findHidden(engine.client)).toBeUndefined()
  expect(await rowsByTable(engine)).toEqual({ messages: ODD, old_messages: ODD })
  expect(await found(engine)).toEqual({ gone_3: ODD, web_0: ODD })
})
