import type { DatabaseSync } from 'node:sqlite'
import type { DocumentCodec } from './document-codec.ts'
import { type CollectionSpec, type Document, UniqueTaken, type Write, writeConflict } from './settings-store.ts'
import { inTransaction, isSqliteError, SQLITE } from './sqlite-database.ts'

interface Key {
  readonly name: string
  readonly value: string
  readonly isUnique: boolean
}

/** A document as the tables store it. */
interface Rendered {
  readonly body: string
  readonly keys: readonly Key[]
}

interface RenderedWrite {
  readonly write: Write
  /** Absent for a delete. */
  readonly rendered?: Rendered
}

/** The only writer of the tables: a commit is one transaction, and is on the disk when it returns. */
export function createSqliteWriter(db: DatabaseSync) {
  const collections = new Map<string, { readonly spec: object; render(document: unknown): Rendered }>()
  const statements = prepareStatements(db)

  function render(collection: string, document: unknown): Rendered {
    const known = collections.get(collection)
    if (known === undefined) throw new TypeError(`the collection was not opened: ${collection}`)
    return known.render(document)
  }

  return {
    /** Returns whether the collection is new. */
    register<T extends Document, Name extends string>(spec: CollectionSpec<T, Name>, codec: DocumentCodec<T>): boolean {
      const other = collections.get(spec.name)
      if (other !== undefined && other.spec !== spec) throw new TypeError(`two collections are named ${spec.name}`)
      if (Object.hasOwn(spec.keys, 'id')) throw new TypeError(`${spec.name} needs no key for its id`)
      const keySpecs = Object.entries<CollectionSpec<T, Name>['keys'][Name]>(spec.keys)
      collections.set(spec.name, {
        spec,
        render(document) {
          const own = codec.check(document)
          const keys = keySpecs.flatMap(([name, { unique, of }]) =>
            [...new Set(of(own))].map((value) => ({ name, value, isUnique: unique })),
          )
          return { body: codec.write(own), keys }
        },
      })
      return other === undefined
    },

    /** Returns the writes that changed something. */
    commit(writes: readonly Write[]): readonly Write[] {
      if (writes.length === 0) return []
      const rendered = writes.map((write) =>
        write.kind === 'delete' ? { write } : { write, rendered: render(write.collection, write.document) },
      )
      return inTransaction(db, () => {
        // One counter for the whole store: a document that is deleted and inserted again never gets an old version.
        const version = Number(statements.countCommit.get()?.['commits'])
        const applied = rendered.filter((entry) => apply(statements, entry, version))
        writeKeys(statements, rendered)
        return applied.map(({ write }) => write)
      })
    },

    /** Rewrites documents whose meaning is unchanged, within the caller's transaction. */
    rewrite(collection: string, documents: readonly { readonly id: string }[]): void {
      const writes = documents.map((document): RenderedWrite & { rendered: Rendered } => ({
        write: { collection, kind: 'replace', id: document.id },
        rendered: render(collection, document),
      }))
      for (const { write, rendered } of writes) statements.rewriteBody.run(rendered.body, collection, write.id)
      writeKeys(statements, writes)
    },
  }
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(db: DatabaseSync) {
  return {
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
  const last = new Map(writes.map((entry) => [JSON.stringify([entry.write.collection, entry.write.id]), entry]))
  for (const { write } of last.values()) statements.removeKeys.run(write.collection, write.id)
  for (const { write, rendered } of last.values()) {
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
