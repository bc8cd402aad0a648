import type { DatabaseSync } from 'node:sqlite'
import { LogyardError } from '../errors.ts'
import type { DocumentCodec } from './document-codec.ts'
import { compileListQuery, fieldPath } from './list-query-sql.ts'
import type { Collection, CollectionSpec, Document, PageRequest, Versioned, Write } from './settings-store.ts'
import { UniqueTaken } from './settings-store.ts'

interface SqliteCollectionDeps<T extends Document, Key extends string> {
  readonly db: DatabaseSync
  readonly spec: CollectionSpec<T, Key>
  readonly codec: DocumentCodec<T>
  /** Answers how many of the writes found something to change. */
  readonly commit: (writes: readonly Write[]) => Promise<number>
}

export function createSqliteCollection<T extends Document, Key extends string>({
  db,
  spec,
  codec,
  commit,
}: SqliteCollectionDeps<T, Key>): Collection<T, Key> {
  const collection = spec.name
  const byKey = `FROM document JOIN document_key USING (collection, id)
    WHERE document_key.collection = ? AND document_key.name = ? AND document_key.value = ?`
  const selectOne = db.prepare('SELECT id, body, version FROM document WHERE collection = ? AND id = ?')
  const selectMany = db.prepare(
    'SELECT id, body FROM document WHERE collection = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY sequence',
  )
  const selectByKey = db.prepare(`SELECT id, body ${byKey} ORDER BY sequence`)
  const countByKey = db.prepare(
    'SELECT count(*) AS count FROM document_key WHERE collection = ? AND name = ? AND value = ?',
  )
  const selectAll = db.prepare('SELECT id, body FROM document WHERE collection = ? ORDER BY sequence')
  const countAll = db.prepare('SELECT count(*) AS count FROM document WHERE collection = ?')

  const read = (row: Record<string, unknown>): T => codec.read(String(row['id']), String(row['body']))
  const countOf = (row: Record<string, unknown> | undefined): number => Number(row?.['count'] ?? 0)

  const inserting = (document: T): Write => ({ collection, kind: 'insert', id: document.id, document })
  const replacing = (document: T, version?: number): Write => ({
    collection,
    kind: 'replace',
    id: document.id,
    document,
    ...(version === undefined ? {} : { version }),
  })
  const deleting = (id: string, version?: number): Write => ({
    collection,
    kind: 'delete',
    id,
    ...(version === undefined ? {} : { version }),
  })

  /** Order and filter of a list would tell about a secret bit by bit. */
  function refuseSecrets(query: PageRequest['query'], sort: string): void {
    const secret = [sort, ...query.chunks.map(({ field }) => field)].find((field) => spec.secrets.includes(field))
    if (secret !== undefined) throw new TypeError(`${collection} cannot be listed by the secret ${secret}`)
  }

  async function findVersioned(id: string): Promise<Versioned<T> | undefined> {
    const row = selectOne.get(collection, id)
    return row === undefined ? undefined : { document: read(row), version: Number(row['version']) }
  }

  /**
   * Runs `attempt` until no other writer comes between its reading and its writing. It ends: each time that it is
   * too late, another writer has succeeded.
   */
  async function untilWritten<R>(attempt: () => Promise<R>): Promise<R> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const isRace =
          (error instanceof LogyardError && error.code === 'write-conflict') ||
          (error instanceof UniqueTaken && error.key === 'id')
        if (!isRace) throw error
      }
    }
  }

  return {
    findVersioned,
    inserting,
    replacing,
    deleting,

    async find(id) {
      return (await findVersioned(id))?.document
    },
    async findMany(ids) {
      return selectMany.all(collection, JSON.stringify(ids)).map(read)
    },
    async findBy(key, value) {
      const row = selectByKey.get(collection, key, value)
      return row === undefined ? undefined : read(row)
    },
    async listBy(key, value) {
      return selectByKey.all(collection, key, value).map(read)
    },
    async countBy(key, value) {
      return countOf(countByKey.get(collection, key, value))
    },
    async list() {
      return selectAll.all(collection).map(read)
    },
    async count() {
      return countOf(countAll.get(collection))
    },

    async page({ query, sort, order, page, perPage }) {
      refuseSecrets(query, sort)
      const where = compileListQuery(query)
      const from = `FROM document WHERE collection = ? AND ${where.text}`
      const direction = order === 'desc' ? 'DESC' : 'ASC'
      const limit = perPage === 0 ? -1 : perPage
      const rows = db
        .prepare(`SELECT id, body ${from} ORDER BY json_extract(body, ?) ${direction}, sequence LIMIT ? OFFSET ?`)
        .all(collection, ...where.params, fieldPath(sort), limit, perPage * (page - 1))
      const total = countOf(db.prepare(`SELECT count(*) AS count ${from}`).get(collection, ...where.params))
      return { rows: rows.map(read), total, grandTotal: countOf(countAll.get(collection)) }
    },

    async insert(document) {
      await commit([inserting(document)])
      return document
    },
    update: (id, change) =>
      untilWritten(async () => {
        const found = await findVersioned(id)
        if (found === undefined) return undefined
        const changed = change(found.document)
        await commit([replacing(changed, found.version)])
        return changed
      }),
    put: (document) =>
      untilWritten(async () => {
        const isThere = selectOne.get(collection, document.id) !== undefined
        await commit([isThere ? replacing(document) : inserting(document)])
        return document
      }),
    delete: async (id) => (await commit([deleting(id)])) > 0,
  }
}
