import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/** How the user reads messages, stored in the browser for all tables. */
export interface TableDisplay {
  readonly isComfortable: boolean
  readonly isWrapped: boolean
  /** Details are in a panel at the right instead of below their row. */
  readonly isPinned: boolean
}

const KEY = 'message-table-rows'
const DEFAULT: Partial<TableDisplay> = {}
const ROW_HEIGHT = 22
const COMFORTABLE_ROW_HEIGHT = 32
/** Too narrow to read a message on one line. */
const NARROW = '(max-width: 48em)'

export function useTableDisplay() {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true
  const [chosen, setChosen] = useLocalStorage({ key: KEY, defaultValue: DEFAULT, getInitialValueInEffect: false })
  const { isComfortable = false, isWrapped = isNarrow, isPinned = false } = chosen
  return {
    display: { isComfortable, isWrapped, isPinned },
    change: (changes: Partial<TableDisplay>) => setChosen((old) => ({ ...old, ...changes })),
    /** The height of a closed row without wrapping. */
    rowHeight: isComfortable ? COMFORTABLE_ROW_HEIGHT : ROW_HEIGHT,
  }
}
