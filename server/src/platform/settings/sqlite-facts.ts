import type { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SettingsFacts } from './settings-store.ts'

const Facts = Type.Object({
  version: Type.String(),
  commits: Type.Integer(),
  collections: Type.Integer(),
  documents: Type.Integer(),
  documentBytes: Type.Integer(),
  storageBytes: Type.Integer(),
})

const FACTS = `
  SELECT sqlite_version() AS version,
         (SELECT max(commits) FROM store) AS commits,
         count(DISTINCT collection) AS collections,
         count(*) AS documents,
         coalesce(sum(octet_length(body)), 0) AS documentBytes,
         (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS storageBytes
  FROM document`

export function readSqliteFacts(db: DatabaseSync): SettingsFacts {
  return { engine: 'SQLite', ...Value.Parse(Facts, { ...db.prepare(FACTS).get() }) }
}
