import type { DatabaseSync } from 'node:sqlite'
import { diffOf, lastWrites, type OpenedCollections, type Rendered, type RenderedWrite } from './opened-collections.ts'
import { UniqueTaken, type Write, writeConflict } from './settings-store.ts'
import { inTransaction, isSqliteError, SQLITE } from './sqlite-database.ts'
import type { SqliteEntryLog } from './sqlite-entry-log.ts'

/** The only writer of the tables: a commit is one transaction, and is on the disk when it returns. */
export function createSqliteWriter(
  db: DatabaseSync,
  collections: OpenedCollections,
  entryLog: Pick<SqliteEntryLog, 'witnessing' | 'writeInTransaction'>,
) {
  const statements = prepareStatements(db)

  return {
    /** Returns the writes that changed something. */
    commit(writes: readonly Write[]): readonly Write[] {
      if (writes.length === 0) return []
      const rendered = collections.renderAll(writes)
      const witness = entryLog.witnessing()
      const watched = collections.watchedBy(witness, rendered)
      const { applied, onStored } = inTransaction(db, () => {
        const changes = watched.flatMap((one) => diffOf(one, bodyBefore(statements, one.entry.write)))
        // One counter for the whole store: a document that is deleted and inserted again never gets an old version.
        const version = Number(statements.countCommit.get()?.['commits'])
        const applied = rendered.filter((entry) => apply(statements, entry, version))
        writeKeys(statements, rendered)
        const entries = witness?.entriesOf(changes) ?? []
        return { applied: applied.map(({ write }) => write), onStored: entryLog.writeInTransaction(entries) }
      })
      onStored()
      return applied
    },

    /** Rewrites documents whose meaning is unchanged, within the caller's transaction. */
    rewrite(collection: string, documents: readonly { readonly id: string }[]): void {
      const writes = documents.map((document): RenderedWrite & { rendered: Rendered } => ({
        write: { collection, kind: 'replace', id: document.id },
        rendered: collections.render(collection, document),
      }))
      for (const { write, rendered } of writes) statements.rewriteBody.run(rendered.body, collection, write.id)
      writeKeys(statements, writes)
    },
  }
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(db: DatabaseSync) {
  return {
    selectBody: db.prepare('SELECT body FROM document WHERE collection = ? AND id = ?'),
    countCommit: db.prepare('UPDATE store SET commits = commits + 1 RETURNING commits'),
    insert: db.prepare('INSERT INTO document (collection, id, version, body) VALUES (?, ?, ?, ?)'),
    replace: db.prepare(
      'UPDATE document SET version = ?, body = ? WHERE collection = ? AND id = ? AND version = coalesce(?, version)',
    ),
    rewriteBody: db.prepare('UPDATE document SET body = ? WHERE collection = ? AND id = ?'),
    remove: db.prepare('DELETE FROM document WHERE collection = ? AND id = ? AND version = coalesce(?, version)'),
    // Without the name of the index, SQLite reads the keys of the whole collection for every write.
    removeKeys: db.prepare('DELETE FROM document_key INDEXED BY document_key_of WHERE collection = ? AND id = ?'),
    insertKey: db.prepare('INSERT INTO document_key (collection, name, value, id, is_unique) VALUES (?, ?, ?, ?, ?)'),
  }
}

function bodyBefore(statements: Statements, { collection, kind, id }: Write): string | undefined {
  if (kind === 'insert') return undefined
  const body = statements.selectBody.get(collection, id)?.['body']
  return typeof body === 'string' ? body : undefined
}

/** Returns whether the write changed something. */
function apply(statements: Statements, { write, rendered }: RenderedWrite, newVersion: number): boolean {
  const { collection, kind, id, version = null } = write
  if (rendered === undefined) {
    const isDeleted = statements.remove.run(collection, id, version).changes === 1
    if (!isDeleted && version !== null) throw writeConflict(collection, id)
    return isDeleted
  }
  if (kind === 'insert') {
    refusingTaken(collection, 'id', () => statements.insert.run(collection, id, newVersion, rendered.body))
    return true
  }
  if (statements.replace.run(newVersion, rendered.body, collection, id, version).changes === 0)
    throw writeConflict(collection, id)
  return true
}

/** Deletes all old keys before it inserts a new one, so that two documents can swap a name in one commit. */
function writeKeys(statements: Statements, writes: readonly RenderedWrite[]): void {
  const last = lastWrites(writes)
  for (const { write } of last) statements.removeKeys.run(write.collection, write.id)
  for (const { write, rendered } of last) {
    for (const { name, value, isUnique } of rendered?.keys ?? []) {
      const row = [write.collection, name, value, write.id, isUnique ? 1 : 0] as const
      refusingTaken(write.collection, name, () => statements.insertKey.run(...row))
    }
  }
}

function refusingTaken(collection: string, key: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (isSqliteError(error, SQLITE.uniqueTaken, SQLITE.primaryKeyTaken))
      throw new UniqueTaken(collection, key, { cause: error })
    throw error
  }
}
