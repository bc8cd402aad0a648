import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import { LogyardError } from '../errors.ts'
import { documents } from './migrations/001-documents.ts'
import { storeFacts } from './migrations/002-store-facts.ts'
import { searchOwners } from './migrations/003-search-owners.ts'
import { entryLog } from './migrations/004-entry-log.ts'
import { longTexts } from './migrations/005-long-texts.ts'
import { entryChains } from './migrations/006-entry-chains.ts'
import { inTransaction } from './sqlite-database.ts'

/** A migration of the store's schema: a numbered file, run once at a start, never edited once released. */
export interface Migration {
  readonly number: number
  apply(db: DatabaseSync): void
}

export const storeMigrations: readonly Migration[] = [
  documents,
  storeFacts,
  searchOwners,
  entryLog,
  longTexts,
  entryChains,
]

export const settingsTooNew = (found: number, known: number) =>
  new LogyardError(
    'unavailable',
    'settings-too-new',
    `The settings were written by a newer Logyard (schema ${found}, this one knows ${known}): start that version, or restore a backup`,
  )

/** Runs the migrations that have not run yet, each in a transaction of its own. */
export function migrate(db: DatabaseSync, migrations: readonly Migration[], clock: Clock): void {
  db.exec('CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT')
  const done = db.prepare('SELECT coalesce(max(number), 0) AS number FROM migration').get()?.['number']
  const newest = Math.max(...migrations.map((migration) => migration.number))
  if (typeof done !== 'number' || done > newest) throw settingsTooNew(Number(done), newest)
  const record = db.prepare('INSERT INTO migration (number, applied_at) VALUES (?, ?)')
  for (const migration of migrations.filter(({ number }) => number > done)) {
    inTransaction(db, () => {
      migration.apply(db)
      record.run(migration.number, clock.now().toISOString())
    })
  }
}
