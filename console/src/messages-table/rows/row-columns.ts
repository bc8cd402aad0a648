import type { MessagesConfig } from '@logyard/contract/views/view-state'
import { isLevelField } from '../levels/message-level.ts'

/** A column of a chosen field, or one that every row of a table with message texts has. */
export type RowColumn =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'level' }
  | { readonly kind: 'message' }

const TIME = 'timestamp'
const MESSAGE = 'message'

/** The level after the time, then the other fields, and the message text last, all on one line. */
export function rowColumns({ fields, show_message_row: hasMessage }: MessagesConfig): readonly RowColumn[] {
  const chosen = fields.map((field): RowColumn => ({ kind: 'field', field }))
  if (!hasMessage) return chosen
  const level: readonly RowColumn[] = fields.some(isLevelField) ? [] : [{ kind: 'level' }]
  const message: readonly RowColumn[] = fields.includes(MESSAGE) ? [] : [{ kind: 'message' }]
  const [first, ...others] = chosen
  if (first?.kind === 'field' && first.field === TIME) return [first, ...level, ...others, ...message]
  return [...level, ...chosen, ...message]
}

export const columnKey = (column: RowColumn): string =>
  column.kind === 'field' ? `field ${column.field}` : column.kind
