import type { DatabaseSync } from 'node:sqlite'
import { LogyardError } from '../errors.ts'
import type { DocumentCodec } from './document-codec.ts'
import type { AuditedAs, CollectionAudit, CommitWitness, DocumentDiff } from './entry-log.ts'
import { type CollectionSpec, type Document, UniqueTaken, type Write, writeConflict } from './settings-store.ts'
import { inTransaction, isSqliteError, SQLITE } from './sqlite-database.ts'
import type { SqliteEntryLog } from './sqlite-entry-log.ts'

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

/** An opened collection, whatever its type. */
interface Opened {
  readonly spec: { readonly audit: CollectionAudit; readonly secrets: readonly string[] }
  render(document: unknown): Rendered
  open(id: string, text: string, secrets: readonly string[]): Readonly<Record<string, unknown>>
}

interface RenderedWrite {
  readonly write: Write
  /** Absent for a delete. */
  readonly rendered?: Rendered
}

/** A write that the witness of the commit looks at. */
interface Watched {
  readonly entry: RenderedWrite
  readonly of: Opened
  readonly audit: AuditedAs
}

/** The only writer of the tables: a commit is one transaction, and is on the disk when it returns. */
export function createSqliteWriter(
  db: DatabaseSync,
  entryLog: Pick<SqliteEntryLog, 'witnessing' | 'writeInTransaction'>,
) {
  const collections = new Map<string, Opened>()
  const statements = prepareStatements(db)

  function opened(collection: string): Opened {
    const known = collections.get(collection)
    if (known === undefined) throw new TypeError(`the collection was not opened: ${collection}`)
    return known
  }
  const render = (collection: string, document: unknown) => opened(collection).render(document)

  function watchedBy(witness: CommitWitness, entry: RenderedWrite): readonly Watched[] {
    const of = opened(entry.write.collection)
    const { audit } = of.spec
    return audit !== 'note' && witness.isInterestedIn(audit) ? [{ entry, of, audit }] : []
  }

  return {
    audited: () => [...collections.values()].map(({ spec }) => spec.audit).filter((audit) => audit !== 'note'),

    register<T extends Document, Name extends string>(spec: CollectionSpec<T, Name>, codec: DocumentCodec<T>): void {
      const other = collections.get(spec.name)
      if (other !== undefined && other.spec !== spec) throw new TypeError(`two collections are named ${spec.name}`)
      if (Object.hasOwn(spec.keys, 'id')) throw new TypeError(`${spec.name} needs no key for its id`)
      const keySpecs = Object.entries<CollectionSpec<T, Name>['keys'][Name]>(spec.keys)
      collections.set(spec.name, {
        spec,
        open: codec.open,
        render(document) {
          const own = codec.check(document)
          const keys = keySpecs.flatMap(([name, { unique, of }]) =>
            [...new Set(of(own))].map((value) => ({ name, value, isUnique: unique })),
          )
          return { body: codec.write(own), keys }
        },
      })
    },

    /** Returns the writes that changed something. */
    commit(writes: readonly Write[]): readonly Write[] {
      if (writes.length === 0) return []
      const rendered = writes.map((write) =>
        write.kind === 'delete' ? { write } : { write, rendered: render(write.collection, write.document) },
      )
      const witness = entryLog.witnessing()
      const watched = witness === undefined ? [] : rendered.flatMap((entry) => watchedBy(witness, entry))
      const { applied, onStored } = inTransaction(db, () => {
        const changes = watched.map((one) => ({ ...one, before: bodyBefore(statements, one.entry.write) }))
        // One counter for the whole store: a document that is deleted and inserted again never gets an old version.
        const version = Number(statements.countCommit.get()?.['commits'])
        const applied = rendered.filter((entry) => apply(statements, entry, version))
        writeKeys(statements, rendered)
        const entries = witness?.entriesOf(changes.flatMap((change) => diffOf(change))) ?? []
        return { applied: applied.map(({ write }) => write), onStored: entryLog.writeInTransaction(entries) }
      })
      onStored()
      return applied
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

/** Nothing for a delete of a missing document. */
function diffOf({
  entry,
  of,
  audit,
  before,
}: Watched & { readonly before: string | undefined }): readonly DocumentDiff[] {
  const { kind, id } = entry.write
  const after = entry.rendered?.body
  if (before === undefined && after === undefined) return []
  const { secrets } = of.spec
  const opening = (body: string | undefined, names: readonly string[]) =>
    body === undefined ? undefined : openReadable(of, id, body, names)
  const [old, wanted] = secrets.length === 0 ? [] : [opening(before, secrets), opening(after, secrets)]
  const changedSecrets = secrets.filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(wanted?.[name]))
  return [{ audit, kind, id, before: opening(before, []), after: opening(after, []), changedSecrets }]
}

/** A damaged document can be replaced and deleted. */
function openReadable({ open }: Opened, id: string, body: string, secrets: readonly string[]) {
  try {
    return open(id, body, secrets)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'document-damaged') return undefined
    throw error
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
