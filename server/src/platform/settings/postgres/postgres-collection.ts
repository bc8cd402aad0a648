import { compareCodePoints } from '@logyard/languages/list-query/compare-code-points'
import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import { refuseSecrets, writingTo } from '../collection-writes.ts'
import type { DocumentCodec } from '../document-codec.ts'
import { fieldPath } from '../list-query-sql.ts'
import type { Collection, CollectionSpec, Document, PageOf, PageRequest, Write } from '../settings-store.ts'
import type { PostgresConnections, Row, Statement } from './postgres-connections.ts'
import type { CollectionLayout } from './postgres-layouts.ts'
import { pgKey, pgText, textOf } from './postgres-text.ts'

const DOCUMENT = 'document.id, document.version, document.layout, document.body'
const BY_KEY = `FROM document JOIN document_key USING (collection, id)
  WHERE document_key.collection = $1 AND document_key.name = $2 AND document_key.value = $3`
/** The keys of a document that an older program wrote may be missing. */
const IS_BEHIND = 'EXISTS (SELECT FROM document WHERE collection = $1 AND layout < $4)'
const SELECT = {
  one: { name: 'one', text: `SELECT ${DOCUMENT} FROM document WHERE collection = $1 AND id = $2` },
  many: {
    name: 'many',
    text: `SELECT ${DOCUMENT} FROM document WHERE collection = $1 AND id = ANY ($2::text[]) ORDER BY sequence`,
  },
  all: { name: 'all', text: `SELECT ${DOCUMENT} FROM document WHERE collection = $1 ORDER BY sequence` },
  count: { name: 'count', text: 'SELECT count(*) AS count FROM document WHERE collection = $1' },
  byKey: {
    name: 'by-key',
    text: `SELECT behind.is_behind, found.* FROM (SELECT ${IS_BEHIND} AS is_behind) AS behind
      LEFT JOIN (SELECT ${DOCUMENT}, document.sequence ${BY_KEY}) AS found ON true ORDER BY found.sequence`,
  },
  countByKey: {
    name: 'count-by-key',
    text: `SELECT ${IS_BEHIND} AS is_behind, count(*) AS count FROM document_key
      WHERE collection = $1 AND name = $2 AND value = $3`,
  },
} satisfies Record<string, Statement>

interface PostgresCollectionDeps<T extends Document, Key extends string> {
  readonly connections: PostgresConnections
  readonly layout: CollectionLayout
  readonly spec: CollectionSpec<T, Key>
  readonly codec: DocumentCodec<T>
  /** Returns how many of the writes changed something. */
  readonly commit: (writes: readonly Write[]) => Promise<number>
}

export function createPostgresCollection<T extends Document, Key extends string>(
  deps: PostgresCollectionDeps<T, Key>,
): Collection<T, Key> {
  const { connections, layout, spec, codec, commit } = deps
  const collection = pgText(spec.name)
  const read = (row: Row): T => codec.read(textOf(row['id']), String(row['body']))

  /** A newer program may have changed the documents meanwhile. */
  async function rowsOf(statement: Statement, ...values: readonly unknown[]): Promise<readonly Row[]> {
    const { newest } = await layout.current()
    const rows = await connections.query(statement, [collection, ...values])
    if (rows.some((row) => Number(row['layout']) > newest)) await layout.again()
    return rows
  }

  async function rowsByKey(statement: Statement, key: string, value: string): Promise<readonly Row[]> {
    for (let laidOut = await layout.current(); ; laidOut = await layout.again()) {
      const rows = await connections.query(statement, [collection, pgText(key), pgKey(value), laidOut.own])
      const isNewer = rows.some((row) => Number(row['layout'] ?? 0) > laidOut.newest)
      if (rows[0]?.['is_behind'] !== true && !isNewer) return rows.filter(({ id }) => id !== null)
    }
  }

  async function findVersioned(id: string) {
    const [row] = await rowsOf(SELECT.one, pgText(id))
    return row === undefined ? undefined : { document: read(row), version: Number(row['version']) }
  }

  const writing = writingTo<T>(spec.name, {
    findVersioned,
    isThere: async (id) => (await rowsOf(SELECT.one, pgText(id))).length > 0,
    commit,
  })
  const inTurn = createTurns()

  return {
    ...writing,
    findVersioned,
    update: (id, change) => inTurn(id, () => writing.update(id, change)),
    async find(id) {
      return (await findVersioned(id))?.document
    },
    async findMany(ids) {
      return (await rowsOf(SELECT.many, ids.map(pgText))).map(read)
    },
    async findBy(key, value) {
      const [row] = await rowsByKey(SELECT.byKey, key, value)
      return row === undefined ? undefined : read(row)
    },
    async listBy(key, value) {
      return (await rowsByKey(SELECT.byKey, key, value)).map(read)
    },
    async countBy(key, value) {
      return Number((await rowsByKey(SELECT.countByKey, key, value))[0]?.['count'])
    },
    async list() {
      return (await rowsOf(SELECT.all)).map(read)
    },
    async count() {
      return Number((await rowsOf(SELECT.count))[0]?.['count'])
    },
    async page(request) {
      refuseSecrets(spec, request.query, request.sort)
      return pageOf(await rowsOf(SELECT.all), request, read)
    },
  }
}

/** Updates of a document by this node follow each other: each would fail the others, and all would read it again. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <R>(id: string, task: () => Promise<R>): Promise<R> => {
    const result = (last.get(id) ?? Promise.resolve()).then(task)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(id) === settled) last.delete(id)
      })
    last.set(id, settled)
    return result
  }
}

/**
 * Filters and sorts here, with the functions of the console: PostgreSQL folds case, prints numbers and reads texts with
 * NUL characters otherwise than JSON does.
 */
function pageOf<T>(
  stored: readonly Row[],
  { query, sort, order, page, perPage }: PageRequest,
  read: (row: Row) => T,
): PageOf<T> {
  for (const field of [sort, ...query.chunks.map((chunk) => chunk.field)]) fieldPath(field)
  const matching = stored.flatMap((row) => {
    const body = Object(JSON.parse(String(row['body'])))
    return matchesListQuery(query, (field) => body[field]) ? [{ row, value: body[sort] }] : []
  })
  const direction = order === 'desc' ? -1 : 1
  // The sort is stable: equal values stay in the order in which their documents were created.
  matching.sort((a, b) => direction * compareValues(a.value, b.value))
  const shown = perPage === 0 ? matching : matching.slice(perPage * (page - 1), perPage * page)
  return { rows: shown.map(({ row }) => read(row)), total: matching.length, grandTotal: stored.length }
}

/** Missing values first, then numbers, then texts, as SQLite has them. */
function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [sortedAs(a), sortedAs(b)]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right)
  return rankOf(left) - rankOf(right)
}

const rankOf = (value: number | string | null) => (value === null ? 0 : typeof value === 'number' ? 1 : 2)

function sortedAs(value: unknown): number | string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return JSON.stringify(value)
}
