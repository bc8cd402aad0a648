/** Restores the messages of a backup into an empty engine, and checks them there. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { LogyardError } from '../platform/errors.ts'
import { INDEX_OF_PART, MESSAGE_TABLES } from '../store/messages/index-of-part.ts'
import { backupDamaged } from './backup-errors.ts'
import { CLOSED_DATABASE, detachClosed } from './closed-indices.ts'
import type { StatementRunner } from './engine-statements.ts'
import { type Manifest, MESSAGES_OF_BACKUP } from './manifest.ts'
import { MOUNT } from './messages-backup.ts'

const Checked = Type.Object({ table: Type.String(), is_passed: Type.Number(), message: Type.String() })
const Counted = Type.Object({ table: Type.String(), engine: Type.String(), rows: Type.Number() })
const CountedIndex = Type.Object({ name: Type.String(), rows: Type.Number() })

const WITHIN = sql`IN ('default', ${CLOSED_DATABASE})`

export async function restoreMessages(engine: StatementRunner, manifest: Manifest): Promise<void> {
  const { name } = manifest
  try {
    await engine.run(sql`RESTORE ALL FROM File(${`${MOUNT}/${name}/${MESSAGES_OF_BACKUP}`})`, 'restore the messages')
  } catch (error) {
    if (!(error instanceof LogyardError && error.code === 'backup-engine-refused')) throw error
    throw backupDamaged(name, error.message, { cause: error })
  }
  await checkFiles(engine, name)
  await checkRows(engine, manifest)
  await detachClosed(engine)
}

/** Compares all bytes with the checksums of the parts. The engine does not do that when it restores. */
async function checkFiles(engine: StatementRunner, name: string): Promise<void> {
  const parts = await engine.rows(Checked, sql`CHECK ALL TABLES`, 'check the messages')
  const damaged = parts.filter(({ is_passed }) => is_passed === 0)
  const [first] = damaged
  if (first === undefined) return
  throw backupDamaged(name, `${damaged.length} of ${parts.length} parts, the first of them: ${first.message}`)
}

async function checkRows(engine: StatementRunner, { name, messages }: Manifest): Promise<void> {
  const counted = await engine.rows(
    Counted,
    sql`SELECT table, any(engine) AS engine, toFloat64(sum(rows)) AS rows FROM system.parts
      WHERE active AND database ${WITHIN} GROUP BY table`,
    'count the messages',
  )
  const tables = new Map(counted.map((table) => [table.table, table]))
  for (const [table, expected] of Object.entries(messages.tables)) {
    const { engine: kind, rows } = tables.get(table) ?? { engine: 'MergeTree', rows: 0 }
    // Other engines merge rows, and may have begun to.
    const isAsExpected = kind === 'MergeTree' ? rows === expected : rows > 0 && rows <= expected
    if (!isAsExpected) throw backupDamaged(name, `the table ${table} has ${rows} rows instead of ${expected}`)
  }
  const indices = await engine.rows(
    CountedIndex,
    sql`SELECT ${INDEX_OF_PART} AS name, toFloat64(sum(rows)) AS rows FROM system.parts
      WHERE active AND database ${WITHIN} AND table IN (${sqlList(MESSAGE_TABLES)}) GROUP BY name`,
    'count the messages',
  )
  const rowsOf = new Map(indices.map((index) => [index.name, index.rows]))
  for (const index of messages.indices) {
    const found = rowsOf.get(index.name) ?? 0
    if (found !== index.messages)
      throw backupDamaged(name, `the index ${index.name} has ${found} messages instead of ${index.messages}`)
  }
}
