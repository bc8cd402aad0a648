import { sql } from '@logyard/languages/sql/sql'
import { COUNTS_PROJECTION } from '../minute-counts.ts'
import type { EngineMigration } from './migration.ts'

/**
 * Counts messages by minute, for histograms and totals. The engine does so for what is stored already in the background: it
 * takes a tenth of a second for a million messages in a large part of the table. Small parts, of which all columns are one
 * file, are rewritten: that takes 3.5 seconds. Until then, and in indices that are closed, messages are read.
 */
export const minuteCounts: EngineMigration = {
  number: 8,
  async apply(client, signal) {
    const changes = [
      // Counts stay right if somebody deletes single messages with a client of the engine.
      sql`MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild'`,
      sql`ADD PROJECTION IF NOT EXISTS counts (${COUNTS_PROJECTION})`,
      sql`MATERIALIZE PROJECTION counts`,
    ]
    for (const change of changes) {
      await client.command({
        query: sql`ALTER TABLE messages ${change}`,
        clickhouse_settings: { allow_suspicious_low_cardinality_types: 1 },
        abort_signal: signal,
      })
    }
  },
}
