/** The schema that both stores must have: that of this version, with the columns of fields of the source. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { engineMigrations, migrateEngine } from '../store/engine/engine-migrations.ts'
import { addFieldColumns, readFieldColumns } from '../store/messages/field-column-table.ts'
import { sourceNotUsable, targetNotUsable } from './copy-errors.ts'
import { type CopyPlace, failureAt } from './copy-place.ts'

const Column = Type.Object({ name: Type.String(), type: Type.String() })
const Table = Type.Object({ name: Type.String(), engine: Type.String() })
const Identity = Type.Object({ id: Type.String() })
const Newest = Type.Object({ number: Type.Number() })

/** Tells apart messages that were rewritten while there is a table of an earlier version, and means nothing later. */
const NOT_COPIED = 'rewritten'
const KNOWN_ENGINE = 'MergeTree'

const TABLES = sql`SELECT name, engine FROM system.tables WHERE database = currentDatabase()`
const IDENTITY = sql`SELECT toString(min(copy_source.id)) AS id FROM copy_source HAVING count() > 0`

/** Answers the identity of the source, which it gets with the first copy. */
export async function checkSource(source: CopyPlace, signal: AbortSignal): Promise<string> {
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
  await source.run(
    sql`CREATE TABLE IF NOT EXISTS copy_source (id UUID DEFAULT generateUUIDv4()) ENGINE = MergeTree ORDER BY id
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    signal,
  )
  const [known] = await source.rows(Identity, IDENTITY, signal)
  if (known !== undefined) return known.id
  await source.run(sql`INSERT INTO copy_source SELECT generateUUIDv4()`, signal)
  const [made] = await source.rows(Identity, IDENTITY, signal)
  if (made === undefined) throw sourceNotUsable(source.title, 'it does not store what is inserted')
  return made.id
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
export async function storedColumns(place: CopyPlace, signal: AbortSignal): Promise<readonly string[]> {
  const columns = await columnsOf(place, signal)
  return columns.map(({ name }) => name)
}

/** Adds the columns of fields that the source has. Answers the columns to copy, which are alike in both. */
export async function alignColumns(
  { source, target }: { readonly source: CopyPlace; readonly target: CopyPlace },
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const [wanted, present] = [
      await readFieldColumns(source.client, signal),
      await readFieldColumns(target.client, signal),
    ]
    const known = new Set(present.map(({ field, type }) => `${type} ${field}`))
    const missing = wanted.filter(({ field, type }) => !known.has(`${type} ${field}`))
    await addFieldColumns(target.client, missing, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw failureAt(`${source.title} or ${target.title}`, error)
  }
  const [columns, others] = [await columnsOf(source, signal), await columnsOf(target, signal)]
  const typeOf = new Map(others.map(({ name, type }) => [name, type]))
  const different = columns.find(({ name, type }) => typeOf.get(name) !== type)
  if (different !== undefined)
    throw targetNotUsable(target.title, `its column ${different.name} is not of the type ${different.type}`)
  return columns.map(({ name }) => name)
}

const columnsOf = (place: CopyPlace, signal: AbortSignal) =>
  place.rows(
    Column,
    sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'messages'
      AND default_kind != 'ALIAS' AND name != ${NOT_COPIED} ORDER BY name`,
    signal,
  )
