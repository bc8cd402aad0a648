import type { DatabaseSync } from 'node:sqlite'

/** Seals of several nodes do not mix: each node has a chain. The entries of earlier versions are one without a name. */
export const entryChains = {
  number: 6,
  apply(db: DatabaseSync): void {
    db.exec(`
      ALTER TABLE entry ADD COLUMN chain TEXT NOT NULL DEFAULT '';
      ALTER TABLE entry_seal ADD COLUMN chain TEXT NOT NULL DEFAULT '';
      CREATE INDEX entry_chain ON entry (chain, sequence);
      CREATE INDEX entry_seal_chain ON entry_seal (chain, last_sequence);
    `)
  },
}
