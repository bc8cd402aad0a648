/**
 * Closed indices in backups. Their parts are detached, and the engine does not back up what is detached. So they are
 * attached to tables of their own: as links to the same files, which are never changed. Restored, they are detached again.
 */
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { LogyardError } from '../platform/errors.ts'
import { indicesChanged } from './backup-errors.ts'
import type { StatementRunner } from './engine-statements.ts'

/** The database of the tables with the parts of closed indices, while they are backed up or restored. */
export const CLOSED_DATABASE = 'closed_indices'

const WORK = 'read closed indices'

const DetachedPart = Type.Object({
  table: Type.String(),
  name: Type.String(),
  path: Type.String(),
  reason: Type.String(),
})

/** Parts whose files are here: of those in cold storage the local disk has the names of objects, which a link would share. */
const IS_LOCAL = sql`disk = 'default'`
const DETACHED = sql`SELECT table, name, path, reason FROM system.detached_parts
  WHERE database = 'default' AND reason IN ('', 'attaching') AND ${IS_LOCAL}`
const DETACHED_ELSEWHERE = sql`SELECT count() > 0 AS found FROM system.detached_parts
  WHERE database = 'default' AND reason = '' AND NOT (${IS_LOCAL})`

const inClosed = (table: string): Sql => sql`${sqlName(CLOSED_DATABASE)}.${sqlName(table)}`

export const dropClosedDatabase = (engine: StatementRunner): Promise<void> =>
  engine.runAtEnd(sql`DROP DATABASE IF EXISTS ${sqlName(CLOSED_DATABASE)} SYNC`)

/** The parts of closed indices at present. Fails while an index is being reopened: its parts are in neither state. */
async function listDetached(engine: StatementRunner) {
  const parts = await engine.rows(DetachedPart, DETACHED, WORK)
  if (parts.some(({ reason }) => reason === 'attaching')) throw indicesChanged()
  return parts
}

/** Whether closed indices are in cold storage: they are in no backup. */
export async function hasColdClosed(engine: StatementRunner): Promise<boolean> {
  const [row] = await engine.rows(Type.Object({ found: Type.Integer() }), DETACHED_ELSEWHERE, WORK)
  return row?.found === 1
}

/** Their names, which can be compared: an index that is reopened and closed again has parts with other names. */
export async function closedParts(engine: StatementRunner): Promise<ReadonlySet<string>> {
  const parts = await listDetached(engine)
  return new Set(parts.map(({ table, name }) => `${table}/${name}`))
}

/** Makes the tables and answers the parts that they have. Drop the database afterwards. */
export async function attachClosed(engine: StatementRunner): Promise<ReadonlySet<string>> {
  await dropClosedDatabase(engine)
  const parts = await listDetached(engine)
  if (parts.length === 0) return new Set()
  await engine.run(sql`CREATE DATABASE ${sqlName(CLOSED_DATABASE)} ENGINE = Atomic`, WORK)
  for (const [table, own] of Map.groupBy(parts, (part) => part.table)) {
    await engine.run(sql`CREATE TABLE ${inClosed(table)} AS default.${sqlName(table)}`, WORK)
    const folder = join(await dataPath(engine, table), 'detached')
    for (const part of own) {
      await linkFolder(part.path, join(folder, part.name))
      await engine.run(sql`ALTER TABLE ${inClosed(table)} ATTACH PART ${part.name}`, WORK)
    }
  }
  return new Set(parts.map(({ table, name }) => `${table}/${name}`))
}

async function dataPath(engine: StatementRunner, table: string): Promise<string> {
  const [found] = await engine.rows(
    Type.Object({ path: Type.String() }),
    sql`SELECT data_paths[1] AS path FROM system.tables WHERE database = ${CLOSED_DATABASE} AND name = ${table}`,
    WORK,
  )
  if (found === undefined) throw new Error(`the engine has no table ${CLOSED_DATABASE}.${table}`)
  return found.path
}

async function linkFolder(from: string, to: string): Promise<void> {
  try {
    await mkdir(to, { mode: 0o700 })
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) await linkFolder(source, target)
      else await link(source, target)
    }
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    // The index was reopened or deleted in between.
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? indicesChanged() : error
  }
}

/** Moves restored parts of closed indices where they were: to the detached parts of their tables. */
export async function detachClosed(engine: StatementRunner): Promise<void> {
  const partitions = await engine.rows(
    Type.Object({ table: Type.String(), partition_id: Type.String() }),
    sql`SELECT DISTINCT table, partition_id FROM system.parts WHERE active AND database = ${CLOSED_DATABASE}`,
    WORK,
  )
  for (const { table, partition_id } of partitions) {
    const target = sql`default.${sqlName(table)}`
    await engine.run(sql`ALTER TABLE ${target} ATTACH PARTITION ID ${partition_id} FROM ${inClosed(table)}`, WORK)
    await engine.run(sql`ALTER TABLE ${target} DETACH PARTITION ID ${partition_id}`, WORK)
  }
  await dropClosedDatabase(engine)
}

export const isIndicesChanged = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === indicesChanged().code
