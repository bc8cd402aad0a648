import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useLocalStorage } from '@mantine/hooks'

/** How somebody likes to read messages: kept in the browser, for all tables. */
export interface TableLook {
  readonly isCompact: boolean
  readonly isWrapped: boolean
  /** Details stand at the right side instead of below their row. */
  readonly isPinned: boolean
}

const KEY = 'message-table-look'
const DEFAULT: TableLook = { isCompact: false, isWrapped: false, isPinned: false }
const LINE_HEIGHT = 20
const BORDER = 1

export function useTableLook({ config }: MessagesWidget) {
  const [look, setLook] = useLocalStorage<TableLook>({
    key: KEY,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  })
  const padding = look.isCompact ? 4 : 10
  const lines = config.show_message_row ? 2 : 1
  /** Of a row that is closed and does not wrap. */
  const rowHeight = LINE_HEIGHT * lines + padding + BORDER
  return { look, setLook, rowHeight }
}
