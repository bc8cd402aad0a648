/** The messages of a backup: what the engine writes into its folder, and how many rows that has. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { indicesChanged } from './backup-errors.ts'
import { attachClosed, CLOSED_DATABASE, closedParts, dropClosedDatabase } from './closed-indices.ts'
import type { StatementRunner } from './engine-statements.ts'
import { digestOfFile } from './file-digest.ts'
import { CONTENTS_FILE, type Manifest, MESSAGES_OF_BACKUP } from './manifest.ts'

/** The name, within the folder of the engine's backups, of the place that backups are in. It is part of each backup. */
export const MOUNT = 'target'

const WORK = 'write the backup'
/** The engine keeps a part in its list for eight minutes after it has no use for it. */
const PARTS_EVERY_MS = 60_000

const Part = Type.Object({
  database: Type.String(),
  table: Type.String(),
  name: Type.String(),
  partition: Type.String(),
  rows: Type.Number(),
})
type Part = { database: string; table: string; name: string; partition: string; rows: number }

const PARTS = sql`SELECT database, table, name, partition, toFloat64(rows) AS rows FROM system.parts
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
 * Writes all tables of messages and closed indices. Caches are in another database. Fails if an index was closed or
 * reopened meanwhile, because it could be missing.
 */
export async function writeMessages(
  engine: StatementRunner,
  { name, base, folder, clock }: { name: string; base: string | null; folder: string; clock: Clock },
): Promise<Manifest['messages']> {
  const parts = new Map<string, Part>()
  const collect = async () => {
    for (const part of await engine.rows(Part, PARTS, WORK))
      parts.set(`${part.database}/${part.table}/${part.name}`, part)
  }
  const closed = await attachClosed(engine)
  try {
    await collect()
    using _collecting = clock.every(PARTS_EVERY_MS, () => void collect().catch(() => undefined))
    const databases = closed.size === 0 ? sql`` : sql`, DATABASE ${sqlName(CLOSED_DATABASE)}`
    const baseSetting = base === null ? sql`` : sql`, base_backup = ${fileOf(base)}`
    await engine.run(
      sql`BACKUP DATABASE default${databases} TO ${fileOf(name)} SETTINGS id = ${name}${baseSetting}`,
      WORK,
    )
    await collect()
    if (closed.symmetricDifference(await closedParts(engine)).size > 0) throw indicesChanged()
  } catch (error) {
    await rm(join(folder, MESSAGES_OF_BACKUP), { recursive: true, force: true })
    throw error
  } finally {
    await dropClosedDatabase(engine)
  }
  const file = join(folder, CONTENTS_FILE)
  const contents = await digestOfFile(file)
  const { written, totalBytes } = await sizesOf(engine, name)
  const newBytes = Math.max(0, written - contents.bytes)
  return { contents, newBytes, totalBytes, ...rowsOf(await readFile(file, 'utf8'), parts) }
}

async function sizesOf(engine: StatementRunner, name: string) {
  const [row] = await engine.rows(
    Type.Object({ written: Type.Integer(), totalBytes: Type.Integer() }),
    sql`SELECT toFloat64(compressed_size) AS written, toFloat64(total_size) AS totalBytes
      FROM system.backups WHERE id = ${name} ORDER BY start_time DESC LIMIT 1`,
    WORK,
  )
  return row ?? { written: 0, totalBytes: 0 }
}

const PART_IN_CONTENTS = /<name>data\/([^/<]+\/[^/<]+\/[^/<]+)\/count\.txt<\/name>/g

/** The rows of the parts that the backup has, by table and index. */
function rowsOf(contents: string, parts: ReadonlyMap<string, Part>): Pick<Manifest['messages'], 'tables' | 'indices'> {
  const tables: Record<string, number> = {}
  const indices = new Map<string, { name: string; messages: number; isClosed: boolean }>()
  for (const [, key = ''] of contents.matchAll(PART_IN_CONTENTS)) {
    const part = parts.get(key)
    if (part === undefined) throw new Error(`the engine does not know the part ${key} of its backup`)
    const { database, table, partition, rows } = part
    tables[table] = (tables[table] ?? 0) + rows
    if (table !== 'messages') continue
    const counted = indices.get(partition)?.messages ?? 0
    indices.set(partition, { name: partition, messages: counted + rows, isClosed: database === CLOSED_DATABASE })
  }
  return { tables, indices: [...indices.values()].sort((one, other) => one.name.localeCompare(other.name)) }
}
