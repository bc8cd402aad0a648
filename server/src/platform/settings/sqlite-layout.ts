import type { DatabaseSync } from 'node:sqlite'
import { converted, layoutOf, parseLayout, refuseNewer } from './collection-layout.ts'
import type { DocumentCodec } from './document-codec.ts'
import type { CollectionSpec, Document } from './settings-store.ts'
import { inTransaction } from './sqlite-database.ts'
import type { createSqliteWriter } from './sqlite-writer.ts'

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
    const before = typeof stored === 'string' ? parseLayout(stored) : { keys: [], secrets: wanted.secrets, changes: [] }
    refuseNewer(spec, before)

    inTransaction(db, () => {
      const documents = selectDocuments
        .all(spec.name)
        .map((row) => converted({ spec, codec, before }, String(row['id']), String(row['body'])))
      rewrite(spec.name, documents)
      writeLayout.run(spec.name, JSON.stringify(wanted))
    })
  }
}
