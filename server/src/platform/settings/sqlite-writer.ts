import type { DatabaseSync } from 'node:sqlite'
import type { DocumentCodec } from './document-codec.ts'
import { type CollectionSpec, type Document, UniqueTaken, type Write, writeConflict } from './settings-store.ts'

/** Turns a document that came in with a `Write` into what the tables keep of it. */
type Render = (document: Document) => { body: string; keys: readonly Key[] }

interface Key {
  readonly name: string
  readonly value: string
  readonly isUnique: boolean
}

/** The only writer of the tables: a commit is one transaction, and is on the disk when it returns. */
export function createSqliteWriter(db: DatabaseSync) {
  const renders = new Map<string, Render>()
  const specs = new Map<string, object>()
  const insert = db.prepare('INSERT INTO document (collection, id, version, body) VALUES (?, ?, 1, ?)')
  const replace = db.prepare(
    'UPDATE document SET version = version + 1, body = ? WHERE collection = ? AND id = ? AND version = coalesce(?, version)',
  )
  const remove = db.prepare('DELETE FROM document WHERE collection = ? AND id = ? AND version = coalesce(?, version)')
  const removeKeys = db.prepare('DELETE FROM document_key WHERE collection = ? AND id = ?')
  const insertKey = db.prepare(
    'INSERT INTO document_key (collection, name, value, id, is_unique) VALUES (?, ?, ?, ?, ?)',
  )

  function writeKeys({ collection, id }: Write, keys: readonly Key[]): void {
    for (const { name, value, isUnique } of keys) {
      refusingTaken(collection, name, () => insertKey.run(collection, name, value, id, isUnique ? 1 : 0))
    }
  }

  function apply(write: Write): void {
    const { collection, kind, id, document, version = null } = write
    if (kind === 'delete') {
      const { changes } = remove.run(collection, id, version)
      if (changes === 0 && version !== null) throw writeConflict(collection, id)
      removeKeys.run(collection, id)
      return
    }
    const render = renders.get(collection)
    if (render === undefined || document === undefined)
      throw new Error(`a write to the unknown collection ${collection}`)
    const { body, keys } = render(document)
    if (kind === 'insert') {
      refusingTaken(collection, 'id', () => insert.run(collection, id, body))
    } else {
      if (replace.run(body, collection, id, version).changes === 0) throw writeConflict(collection, id)
      removeKeys.run(collection, id)
    }
    writeKeys(write, keys)
  }

  return {
    register<T extends Document, Name extends string>(spec: CollectionSpec<T, Name>, codec: DocumentCodec<T>): void {
      const other = specs.get(spec.name)
      if (other === spec) return
      if (other !== undefined) throw new Error(`two collections are named ${spec.name}`)
      specs.set(spec.name, spec)
      const keySpecs = Object.entries<CollectionSpec<T, Name>['keys'][Name]>(spec.keys)
      renders.set(spec.name, (document) => {
        // The writes of a collection are made by that collection alone, from its own documents.
        const own = document as T
        const body = codec.write(own)
        const keys = keySpecs.flatMap(([name, { unique, of }]) =>
          [...new Set(of(own))].map((value) => ({ name, value, isUnique: unique })),
        )
        return { body, keys }
      })
    },

    commit(writes: readonly Write[]): void {
      db.exec('BEGIN IMMEDIATE')
      try {
        for (const write of writes) apply(write)
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
}

const CONSTRAINT_UNIQUE = 2067
const CONSTRAINT_PRIMARYKEY = 1555

function refusingTaken(collection: string, key: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARYKEY)
      throw new UniqueTaken(collection, key, { cause: error })
    throw error
  }
}
