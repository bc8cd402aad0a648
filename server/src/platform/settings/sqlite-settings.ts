/**
 * The settings store on SQLite: one file in WAL mode, each commit synced to disk before it is acknowledged.
 * Owns the file's tables. Not here: who may open the data folder (data-folder-lock.ts), the key (secret-key.ts).
 */
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createDocumentCodec, type DocumentCodec } from './document-codec.ts'
import { registerListFunctions } from './list-query-sql.ts'
import { type Migration, migrate, storeMigrations } from './migrate.ts'
import { createSecretBox } from './secret-box.ts'
import type { Collection, CollectionSpec, Document, SettingsChange, SettingsStore, Write } from './settings-store.ts'
import { createSqliteCollection } from './sqlite-collection.ts'
import { createSqliteWriter } from './sqlite-writer.ts'

/** In the data folder. */
export const SETTINGS_FILE = 'settings.db'

export interface SqliteSettingsDeps {
  /** The file, or `:memory:`. */
  readonly path: string
  readonly secretKey: Uint8Array
  readonly clock: Clock
  readonly log: Log
  readonly migrations?: readonly Migration[]
}

export function openSqliteSettings({
  path,
  secretKey,
  clock,
  log,
  migrations = storeMigrations,
}: SqliteSettingsDeps): SettingsStore {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON')
  registerListFunctions(db)
  migrate(db, migrations, clock)
  const box = createSecretBox(secretKey)
  const listeners = new Map<string, Set<(change: SettingsChange) => void>>()
  const writer = createSqliteWriter(db)

  function announce(writes: readonly Write[]): void {
    for (const [collection, group] of Map.groupBy(writes, (write) => write.collection)) {
      const change = { collection, ids: [...new Set(group.map((write) => write.id))] }
      for (const listener of listeners.get(collection) ?? []) {
        try {
          listener(change)
        } catch (error) {
          log.error({ err: error, collection }, 'a listener of settings failed')
        }
      }
    }
  }

  async function commit(writes: readonly Write[]): Promise<void> {
    writer.commit(writes)
    announce(writes)
  }

  return {
    collection<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Collection<T, Key> {
      const codec: DocumentCodec<T> = createDocumentCodec(spec, box)
      writer.register(spec, codec)
      return createSqliteCollection({ db, spec, codec, commit })
    },
    commit,
    onChange(collection, listener) {
      const group = listeners.get(collection) ?? new Set()
      listeners.set(collection, group.add(listener))
      return { [Symbol.dispose]: () => void group.delete(listener) }
    },
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}
