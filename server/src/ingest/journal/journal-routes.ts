import * as contract from '@logyard/contract/ingest/journal'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Journal } from './journal.ts'

export function journalRoutes(api: FastifyInstance, { journal }: { readonly journal: Journal }): void {
  serve(api, contract.getJournal, () => summaryOf(journal))
  serve(api, contract.getJournalOfNode, () => summaryOf(journal))
}

function summaryOf(journal: Journal): contract.JournalSummary {
  const figures = journal.figures()
  const { configuration } = journal
  return {
    enabled: true,
    append_events_per_second: figures.appendedPerSecond,
    read_events_per_second: figures.readPerSecond,
    uncommitted_journal_entries: figures.uncommittedEntries,
    journal_size: figures.sizeBytes,
    journal_size_limit: figures.sizeLimitBytes,
    number_of_segments: figures.blocks,
    oldest_segment: figures.oldestAt.toISOString(),
    journal_config: {
      directory: configuration.directory.href,
      segment_size: configuration.blockBytes,
      segment_age: configuration.blockAgeMs,
      max_size: figures.sizeLimitBytes,
      max_age: configuration.ageLimitMs,
      // Writes depend on the size and age of a block, not on a number of messages.
      flush_interval: 1,
      flush_age: configuration.blockAgeMs,
    },
  }
}
