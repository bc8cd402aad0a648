/**
 * The settings store on SQLite: one file in WAL mode, each commit synced to disk before it is acknowledged.
 * Owns the file's tables. Not here: the lock of the data folder (data-folder-lock.ts), the key (secret-key.ts).
 */
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createMutex, type Mutex } from '../mutex.ts'
import { changesOfWrites, createChangeEvents } from './change-events.ts'
import { checkSecretKey } from './check-secret-key.ts'
import { createDocumentCodec, type DocumentCodec } from './document-codec.ts'
import { keyFor } from './key-for.ts'
import { registerListFunctions } from './list-query-sql.ts'
import { type Migration, migrate, storeMigrations } from './migrate.ts'
import { createOpenedCollections } from './opened-collections.ts'
import { createSecretBox } from './secret-box.ts'
import type { Collection, CollectionSpec, Document, SettingsStore, Write } from './settings-store.ts'
import { createSqliteCollection } from './sqlite-collection.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createSqliteEntryLog } from './sqlite-entry-log.ts'
import { readSqliteFacts } from './sqlite-facts.ts'
import { createSqliteLayout } from './sqlite-layout.ts'
import { createSqliteWriter } from './sqlite-writer.ts'

/** File in the data folder. */
export const SETTINGS_FILE = 'settings.db'

export function openSqliteSettings(deps: {
  readonly path: string
  readonly secretKey: Uint8Array
  readonly clock: Clock
  readonly log: Log
  readonly migrations?: readonly Migration[]
}): SettingsStore {
  const { path, secretKey, clock, log, migrations = storeMigrations } = deps
  const box = createSecretBox(secretKey)
  const db = openSqliteDatabase(path)
  try {
    registerListFunctions(db)
    migrate(db, migrations, clock)
    checkSecretKey(db, box)
  } catch (error) {
    db.close()
    throw error
  }
  const events = createChangeEvents(log)
  const entryLog = createSqliteEntryLog(db, secretKey)
  const opened = createOpenedCollections()
  const writer = createSqliteWriter(db, opened, entryLog)
  const layOut = createSqliteLayout(db, writer.rewrite)
  /** Collections by their specs: several parts open the same one. */
  const collections = new Map<object, unknown>()
  /** One process has the file, so turns need not be stored. */
  const turns = new Map<string, Mutex>()

  async function commit(writes: readonly Write[]): Promise<number> {
    const applied = writer.commit(writes)
    events.tell(changesOfWrites(applied))
    return applied.length
  }

  return {
    entryLog,
    collection<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Collection<T, Key> {
      const known = collections.get(spec)
      // It was opened with this spec, which has its types.
      if (known !== undefined) return known as Collection<T, Key>
      const codec: DocumentCodec<T> = createDocumentCodec(spec, box)
      opened.register(spec, codec)
      layOut(spec, codec)
      const collection = createSqliteCollection({ db, spec, codec, commit })
      collections.set(spec, collection)
      return collection
    },
    async commit(writes) {
      await commit(writes)
    },
    onChange: events.on,
    // A commit of the only node returns after its listeners were called.
    caughtUp: async () => undefined,
    turns: (name) => turns.getOrInsertComputed(name, createMutex),
    keyFor: (purpose) => keyFor(secretKey, purpose),
    inCall: (work) => work(),
    facts: async () => readSqliteFacts(db),
    audited: opened.audited,
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}
