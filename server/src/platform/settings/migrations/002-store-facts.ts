import type { DatabaseSync } from 'node:sqlite'

/** Facts about the store as a whole, and the layout of the documents of each collection. */
export const storeFacts = {
  number: 2,
  apply(db: DatabaseSync): void {
    db.exec(`
      CREATE TABLE store (
        one       INTEGER PRIMARY KEY CHECK (one = 1),
        commits   INTEGER NOT NULL,
        key_check TEXT
      ) STRICT;
      INSERT INTO store (one, commits) SELECT 1, coalesce(max(version), 0) FROM document;
      CREATE TABLE collection_layout (
        collection TEXT PRIMARY KEY,
        layout     TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
