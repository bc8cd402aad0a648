import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useLocalStorage } from '@mantine/hooks'

/** How the user reads messages, stored in the browser for all tables. */
export interface TableDisplay {
  readonly isCompact: boolean
  readonly isWrapped: boolean
  /** Details are in a panel at the right instead of below their row. */
  readonly isPinned: boolean
}

const KEY = 'message-table-look'
const DEFAULT: TableDisplay = { isCompact: false, isWrapped: false, isPinned: false }
const LINE_HEIGHT = 20
const BORDER = 1

export function useTableDisplay({ config }: MessagesWidget) {
  const [display, setDisplay] = useLocalStorage<TableDisplay>({
    key: KEY,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  })
  const padding = display.isCompact ? 4 : 10
  const lines = config.show_message_row ? 2 : 1
  /** The height of a closed row without wrapping. */
  const rowHeight = LINE_HEIGHT * lines + padding + BORDER
  return { display, setDisplay, rowHeight }
}
