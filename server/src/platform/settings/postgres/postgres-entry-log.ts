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
      WHERE sequence BETWEEN $1 AND $2 AND ($4::text IS NULL OR chain = $4) ORDER BY sequence LIMIT $3`,
  },
  countAfter: { name: 'entries-after', text: 'SELECT count(*) AS count FROM entry WHERE sequence > $1' },
  chains: { name: 'chains', text: 'SELECT chain FROM entry UNION SELECT chain FROM entry_seal' },
  firstAt: {
    name: 'entry-first-at',
    text: `SELECT coalesce((SELECT sequence FROM entry WHERE at_ms >= $1 ORDER BY at_ms, sequence LIMIT 1),
      (SELECT coalesce(max(sequence), 0) + 1 FROM entry)) AS first`,
  },
  lastSeal: {
    name: 'seal-last',
    text: `SELECT chain, last_sequence, hash FROM entry_seal WHERE $1::text IS NULL OR chain = $1
      ORDER BY last_sequence DESC LIMIT 1`,
  },
  sealsAfter: {
    name: 'seals-after',
    text: `SELECT chain, last_sequence, hash FROM entry_seal
      WHERE last_sequence > $1 AND ($3::text IS NULL OR chain = $3) ORDER BY last_sequence LIMIT $2`,
  },
}
const SEAL = `INSERT INTO entry_seal (last_sequence, chain, hash) SELECT $1, $2, $3
  WHERE coalesce((SELECT max(last_sequence) FROM entry_seal WHERE chain = $2), 0) = $4 ON CONFLICT DO NOTHING`
/** Entries that a deletion up to a number removes: each chain goes on after a seal. */
const DELETABLE = `FROM entry USING (
    SELECT chain, max(last_sequence) AS sealed FROM entry_seal WHERE last_sequence <= $1 GROUP BY chain
  ) AS ends WHERE ends.chain = entry.chain AND entry.sequence <= ends.sealed`

export function createPostgresEntryLog(
  connections: PostgresConnections,
  writer: PostgresWriter,
  secretKey: Uint8Array,
): EntryLog {
  const sealsOf = (rows: readonly Row[]): readonly EntrySeal[] =>
    rows.map((row) => ({
      chain: textOf(row['chain']),
      lastSequence: Number(row['last_sequence']),
      hash: String(row['hash']),
    }))

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
    readFrom: async (from, to, limit, chain) =>
      (await connections.query(SELECT.readFrom, [from, to, limit, chainOf(chain)])).map(sealedEntryOf),
    countAfter: async (sequence) => Number((await connections.query(SELECT.countAfter, [sequence]))[0]?.['count']),
    settled: () => writer.inOrder(async () => boundsOf((await connections.query(SELECT.bounds))[0]).last),
    chains: async () => (await connections.query(SELECT.chains)).map((row) => textOf(row['chain'])),
    firstAt: async (atMs) => Number((await connections.query(SELECT.firstAt, [Math.ceil(atMs)]))[0]?.['first']),
    async deleteUpTo(sequence) {
      await connections.transaction(async (run) => {
        const [row] = await run(
          `WITH gone AS (DELETE ${DELETABLE} RETURNING entry.bytes) SELECT coalesce(sum(bytes), 0) AS bytes FROM gone`,
          [sequence],
        )
        await run(
          `DELETE FROM entry_seal WHERE last_sequence < (SELECT max(later.last_sequence) FROM entry_seal AS later
            WHERE later.chain = entry_seal.chain AND later.last_sequence <= $1)`,
          [sequence],
        )
        // Last, because it holds up the commits of all nodes.
        await run('UPDATE store SET entry_bytes = entry_bytes - $1', [Number(row?.['bytes'])])
      })
    },
    async deletableUpTo(sequence) {
      const text = `SELECT count(*) AS count ${DELETABLE.replace('FROM entry USING', 'FROM entry,')}`
      return Number((await connections.run(text, [sequence]))[0]?.['count'])
    },
    async seal({ chain, lastSequence, hash }, before) {
      await connections.run(SEAL, [lastSequence, pgText(chain), hash, before?.lastSequence ?? 0])
    },
    lastSeal: async (chain) => sealsOf(await connections.query(SELECT.lastSeal, [chainOf(chain)]))[0],
    sealsAfter: async (sequence, limit, chain) =>
      sealsOf(await connections.query(SELECT.sealsAfter, [sequence, limit, chainOf(chain)])),
    hash: entryHash(secretKey),
  }
}

const chainOf = (chain: string | undefined) => (chain === undefined ? null : pgText(chain))

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
    any([`entity_id = ${value(entityId)}`, `strpos(body, ${value(JSON.stringify(entityId))}) > 0`])
  }
  if (address !== undefined) any([`starts_with(lower(address), ${folded(address)})`])
  if (text !== '') {
    const columns = ['event', 'username', 'title', 'entity_id', 'address']
    any(columns.map((column) => `strpos(lower(${column}), ${folded(text)}) > 0`))
  }
  return { text: parts.map((part) => ` AND ${part}`).join(''), params }
}
