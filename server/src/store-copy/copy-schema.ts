/** The schema that both stores must have: that of this version, with the columns of fields of the source. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { Ids } from '../platform/ids.ts'
import { engineMigrations, migrateEngine } from '../store/engine/engine-migrations.ts'
import { addFieldColumns, readFieldColumns } from '../store/messages/field-column-table.ts'
import { sourceNotUsable, storeNotReached, targetNotUsable } from './copy-errors.ts'
import { type CopyPlace, failureAt } from './copy-place.ts'
import { type CopySource, rowsOfSource } from './copy-source.ts'

const Column = Type.Object({ name: Type.String(), type: Type.String() })
const Table = Type.Object({ name: Type.String(), engine: Type.String() })
const Identity = Type.Object({ id: Type.String() })
const Newest = Type.Object({ number: Type.Number() })

/** Tells apart messages that were rewritten while there is a table of an earlier version, and means nothing later. */
const NOT_COPIED = 'rewritten'
const KNOWN_ENGINE = 'MergeTree'

const TABLES = sql`SELECT name, engine FROM system.tables WHERE database = currentDatabase()`
const IDENTITY = sql`SELECT toString(min(copy_source.id)) AS id FROM copy_source HAVING count() > 0`

/** Answers the identity of the source, which all of its servers get with the first copy. */
export async function checkSource(source: CopySource, ids: Pick<Ids, 'uuid'>, signal: AbortSignal): Promise<string> {
  for (const server of await source.servers(signal)) await checkServer(server, signal)
  const servers = await source.all(signal)
  const known = await Promise.all(servers.map((server) => identityOf(server, signal)))
  const id = known.filter((one) => one !== undefined).sort()[0] ?? ids.uuid()
  for (const [at, server] of servers.entries()) {
    if (known[at] !== id) await server.run(sql`INSERT INTO copy_source VALUES (toUUID(${id}))`, signal)
  }
  return id
}

async function identityOf(server: CopyPlace, signal: AbortSignal): Promise<string | undefined> {
  await server.run(
    sql`CREATE TABLE IF NOT EXISTS copy_source (id UUID DEFAULT generateUUIDv4()) ENGINE = MergeTree ORDER BY id
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    signal,
  )
  const [known] = await server.rows(Identity, IDENTITY, signal)
  return known?.id
}

async function checkServer(source: CopyPlace, signal: AbortSignal): Promise<void> {
  const tables = await source.rows(Table, TABLES, signal)
  const messages = tables.find(({ name }) => name === 'messages')
  if (messages === undefined) throw sourceNotUsable(source.title, 'it has none')
  if (tables.some(({ name }) => name === 'old_messages'))
    throw sourceNotUsable(
      source.title,
      'messages of an earlier version are being rewritten. Wait until the job RewriteMessagesJob is complete: the ' +
        'overview page says what it waits for. Closed indices have to be opened for it',
    )
  if (messages.engine !== KNOWN_ENGINE)
    throw sourceNotUsable(source.title, `its table is of the kind ${messages.engine}, which is not supported yet`)
  const newest = Math.max(...engineMigrations.map(({ number }) => number))
  const [done] = await source.rows(Newest, sql`SELECT toFloat64(max(number)) AS number FROM engine_migration`, signal)
  if (done?.number !== newest)
    throw sourceNotUsable(
      source.title,
      'they were stored by another version: start the server of this version on them first',
    )
}

/** Makes the tables of this version. */
export async function prepareTarget(target: CopyPlace, source: string, signal: AbortSignal): Promise<void> {
  const before = await target.rows(Table, TABLES, signal)
  const existing = before.find(({ name }) => name === 'messages')
  const isSource = before.some(({ name }) => name === 'copy_source')
  if (isSource && (await target.rows(Identity, IDENTITY, signal)).some(({ id }) => id === source))
    throw targetNotUsable(target.title, 'they are there already')
  if (existing !== undefined && existing.engine !== KNOWN_ENGINE)
    throw targetNotUsable(
      target.title,
      `its table of messages is of the kind ${existing.engine}. Only ${KNOWN_ENGINE} is supported yet: no replicated or distributed one`,
    )
  try {
    await migrateEngine(target.client, engineMigrations, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw failureAt(target.title, error)
  }
}

/** The stored columns of messages. */
export async function storedColumns(source: CopySource, signal: AbortSignal): Promise<readonly string[]> {
  const columns = await sourceColumns(source, signal)
  return columns.map(({ name }) => name)
}

/** Waits for a column that is just being added to one server after the other. */
async function sourceColumns(source: CopySource, signal: AbortSignal) {
  const columns = Map.groupBy(await rowsOfSource(source, Column, COLUMNS, signal), ({ name }) => name)
  if (new Set([...columns.values()].map(({ length }) => length)).size > 1)
    throw storeNotReached(source.title, 'its servers do not have the same columns at the moment')
  return [...columns.values()].flatMap(([column]) => column ?? [])
}

/** Adds the columns of fields that the source has. Answers the columns to copy, which are alike in both. */
export async function alignColumns(
  { source, target }: { readonly source: CopySource; readonly target: CopyPlace },
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const [server] = await source.servers(signal)
    const wanted = server === undefined ? [] : await readFieldColumns(server.client, signal)
    const present = await readFieldColumns(target.client, signal)
    const known = new Set(present.map(({ field, type }) => `${type} ${field}`))
    const missing = wanted.filter(({ field, type }) => !known.has(`${type} ${field}`))
    await addFieldColumns(target.client, missing, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw failureAt(`${source.title} or ${target.title}`, error)
  }
  const [columns, others] = [await sourceColumns(source, signal), await target.rows(Column, COLUMNS, signal)]
  const typeOf = new Map(others.map(({ name, type }) => [name, type]))
  const different = columns.find(({ name, type }) => typeOf.get(name) !== type)
  if (different !== undefined)
    throw targetNotUsable(target.title, `its column ${different.name} is not of the type ${different.type}`)
  return columns.map(({ name }) => name)
}

const COLUMNS = sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'messages'
  AND default_kind != 'ALIAS' AND name != ${NOT_COPIED}
  AND NOT startsWith(name, 'pattern_') ORDER BY name`
