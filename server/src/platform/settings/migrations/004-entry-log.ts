import type { DatabaseSync } from 'node:sqlite'

/**
 * Entries of the audit log: what they are found by in narrow rows, which a search over all of them reads quickly, and
 * their texts. The entries of earlier versions had no order that could be proven, and are not taken over.
 */
export const entryLog = {
  number: 4,
  apply(db: DatabaseSync): void {
    db.exec(`
      CREATE TABLE entry (
        sequence    INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms       INTEGER NOT NULL,
        event       TEXT NOT NULL,
        actor       TEXT NOT NULL,
        username    TEXT NOT NULL,
        outcome     TEXT NOT NULL,
        entity_type TEXT NOT NULL,
        entity_id   TEXT NOT NULL,
        title       TEXT NOT NULL,
        address     TEXT NOT NULL,
        bytes       INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX entry_at ON entry (at_ms);
      CREATE TABLE entry_body (
        sequence INTEGER PRIMARY KEY,
        body     TEXT NOT NULL
      ) STRICT;
      CREATE TABLE entry_seal (
        last_sequence INTEGER PRIMARY KEY,
        hash          TEXT NOT NULL
      ) STRICT;
      CREATE TABLE entry_size (
        one   INTEGER PRIMARY KEY CHECK (one = 1),
        bytes INTEGER NOT NULL
      ) STRICT;
      INSERT INTO entry_size (one, bytes) VALUES (1, 0);
      DELETE FROM document WHERE collection = 'audit_entries';
      DELETE FROM document_key WHERE collection = 'audit_entries';
      DELETE FROM collection_layout WHERE collection = 'audit_entries';
    `)
  },
}
