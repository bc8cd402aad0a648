/** The queue of a node between inputs and processing. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

export const JournalConfig = Type.Object(
  {
    directory: Type.String({ description: 'A file URI' }),
    segment_size: Type.Integer({ description: 'Bytes of a block' }),
    segment_age: Type.Integer({ description: 'Milliseconds after which a block is complete' }),
    max_size: Type.Integer({ description: 'Bytes; beyond them inputs are pushed back' }),
    max_age: Type.Integer({ description: 'Milliseconds; older blocks are deleted' }),
    flush_interval: Type.Integer({ description: 'Messages after which they are written' }),
    flush_age: Type.Integer({ description: 'Milliseconds after which messages are written' }),
  },
  { title: 'JournalConfig' },
)

export const JournalSummary = Type.Object(
  {
    enabled: Type.Boolean(),
    append_events_per_second: Type.Integer(),
    read_events_per_second: Type.Integer(),
    uncommitted_journal_entries: Type.Integer(),
    journal_size: Type.Integer({ description: 'Bytes' }),
    journal_size_limit: Type.Integer({ description: 'Bytes' }),
    number_of_segments: Type.Integer({ description: 'Blocks of messages' }),
    oldest_segment: Type.Union([IsoInstant], { description: 'Of an empty journal: since when it is empty' }),
    journal_config: nullable(JournalConfig),
  },
  { title: 'JournalSummary' },
)
export type JournalSummary = Static<typeof JournalSummary>

const { get } = inArea('cluster')

export const getJournal = get('/system/journal', {
  id: 'system.journal',
  node: 'this',
  summary: 'State and rates of the journal of this node',
  access: holds('journal:read'),
  answers: { 200: JournalSummary },
})

export const getJournalOfNode = get('/cluster/{nodeId}/journal', {
  id: 'cluster.journal',
  node: 'named',
  summary: 'State of the journal of one node',
  access: holds('journal:read'),
  answers: { 200: JournalSummary, 404: ApiError },
})
