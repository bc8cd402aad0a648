import type { MessagesWidget } from '@logyard/contract/views/view-state'
import type { WidgetResult } from '../../view-document/model/view-model.ts'

export interface MessageTableProps {
  readonly widget: MessagesWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}
