import type { DatabaseSync } from 'node:sqlite'
import { bytesOf, entryHash } from './entry-hash.ts'
import type {
  CommitWitness,
  EntryBounds,
  EntryFilter,
  EntryLog,
  EntrySeal,
  EntryWrite,
  SealedEntry,
  StoredEntry,
} from './entry-log.ts'
import type { SqlPart } from './list-query-sql.ts'
import { inTransaction } from './sqlite-database.ts'

/** Within a transaction: returns what to call once it is committed. */
type WriteEntries = (entries: readonly EntryWrite[]) => () => void

export interface SqliteEntryLog extends EntryLog {
  readonly writeInTransaction: WriteEntries
  /** The witness that looks at commits. */
  witnessing(): CommitWitness | undefined
}

export function createSqliteEntryLog(db: DatabaseSync, secretKey: Uint8Array): SqliteEntryLog {
  const statements = prepareStatements(db)
  let watching: CommitWitness | undefined

  const writeInTransaction = entryWriter(statements)

  return {
    writeInTransaction,
    witnessing: () => watching,
    witness(witness) {
      watching = witness
      return {
        [Symbol.dispose]: () => {
          if (watching === witness) watching = undefined
        },
      }
    },
    async write(entries) {
      if (entries.length > 0) inTransaction(db, () => writeInTransaction(entries))()
    },
    bounds: async () => boundsOf(statements.bounds.get()),
    async find(filter, { from, to, limit }) {
      const where = compileFilter(filter)
      const rows = db
        .prepare(
          `SELECT sequence FROM entry WHERE sequence BETWEEN ? AND ?${where.text} ORDER BY sequence DESC LIMIT ?`,
        )
        .all(from, to, ...where.params, limit)
      return rows.map((row) => Number(row['sequence']))
    },
    read: async (sequences) => statements.read.all(JSON.stringify(sequences)).map(entryOf),
    readFrom: async (from, to, limit, chain) =>
      statements.readFrom.all(from, to, chain ?? null, limit).map(sealedEntryOf),
    countAfter: async (sequence) => Number(statements.countAfter.get(sequence)?.['count']),
    // The only node writes an entry and calls its `onStored` in one turn.
    settled: async () => boundsOf(statements.bounds.get()).last,
    chains: async () => statements.chains.all().map((row) => String(row['chain'])),
    async firstAt(atMs) {
      const found = statements.firstAt.get(atMs)?.['sequence']
      return typeof found === 'number' ? found : boundsOf(statements.bounds.get()).last + 1
    },
    async deleteUpTo(sequence) {
      inTransaction(db, () => {
        statements.shrink.run(sequence)
        statements.removeBodies.run(sequence)
        statements.remove.run(sequence)
        statements.removeSeals.run(sequence)
      })
    },
    deletableUpTo: async (sequence) => Number(statements.countDeletable.get(sequence)?.['count']),
    async seal({ chain, lastSequence, hash }, before) {
      statements.insertSeal.run(lastSequence, chain, hash, chain, before?.lastSequence ?? 0)
    },
    lastSeal: async (chain) => sealsIn(statements.lastSeal.all(chain ?? null))[0],
    sealsAfter: async (sequence, limit, chain) => sealsIn(statements.sealsAfter.all(sequence, chain ?? null, limit)),
    hash: entryHash(secretKey),
  }
}

type Statements = ReturnType<typeof prepareStatements>

/** Entries that a deletion up to a number removes: each chain goes on after a seal. */
const DELETABLE = `sequence IN (SELECT entry.sequence FROM entry JOIN (
  SELECT chain, max(last_sequence) AS sealed FROM entry_seal WHERE last_sequence <= ? GROUP BY chain
) AS ends ON ends.chain = entry.chain AND entry.sequence <= ends.sealed)`

function prepareStatements(db: DatabaseSync) {
  return {
    // Times never decrease, so that a range of time is a range of numbers, also after the clock was set back.
    insert: db.prepare(`
      INSERT INTO entry (chain, at_ms, event, actor, username, outcome, entity_type, entity_id, title, address, bytes)
      VALUES (
        ?, max(?, coalesce((SELECT at_ms FROM entry ORDER BY sequence DESC LIMIT 1), 0)), ?, ?, ?, ?, ?, ?, ?, ?, ?
      )
      RETURNING sequence`),
    insertBody: db.prepare('INSERT INTO entry_body (sequence, body) VALUES (?, ?)'),
    replace: db.prepare(`
      UPDATE entry SET event = ?, actor = ?, username = ?, outcome = ?, entity_type = ?, entity_id = ?, title = ?,
        address = ?, bytes = ? WHERE sequence = ?`),
    replaceBody: db.prepare('UPDATE entry_body SET body = ? WHERE sequence = ?'),
    bytesOf: db.prepare('SELECT bytes FROM entry WHERE sequence = ?'),
    grow: db.prepare('UPDATE entry_size SET bytes = bytes + ?'),
    shrink: db.prepare(
      `UPDATE entry_size SET bytes = bytes - (SELECT coalesce(sum(bytes), 0) FROM entry WHERE ${DELETABLE})`,
    ),
    remove: db.prepare(`DELETE FROM entry WHERE ${DELETABLE}`),
    removeBodies: db.prepare(`DELETE FROM entry_body WHERE ${DELETABLE}`),
    removeSeals: db.prepare(`DELETE FROM entry_seal WHERE last_sequence < (
      SELECT max(last_sequence) FROM entry_seal AS later WHERE later.chain = entry_seal.chain AND last_sequence <= ?)`),
    countDeletable: db.prepare(`SELECT count(*) AS count FROM entry WHERE ${DELETABLE}`),
    countAfter: db.prepare('SELECT count(*) AS count FROM entry WHERE sequence > ?'),
    chains: db.prepare('SELECT chain FROM entry UNION SELECT chain FROM entry_seal'),
    bounds: db.prepare(`
      SELECT coalesce((SELECT min(sequence) FROM entry), 0) AS first,
             coalesce((SELECT max(sequence) FROM entry), 0) AS last,
             (SELECT bytes FROM entry_size) AS bytes`),
    read: db.prepare(
      'SELECT sequence, body FROM entry_body WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence',
    ),
    readFrom: db.prepare(`
      SELECT sequence, body,
        json_array(at_ms, event, actor, username, outcome, entity_type, entity_id, title, address) AS facts
      FROM entry JOIN entry_body USING (sequence)
      WHERE sequence BETWEEN ? AND ? AND chain = coalesce(?, chain) ORDER BY sequence LIMIT ?`),
    firstAt: db.prepare('SELECT sequence FROM entry WHERE at_ms >= ? ORDER BY at_ms, sequence LIMIT 1'),
    insertSeal: db.prepare(`
      INSERT INTO entry_seal (last_sequence, chain, hash) SELECT ?, ?, ?
      WHERE coalesce((SELECT max(last_sequence) FROM entry_seal WHERE chain = ?), 0) = ?`),
    lastSeal: db.prepare(`
      SELECT chain, last_sequence, hash FROM entry_seal WHERE chain = coalesce(?, chain)
      ORDER BY last_sequence DESC LIMIT 1`),
    sealsAfter: db.prepare(`
      SELECT chain, last_sequence, hash FROM entry_seal WHERE last_sequence > ? AND chain = coalesce(?, chain)
      ORDER BY last_sequence LIMIT ?`),
  }
}

const entryWriter =
  (statements: Statements): WriteEntries =>
  (entries) => {
    const stored = entries.map((write) => ({ write, sequence: writeEntry(statements, write) }))
    return () => {
      for (const { write, sequence } of stored) write.onStored?.(sequence)
    }
  }

function writeEntry(statements: Statements, { entry, sequence: known }: EntryWrite): number {
  const { event, actor, username, outcome, entityType, entityId, title, address } = entry.facts
  const facts = [event, actor, username, outcome, entityType, entityId, title, address] as const
  const bytes = bytesOf(entry)
  if (known === undefined) {
    const sequence = Number(statements.insert.get(entry.chain ?? '', entry.atMs, ...facts, bytes)?.['sequence'])
    statements.insertBody.run(sequence, entry.body)
    statements.grow.run(bytes)
    return sequence
  }
  const before = Number(statements.bytesOf.get(known)?.['bytes'] ?? 0)
  statements.replace.run(...facts, bytes, known)
  statements.replaceBody.run(entry.body, known)
  statements.grow.run(bytes - before)
  return known
}

const boundsOf = (row: Record<string, unknown> | undefined): EntryBounds => ({
  first: Number(row?.['first'] ?? 0),
  last: Number(row?.['last'] ?? 0),
  bytes: Number(row?.['bytes'] ?? 0),
})

const entryOf = (row: Record<string, unknown>): StoredEntry => ({
  sequence: Number(row['sequence']),
  body: String(row['body']),
})

const sealedEntryOf = (row: Record<string, unknown>): SealedEntry => ({ ...entryOf(row), facts: String(row['facts']) })

const sealsIn = (rows: readonly Record<string, unknown>[]): readonly EntrySeal[] =>
  rows.map((row) => ({
    chain: String(row['chain']),
    lastSequence: Number(row['last_sequence']),
    hash: String(row['hash']),
  }))

/** Each part starts with ` AND`. */
function compileFilter(filter: EntryFilter): SqlPart {
  const parts = [
    eventsPart(filter.events),
    anyOf('outcome', filter.outcomes),
    filter.user === undefined
      ? undefined
      : part('(username = ? COLLATE NOCASE OR actor = ?)', filter.user, filter.user),
    filter.entityType === undefined ? undefined : part('entity_type = ?', filter.entityType),
    entityPart(filter.entityId),
    filter.address === undefined ? undefined : part("address LIKE ? ESCAPE '\\'", `${escapedLike(filter.address)}%`),
    textPart(filter.text),
  ].filter((one) => one !== undefined)
  return { text: parts.map(({ text }) => ` AND ${text}`).join(''), params: parts.flatMap(({ params }) => params) }
}

/** A body names entities in its target and its changes as whole JSON strings. */
function entityPart(id: string | undefined): SqlPart | undefined {
  if (id === undefined) return undefined
  const named = 'EXISTS (SELECT 1 FROM entry_body WHERE entry_body.sequence = entry.sequence AND instr(body, ?) > 0)'
  return part(`(entity_id = ? OR ${named})`, id, JSON.stringify(id))
}

const part = (text: string, ...params: readonly string[]): SqlPart => ({ text, params })

function anyOf(column: string, values: readonly string[] | undefined): SqlPart | undefined {
  if (values === undefined || values.length === 0) return undefined
  return { text: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] }
}

function eventsPart(events: readonly string[] | undefined): SqlPart | undefined {
  if (events === undefined || events.length === 0) return undefined
  const patterns = events.map((event) =>
    event.endsWith(':*')
      ? part("event LIKE ? ESCAPE '\\'", `${escapedLike(event.slice(0, -1))}%`)
      : part('event = ?', event),
  )
  return {
    text: `(${patterns.map(({ text }) => text).join(' OR ')})`,
    params: patterns.flatMap(({ params }) => params),
  }
}

function textPart(text: string | undefined): SqlPart | undefined {
  if (text === undefined || text === '') return undefined
  const columns = ['event', 'username', 'title', 'entity_id', 'address']
  const like = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')
  return part(`(${like})`, ...columns.map(() => `%${escapedLike(text)}%`))
}

const escapedLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
