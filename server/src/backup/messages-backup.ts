/** The messages of a backup: what the engine writes into its folder, and how many rows that has. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { STAGED_MESSAGES } from '../store/engine/old-messages.ts'
import { INDEX_OF_PART, MESSAGE_TABLES } from '../store/messages/index-of-part.ts'
import { indicesChanged, replacementTooLong } from './backup-errors.ts'
import { attachClosed, CLOSED_DATABASE, closedParts, dropClosedDatabase } from './closed-indices.ts'
import type { StatementRunner } from './engine-statements.ts'
import { digestOfFile } from './file-digest.ts'
import { CONTENTS_FILE, type Manifest, MESSAGES_OF_BACKUP } from './manifest.ts'

/** The name, within the folder of the engine's backups, of the place that backups are in. It is part of each backup. */
export const MOUNT = 'target'

const WORK = 'write the backup'
/** The engine keeps a part in its list for eight minutes after it has no use for it. */
const PARTS_EVERY_MS = 60_000
/** The replacement of an index takes seconds, or minutes if it is large or long searches run. */
const LOOK_EVERY_MS = 500
const REPLACED_WITHIN_LOOKS = 1200

const Part = Type.Object({
  database: Type.String(),
  table: Type.String(),
  name: Type.String(),
  index: Type.String(),
  rows: Type.Number(),
  active: Type.Number(),
})
type Part = Static<typeof Part>

const PARTS = sql`SELECT database, table, name, ${INDEX_OF_PART} AS \`index\`, toFloat64(rows) AS rows, active FROM system.parts
  WHERE database IN ('default', ${CLOSED_DATABASE})`

const fileOf = (name: string): Sql => sql`File(${`${MOUNT}/${name}/${MESSAGES_OF_BACKUP}`})`

/** The bytes of what was stored after this time: about what a backup with a base of that time needs. */
export async function bytesStoredSince(engine: StatementRunner, sinceMs: number): Promise<number> {
  const since = sql`modification_time >= fromUnixTimestamp(${Math.floor(sinceMs / 1000)})`
  const [row] = await engine.rows(
    Type.Object({ bytes: Type.Number() }),
    sql`SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM (
      SELECT bytes_on_disk FROM system.parts WHERE active AND database = 'default' AND ${since}
      UNION ALL SELECT bytes_on_disk FROM system.detached_parts WHERE database = 'default' AND ${since})`,
    WORK,
  )
  return row?.bytes ?? 0
}

/**
 * Writes all tables of messages and closed indices. Caches are in another database, and messages that are being rewritten
 * are in their earlier form. Fails if an index was closed, reopened or replaced meanwhile, because it could be missing or
 * twice there.
 */
export async function writeMessages(
  engine: StatementRunner,
  { name, base, folder, clock }: { name: string; base: string | null; folder: string; clock: Clock },
  attempt: number,
): Promise<Manifest['messages']> {
  const parts = new Map<string, Part>()
  const collect = async () => {
    const found = await engine.rows(Part, PARTS, WORK)
    for (const part of found) parts.set(`${part.database}/${part.table}/${part.name}`, part)
    return found
  }
  await dropClosedDatabase(engine)
  await untilNoneIsReplaced(engine, clock)
  const partsBefore = (await collect()).filter(({ active }) => active === 1)
  const before = rowsByIndex(partsBefore)
  const undoneBefore = await undoneReplacements(engine)
  // The engine accepts each id once.
  const id = `${name}-${process.pid}-${attempt}`
  try {
    const closed = await attachClosed(engine)
    await collect() // the parts of closed indices
    using _collecting = clock.every(PARTS_EVERY_MS, () => void collect().catch(() => undefined))
    const databases = closed.size === 0 ? sql`` : sql`DATABASE ${sqlName(CLOSED_DATABASE)}, `
    const baseSetting = base === null ? sql`` : sql`, base_backup = ${fileOf(base)}`
    await engine.run(
      sql`BACKUP ${databases}DATABASE default EXCEPT TABLES ${sqlName(STAGED_MESSAGES)} TO ${fileOf(name)} SETTINGS id = ${id}${baseSetting}`,
      WORK,
    )
    const partsAfter = (await collect()).filter(({ active }) => active === 1)
    if ((await isReplacing(engine)) || oldIndicesIn(partsBefore).symmetricDifference(oldIndicesIn(partsAfter)).size > 0)
      throw indicesChanged()
    if ((await undoneReplacements(engine)).difference(undoneBefore).size > 0) throw indicesChanged()
    if (closed.symmetricDifference(await closedParts(engine)).size > 0) throw indicesChanged()
    const file = join(folder, CONTENTS_FILE)
    const contents = await digestOfFile(file)
    const { writtenBytes, totalBytes } = await sizesOf(engine, id)
    const newBytes = Math.max(0, writtenBytes - contents.bytes)
    const written = partsIn(await readFile(file, 'utf8'), parts)
    return { contents, newBytes, totalBytes, tables: rowsByTable(written), indices: indicesOf(written, before) }
  } catch (error) {
    await rm(join(folder, MESSAGES_OF_BACKUP), { recursive: true, force: true })
    throw error
  } finally {
    await dropClosedDatabase(engine)
  }
}

const Replaced = Type.Object({ name: Type.String() })

/** Whether the rows of an index are in two tables at present. */
async function isReplacing(engine: StatementRunner): Promise<boolean> {
  const view = sql`SELECT name FROM system.tables WHERE database = 'default' AND name = 'all_messages' AND engine = 'View'`
  return (await engine.rows(Replaced, view, WORK)).length > 0
}

/** Only a replacement that is undone, or done again, deletes rows in the table of messages: those that were moved there. */
async function undoneReplacements(engine: StatementRunner): Promise<ReadonlySet<string>> {
  const deletions = sql`SELECT mutation_id AS name FROM system.mutations WHERE database = 'default' AND table = 'messages'`
  return new Set((await engine.rows(Replaced, deletions, WORK)).map(({ name }) => name))
}

async function untilNoneIsReplaced(engine: StatementRunner, clock: Clock): Promise<void> {
  for (let looks = 0; await isReplacing(engine); looks++) {
    if (looks === REPLACED_WITHIN_LOOKS) throw replacementTooLong()
    await clock.sleep(LOOK_EVERY_MS)
  }
}

const oldIndicesIn = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ table, index }) => (table === 'old_messages' ? [index] : [])))

async function sizesOf(engine: StatementRunner, id: string) {
  const [row] = await engine.rows(
    Type.Object({ writtenBytes: Type.Integer(), totalBytes: Type.Integer() }),
    sql`SELECT toFloat64(compressed_size) AS writtenBytes, toFloat64(total_size) AS totalBytes
      FROM system.backups WHERE id = ${id} ORDER BY start_time DESC LIMIT 1`,
    WORK,
  )
  return row ?? { writtenBytes: 0, totalBytes: 0 }
}

const PART_IN_CONTENTS = /<name>data\/([^/<]+\/[^/<]+\/[^/<]+)\/count\.txt<\/name>/g

function partsIn(contents: string, known: ReadonlyMap<string, Part>): readonly Part[] {
  return [...contents.matchAll(PART_IN_CONTENTS)].map(([, key = '']) => {
    const part = known.get(key)
    // It was stored and deleted again while the backup began.
    if (part === undefined) throw indicesChanged()
    return part
  })
}

function rowsByTable(parts: readonly Part[]): Record<string, number> {
  const tables: Record<string, number> = {}
  for (const { table, rows } of parts) tables[table] = (tables[table] ?? 0) + rows
  return tables
}

interface IndexRows {
  readonly open: number
  readonly closed: number
}

function rowsByIndex(parts: readonly Part[]): ReadonlyMap<string, IndexRows> {
  const indices = new Map<string, IndexRows>()
  for (const { database, table, index, rows } of parts) {
    if (!MESSAGE_TABLES.includes(table)) continue
    const { open, closed } = indices.get(index) ?? { open: 0, closed: 0 }
    const isClosed = database === CLOSED_DATABASE
    indices.set(index, { open: open + (isClosed ? 0 : rows), closed: closed + (isClosed ? rows : 0) })
  }
  return indices
}

/**
 * The indices of the backup. Fails if one is in it twice, because it was being closed, or has fewer messages than before,
 * because it was closed for a moment.
 */
function indicesOf(parts: readonly Part[], before: ReadonlyMap<string, IndexRows>): Manifest['messages']['indices'] {
  const indices = rowsByIndex(parts)
  for (const { open, closed } of indices.values()) if (open > 0 && closed > 0) throw indicesChanged()
  for (const [name, { open }] of before) {
    const found = indices.get(name) ?? { open: 0, closed: 0 }
    if (found.open + found.closed < open) throw indicesChanged()
  }
  return [...indices]
    .map(([name, { open, closed }]) => ({ name, messages: open + closed, isClosed: closed > 0 }))
    .filter(({ messages }) => messages > 0)
    .sort((one, other) => one.name.localeCompare(other.name))
}
