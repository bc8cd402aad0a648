/**
 * The stored form of a document depends on its collection's keys, secrets and changes. If these differ from those of
 * the previous program, the documents of that collection are rewritten before they are read.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../errors.ts'
import { type DocumentCodec, documentDamaged } from './document-codec.ts'
import type { CollectionSpec, Document } from './settings-store.ts'
import { inTransaction } from './sqlite-database.ts'
import type { createSqliteWriter } from './sqlite-writer.ts'

const Layout = Type.Object({
  keys: Type.Array(Type.Object({ name: Type.String(), unique: Type.Boolean() })),
  secrets: Type.Array(Type.String()),
  changes: Type.Array(Type.String()),
})
type Layout = Static<typeof Layout>

const collectionTooNew = (collection: string, change: string) =>
  new LogyardError(
    'unavailable',
    'collection-too-new',
    `The stored ${collection} were changed by a newer Logyard (${change}): start that version, or restore a backup`,
  )

function layoutOf<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Layout {
  const keys = Object.entries<{ readonly unique: boolean }>(spec.keys).map(([name, { unique }]) => ({ name, unique }))
  return { keys, secrets: [...spec.secrets], changes: spec.changes.map(({ id }) => id) }
}

export function createSqliteLayout(db: DatabaseSync, rewrite: ReturnType<typeof createSqliteWriter>['rewrite']) {
  const selectLayout = db.prepare('SELECT layout FROM collection_layout WHERE collection = ?')
  const writeLayout = db.prepare('INSERT OR REPLACE INTO collection_layout (collection, layout) VALUES (?, ?)')
  const selectDocuments = db.prepare('SELECT id, body FROM document WHERE collection = ?')

  /** Converts the stored documents to the shape that the collection has in this program. */
  return function layOut<T extends Document, Key extends string>(
    spec: CollectionSpec<T, Key>,
    codec: DocumentCodec<T>,
  ): void {
    const wanted = layoutOf(spec)
    const stored = selectLayout.get(spec.name)?.['layout']
    if (stored === JSON.stringify(wanted)) return
    const before: Layout =
      typeof stored === 'string'
        ? Value.Parse(Layout, JSON.parse(stored))
        : { keys: [], secrets: wanted.secrets, changes: [] }
    const unknown = before.changes.find((id) => !wanted.changes.includes(id))
    if (unknown !== undefined) throw collectionTooNew(spec.name, unknown)
    const changes = spec.changes.filter(({ id }) => !before.changes.includes(id))

    inTransaction(db, () => {
      const documents = selectDocuments.all(spec.name).map((row) => {
        const id = String(row['id'])
        const opened = codec.open(id, String(row['body']), before.secrets)
        const changed = changes.reduce((document, { change }) => change(document), opened)
        if (changed['id'] !== id) throw documentDamaged(spec.name, id, 'a change gave it another id')
        return { ...changed, id }
      })
      rewrite(spec.name, documents)
      writeLayout.run(spec.name, JSON.stringify(wanted))
    })
  }
}
