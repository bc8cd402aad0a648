import type { DatabaseSync } from 'node:sqlite'
import { refuseSecrets, writingTo } from './collection-writes.ts'
import type { DocumentCodec } from './document-codec.ts'
import { compileListQuery, fieldPath } from './list-query-sql.ts'
import type { Collection, CollectionSpec, Document, PageOf, PageRequest, Versioned, Write } from './settings-store.ts'

interface SqliteCollectionDeps<T extends Document, Key extends string> {
  readonly db: DatabaseSync
  readonly spec: CollectionSpec<T, Key>
  readonly codec: DocumentCodec<T>
  /** Returns how many of the writes changed something. */
  readonly commit: (writes: readonly Write[]) => Promise<number>
}

export function createSqliteCollection<T extends Document, Key extends string>({
  db,
  spec,
  codec,
  commit,
}: SqliteCollectionDeps<T, Key>): Collection<T, Key> {
  const collection = spec.name
  const statements = prepareStatements(db)
  const read = (row: Record<string, unknown>): T => codec.read(String(row['id']), String(row['body']))

  async function findVersioned(id: string): Promise<Versioned<T> | undefined> {
    const row = statements.selectOne.get(collection, id)
    return row === undefined ? undefined : { document: read(row), version: Number(row['version']) }
  }

  return {
    ...writingTo<T>(collection, {
      findVersioned,
      isThere: async (id) => statements.selectOne.get(collection, id) !== undefined,
      commit,
    }),
    findVersioned,

    async find(id) {
      return (await findVersioned(id))?.document
    },
    async findMany(ids) {
      return statements.selectMany.all(collection, JSON.stringify(ids)).map(read)
    },
    async findBy(key, value) {
      const row = statements.selectByKey.get(collection, key, value)
      return row === undefined ? undefined : read(row)
    },
    async listBy(key, value) {
      return statements.selectByKey.all(collection, key, value).map(read)
    },
    async countBy(key, value) {
      return countOf(statements.countByKey.get(collection, key, value))
    },
    async list() {
      return statements.selectAll.all(collection).map(read)
    },
    async count() {
      return countOf(statements.countAll.get(collection))
    },

    page: async (request) => readPage({ db, spec, read, statements }, request),
  }
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(db: DatabaseSync) {
  const byKey = `FROM document JOIN document_key USING (collection, id)
    WHERE document_key.collection = ? AND document_key.name = ? AND document_key.value = ?`
  return {
    selectOne: db.prepare('SELECT id, body, version FROM document WHERE collection = ? AND id = ?'),
    // With a plain `sequence` SQLite would read all documents in that order, instead of finding these by their ids.
    selectMany: db.prepare(
      'SELECT id, body FROM document WHERE collection = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY +sequence',
    ),
    selectByKey: db.prepare(`SELECT id, body ${byKey} ORDER BY sequence`),
    countByKey: db.prepare(
      'SELECT count(*) AS count FROM document_key WHERE collection = ? AND name = ? AND value = ?',
    ),
    selectAll: db.prepare('SELECT id, body FROM document WHERE collection = ? ORDER BY sequence'),
    countAll: db.prepare('SELECT count(*) AS count FROM document WHERE collection = ?'),
  }
}

interface PageDeps<T> {
  readonly db: DatabaseSync
  readonly spec: { readonly name: string; readonly secrets: readonly string[] }
  readonly read: (row: Record<string, unknown>) => T
  readonly statements: Statements
}

function readPage<T>(
  { db, spec, read, statements }: PageDeps<T>,
  { query, sort, order, page, perPage }: PageRequest,
): PageOf<T> {
  refuseSecrets(spec, query, sort)
  const where = compileListQuery(query)
  const from = `FROM document WHERE collection = ? AND ${where.text}`
  const direction = order === 'desc' ? 'DESC' : 'ASC'
  const limit = perPage === 0 ? -1 : perPage
  const rows = db
    .prepare(`SELECT id, body ${from} ORDER BY json_extract(body, ?) ${direction}, sequence LIMIT ? OFFSET ?`)
    .all(spec.name, ...where.params, fieldPath(sort), limit, perPage * (page - 1))
  const total = countOf(db.prepare(`SELECT count(*) AS count ${from}`).get(spec.name, ...where.params))
  return { rows: rows.map(read), total, grandTotal: countOf(statements.countAll.get(spec.name)) }
}

const countOf = (row: Record<string, unknown> | undefined): number => Number(row?.['count'] ?? 0)
