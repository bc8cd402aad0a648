/** What the export of messages needs to know of the page that it is on. */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { MessagesWidget } from '@logyard/contract/views/view-state'

export interface ExportableTable {
  readonly widget: MessagesWidget
  readonly title: string
  /** Absent until it was executed. */
  readonly searchTypeId: string | undefined
  /** What it was executed with, where that is not what its page was. */
  readonly of?: Pick<ExportSource, 'searchId' | 'state'>
}

export interface ExportSource {
  readonly kind: 'search' | 'dashboard'
  /** Of the search or dashboard, for the name of the file. */
  readonly title: string
  /** As it was executed last. */
  readonly searchId: string
  readonly state: ExecutionState
  readonly tables: readonly ExportableTable[]
}

export const EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const DEFAULT_FIELDS = ['timestamp', 'source', 'message']

/** The columns of a table, and the message when it stands below them. */
export function exportedFields(table: ExportableTable | undefined): readonly string[] {
  return table === undefined ? DEFAULT_FIELDS : columnsOf(table.widget)
}

export function columnsOf({ config: { fields, show_message_row } }: MessagesWidget): readonly string[] {
  return show_message_row && !fields.includes('message') ? [...fields, 'message'] : fields
}
