import { entryHash } from '../entry-hash.ts'
import type { EntryBounds, EntryFilter, EntryLog, EntrySeal, SealedEntry, StoredEntry } from '../entry-log.ts'
import type { PostgresConnections, Row } from './postgres-connections.ts'
import { pgText, textOf } from './postgres-text.ts'
import type { PostgresWriter } from './postgres-writer.ts'

const FACTS = ['event', 'actor', 'username', 'outcome', 'entity_type', 'entity_id', 'title', 'address'] as const
const SELECT = {
  bounds: {
    name: 'entry-bounds',
    text: `SELECT coalesce((SELECT min(sequence) FROM entry), 0) AS first,
      coalesce((SELECT max(sequence) FROM entry), 0) AS last, (SELECT entry_bytes FROM store) AS bytes`,
  },
  read: {
    name: 'entries',
    text: 'SELECT sequence, body FROM entry WHERE sequence = ANY ($1::bigint[]) ORDER BY sequence',
  },
  readFrom: {
    name: 'entries-from',
    text: `SELECT sequence, at_ms, ${FACTS.join(', ')}, body FROM entry
      WHERE sequence BETWEEN $1 AND $2 ORDER BY sequence LIMIT $3`,
  },
  firstAt: {
    name: 'entry-first-at',
    text: `SELECT coalesce((SELECT sequence FROM entry WHERE at_ms >= $1 ORDER BY at_ms, sequence LIMIT 1),
      (SELECT coalesce(max(sequence), 0) + 1 FROM entry)) AS first`,
  },
  lastSeal: {
    name: 'seal-last',
    text: 'SELECT last_sequence, hash FROM entry_seal ORDER BY last_sequence DESC LIMIT 1',
  },
  sealsAfter: {
    name: 'seals-after',
    text: 'SELECT last_sequence, hash FROM entry_seal WHERE last_sequence > $1 ORDER BY last_sequence LIMIT $2',
  },
  sealAt: { name: 'seal-at', text: 'SELECT last_sequence, hash FROM entry_seal WHERE last_sequence = $1' },
}

export function createPostgresEntryLog(
  connections: PostgresConnections,
  writer: PostgresWriter,
  secretKey: Uint8Array,
): EntryLog {
  const sealsOf = (rows: readonly Row[]): readonly EntrySeal[] =>
    rows.map((row) => ({ lastSequence: Number(row['last_sequence']), hash: String(row['hash']) }))

  return {
    write: writer.writeEntries,
    witness: writer.witness,
    bounds: async () => boundsOf((await connections.query(SELECT.bounds))[0]),
    async find(filter, { from, to, limit }) {
      const { text, params } = compileFilter(filter, [from, to, limit])
      const rows = await connections.run(
        `SELECT sequence FROM entry WHERE sequence BETWEEN $1 AND $2${text} ORDER BY sequence DESC LIMIT $3`,
        params,
      )
      return rows.map((row) => Number(row['sequence']))
    },
    read: async (sequences) => (await connections.query(SELECT.read, [[...sequences]])).map(entryOf),
    readFrom: async (from, to, limit) =>
      (await connections.query(SELECT.readFrom, [from, to, limit])).map(sealedEntryOf),
    firstAt: async (atMs) => Number((await connections.query(SELECT.firstAt, [Math.ceil(atMs)]))[0]?.['first']),
    async deleteUpTo(sequence) {
      await connections.transaction(async (run) => {
        await run(
          `UPDATE store SET entry_bytes = entry_bytes
            - (SELECT coalesce(sum(bytes), 0) FROM entry WHERE sequence <= $1)`,
          [sequence],
        )
        await run('DELETE FROM entry WHERE sequence <= $1', [sequence])
        await run('DELETE FROM entry_seal WHERE last_sequence < $1', [sequence])
      })
    },
    async seal({ lastSequence, hash }) {
      await connections.run(
        'INSERT INTO entry_seal (last_sequence, chain, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [lastSequence, '', hash],
      )
    },
    lastSeal: async () => sealsOf(await connections.query(SELECT.lastSeal))[0],
    sealsAfter: async (sequence, limit) => sealsOf(await connections.query(SELECT.sealsAfter, [sequence, limit])),
    sealAt: async (sequence) => sealsOf(await connections.query(SELECT.sealAt, [sequence]))[0],
    hash: entryHash(secretKey),
  }
}

const boundsOf = (row: Row | undefined): EntryBounds => ({
  first: Number(row?.['first'] ?? 0),
  last: Number(row?.['last'] ?? 0),
  bytes: Number(row?.['bytes'] ?? 0),
})

const entryOf = (row: Row): StoredEntry => ({ sequence: Number(row['sequence']), body: String(row['body']) })

/** The same text as in SQLite, so that seals hold wherever the entries are. */
const sealedEntryOf = (row: Row): SealedEntry => ({
  ...entryOf(row),
  facts: JSON.stringify([Number(row['at_ms']), ...FACTS.map((name) => textOf(row[name]))]),
})

/** Each part starts with ` AND`. Case is folded as in SQLite: that of the letters A to Z. */
function compileFilter(filter: EntryFilter, first: readonly unknown[]) {
  const params = [...first]
  const value = (text: string) => `$${params.push(pgText(text))}::text COLLATE "C"`
  const folded = (text: string) => `lower(${value(text)})`
  const parts: string[] = []
  const any = (alternatives: readonly string[]) => parts.push(`(${alternatives.join(' OR ')})`)
  const { events = [], user, outcomes = [], entityType, entityId, address, text = '' } = filter
  if (events.length > 0) {
    any(
      events.map((event) =>
        event.endsWith(':*') ? `starts_with(lower(event), ${folded(event.slice(0, -1))})` : `event = ${value(event)}`,
      ),
    )
  }
  if (outcomes.length > 0) any(outcomes.map((outcome) => `outcome = ${value(outcome)}`))
  if (user !== undefined) any([`lower(username) = ${folded(user)}`, `actor = ${value(user)}`])
  if (entityType !== undefined) any([`entity_type = ${value(entityType)}`])
  // A body names entities in its target and its changes as whole JSON strings.
  if (entityId !== undefined) {
    any([`entity_id = ${value(entityId)}`, `position(${value(JSON.stringify(entityId))} IN body) > 0`])
  }
  if (address !== undefined) any([`starts_with(lower(address), ${folded(address)})`])
  if (text !== '') {
    const columns = ['event', 'username', 'title', 'entity_id', 'address']
    any(columns.map((column) => `position(${folded(text)} IN lower(${column})) > 0`))
  }
  return { text: parts.map((part) => ` AND ${part}`).join(''), params }
}
