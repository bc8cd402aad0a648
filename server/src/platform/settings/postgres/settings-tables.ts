/** The tables of a settings store with the same columns and texts on both databases, to copy and to compare them. */
import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { parseLayout } from '../collection-layout.ts'
import type { Row, Run } from './postgres-connections.ts'
import { pgKey, pgText, textOf } from './postgres-text.ts'

const ENTRY = 'sequence chain at_ms event actor username outcome entity_type entity_id title address bytes body'
/** Columns by table; the first ones are those of its key. */
const TABLES = {
  document: ['sequence', 'collection', 'id', 'version', 'body'],
  document_key: ['collection', 'name', 'value', 'id', 'is_unique'],
  collection_layout: ['collection', 'layout'],
  entry: ENTRY.split(' '),
  entry_seal: ['last_sequence', 'chain', 'hash'],
  store: ['commits', 'key_check', 'last_entry', 'entry_bytes'],
} as const
export type TableName = keyof typeof TABLES
/** In the order of writing: documents are marked with the layout of their collection. */
export const TABLE_NAMES: readonly TableName[] = [
  'collection_layout',
  'document',
  'document_key',
  'entry',
  'entry_seal',
  'store',
]
/** A long value of a key is stored as its hash on PostgreSQL, and cannot be copied from there. */
const isHashed = (table: TableName, row: Values) => table === 'document_key' && String(row[2]).startsWith('\u0001h')
const ROWS_AT_ONCE = 1_000

type Values = readonly (string | number | null)[]

/** The tables of one database. */
export interface SettingsTables {
  /** In the order of the columns. */
  read(table: TableName): AsyncIterable<readonly Values[]>
  write(table: TableName, rows: readonly Values[]): Promise<void>
}

export interface TableDigest {
  readonly rows: number
  /** The same for the same rows in any order. */
  readonly checksum: string
}

export async function digestOf(tables: SettingsTables, table: TableName): Promise<TableDigest> {
  let rows = 0
  const sum = Buffer.alloc(32)
  for await (const some of tables.read(table)) {
    for (const row of some) {
      if (isHashed(table, row)) continue
      rows += 1
      const hash = createHash('sha256')
        .update(JSON.stringify(comparable(table, row)))
        .digest()
      for (const [index, byte] of hash.entries()) sum[index] = (sum[index] ?? 0) ^ byte
    }
  }
  return { rows, checksum: sum.toString('hex') }
}

/** A collection with hashed keys gets a layout without keys, so that they are made again from its documents. */
const comparable = (table: TableName, row: Values): readonly unknown[] =>
  table === 'collection_layout' ? [row[0], { ...parseLayout(String(row[1])), keys: [] }] : row

const SQLITE_READ: Readonly<Record<TableName, string>> = {
  document: 'SELECT sequence, collection, id, version, body FROM document ORDER BY sequence',
  document_key: 'SELECT collection, name, value, id, is_unique FROM document_key',
  collection_layout: 'SELECT collection, layout FROM collection_layout',
  entry: `SELECT ${TABLES.entry.join(', ')} FROM entry JOIN entry_body USING (sequence) ORDER BY sequence`,
  entry_seal: 'SELECT last_sequence, chain, hash FROM entry_seal ORDER BY last_sequence',
  store: `SELECT commits, key_check, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entry'), 0) AS last_entry,
    (SELECT bytes FROM entry_size) AS entry_bytes FROM store`,
}

/** Tables of a file. */
export function sqliteTables(db: DatabaseSync): SettingsTables {
  return {
    async *read(table) {
      let some: Values[] = []
      for (const row of db.prepare(SQLITE_READ[table]).iterate()) {
        some.push(valuesOf(table, row, { text: String, key: pgKey }))
        if (some.length < ROWS_AT_ONCE) continue
        yield some
        some = []
      }
      if (some.length > 0) yield some
    },
    async write(table, rows) {
      if (table === 'store') return writeStore(db, rows[0] ?? [])
      const columns = table === 'entry' ? TABLES.entry.slice(0, -1) : TABLES[table]
      const insert = db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      const insertBody = db.prepare('INSERT INTO entry_body (sequence, body) VALUES (?, ?)')
      for (const row of rows) {
        if (isHashed(table, row)) {
          db.prepare(
            "UPDATE collection_layout SET layout = json_set(layout, '$.keys', json('[]')) WHERE collection = ?",
          ).run(row[0] ?? null)
          continue
        }
        const values = table === 'document_key' ? row.map((value, at) => (at === 2 ? textOf(value) : value)) : row
        insert.run(...values.slice(0, columns.length))
        if (table === 'entry') insertBody.run(row[0] ?? null, row.at(-1) ?? null)
      }
    },
  }
}

function writeStore(db: DatabaseSync, [commits, keyCheck, lastEntry, entryBytes]: Values): void {
  const values = (...some: readonly (string | number | null | undefined)[]): SQLInputValue[] =>
    some.map((value) => value ?? null)
  db.prepare('UPDATE store SET commits = ?, key_check = ?').run(...values(commits, keyCheck))
  db.prepare('UPDATE entry_size SET bytes = ?').run(...values(entryBytes))
  db.exec("DELETE FROM sqlite_sequence WHERE name = 'entry'")
  db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', ?)").run(...values(lastEntry))
}

const POSTGRES_READ: Readonly<Record<TableName, string>> = {
  ...SQLITE_READ,
  // Documents of one collection differ in their keys at most: with the oldest layout they are all written again.
  collection_layout: `SELECT DISTINCT ON (collection) collection, layout FROM collection_layout
    WHERE number <= coalesce((SELECT min(layout) FROM document WHERE document.collection = collection_layout.collection),
      number) ORDER BY collection, number DESC`,
  entry: `SELECT ${TABLES.entry.join(', ')} FROM entry ORDER BY sequence`,
  store: 'SELECT commits, key_check, last_entry, entry_bytes FROM store',
}

/** Tables of a database, within a transaction. */
export function postgresTables(run: Run): SettingsTables {
  let cursors = 0
  return {
    async *read(table) {
      cursors += 1
      const cursor = `rows_${cursors}`
      await run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${POSTGRES_READ[table]}`)
      for (;;) {
        const rows = await run(`FETCH ${ROWS_AT_ONCE} FROM ${cursor}`)
        if (rows.length > 0) yield rows.map((row) => valuesOf(table, row, { text: textOf, key: String }))
        if (rows.length < ROWS_AT_ONCE) break
      }
      await run(`CLOSE ${cursor}`)
    },
    async write(table, rows) {
      const records = JSON.stringify(rows.map((row) => recordOf(table, row)))
      const columns = TABLES[table].join(', ')
      if (table === 'store') {
        await run(`UPDATE store SET (${columns}) = (SELECT ${columns} FROM json_populate_recordset(NULL::store, $1))`, [
          records,
        ])
        return
      }
      // The layout of a file is the first one here; without a layout documents are as old as can be.
      const more = { document: 'layout', collection_layout: 'number' } as const
      const extra = table === 'document' || table === 'collection_layout' ? more[table] : undefined
      const value = table === 'document' ? LAYOUT_OF_COPY : '1'
      await run(
        `INSERT INTO ${table} (${columns}${extra === undefined ? '' : `, ${extra}`})
          SELECT ${columns}${extra === undefined ? '' : `, ${value}`} FROM json_populate_recordset(NULL::${table}, $1) AS x`,
        [records],
      )
      if (table === 'document') {
        await run(`SELECT setval(pg_get_serial_sequence('document', 'sequence'), (SELECT max(sequence) FROM document))`)
      }
    },
  }
}

const LAYOUT_OF_COPY =
  '(SELECT count(*)::integer FROM collection_layout WHERE collection_layout.collection = x.collection)'

interface TextForms {
  readonly text: (stored: string) => string
  readonly key: (stored: string) => string
}

/** Texts as they were given to the store, values of keys as PostgreSQL has them, and 0 or 1 for whether a key is unique. */
function valuesOf(table: TableName, row: Row, { text, key }: TextForms): Values {
  return TABLES[table].map((name) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value !== 'string') return Number(value)
    if (name === 'body') return value
    return name === 'value' ? key(value) : text(value)
  })
}

function recordOf(table: TableName, row: Values): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    TABLES[table].map((name, index) => {
      const value = row[index] ?? null
      if (name === 'is_unique') return [name, value === 1]
      return [name, typeof value !== 'string' || name === 'body' || name === 'value' ? value : pgText(value)]
    }),
  )
}
