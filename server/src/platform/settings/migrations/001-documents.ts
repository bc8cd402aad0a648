import type { DatabaseSync } from 'node:sqlite'

/** Documents by collection and id, and their keys. */
export const documents = {
  number: 1,
  apply(db: DatabaseSync): void {
    db.exec(`
      CREATE TABLE document (
        sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        id         TEXT NOT NULL,
        version    INTEGER NOT NULL,
        body       TEXT NOT NULL,
        UNIQUE (collection, id)
      ) STRICT;
      CREATE TABLE document_key (
        collection TEXT NOT NULL,
        name       TEXT NOT NULL,
        value      TEXT NOT NULL,
        id         TEXT NOT NULL,
        is_unique  INTEGER NOT NULL,
        PRIMARY KEY (collection, name, value, id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX document_key_unique ON document_key (collection, name, value) WHERE is_unique = 1;
      CREATE INDEX document_key_of ON document_key (collection, id);
    `)
  },
}
