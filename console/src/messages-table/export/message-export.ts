/** What the export of messages needs to know about the page that it is on. */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { MessagesWidget } from '@logyard/contract/views/view-state'

export interface ExportableTable {
  readonly widget: MessagesWidget
  readonly title: string
  /** Absent before the first execution. */
  readonly searchTypeId: string | undefined
  /** How many messages it found; absent before the first execution. */
  readonly total: number | undefined
  /** The execution of this table, if it differs from that of the page. */
  readonly of?: Pick<ExportSource, 'searchId' | 'state'>
}

export interface ExportSource {
  readonly kind: 'search' | 'dashboard'
  /** The title of the search or dashboard, for the file name. */
  readonly title: string
  /** The latest execution. */
  readonly searchId: string
  readonly state: ExecutionState
  readonly tables: readonly ExportableTable[]
}

export const EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const DEFAULT_FIELDS = ['timestamp', 'source', 'message']

/** The columns of a table, and the message if it is shown below them. */
export function exportedFields(table: ExportableTable | undefined): readonly string[] {
  return table === undefined ? DEFAULT_FIELDS : columnsOf(table.widget)
}

export function columnsOf({ config: { fields, show_message_row } }: MessagesWidget): readonly string[] {
  return show_message_row && !fields.includes('message') ? [...fields, 'message'] : fields
}

/** The server exports whole chunks of this many messages. */
const CHUNK = 1000

/** How many messages an export has, of those that were found. */
export const exportedCount = (total: number, limit: number | undefined): number =>
  limit === undefined ? total : Math.min(total, Math.ceil(limit / CHUNK) * CHUNK)
