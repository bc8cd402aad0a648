import { useLocalStorage } from '@mantine/hooks'
import type { RowColumn } from './row-columns.ts'

/** Column widths are stored per user: the same for a field in every table. */
const KEY = 'message-column-widths'
const DEFAULTS: Readonly<Record<string, number>> = { timestamp: 172, source: 130 }
/** Without the date. */
const TIME_OF_DAY = 92
const OTHER = 140
const LEVEL = 54
const MESSAGE = 320
const OPENER = 24
const TICK = 20
const LEAST = 60
const MOST = 1200

type Widths = Readonly<Record<string, number>>

/** `hasDates` is false in tables that leave the date out, because all rows are of one day. */
export function useColumnWidths(hasDates: boolean) {
  const [widths, setWidths] = useLocalStorage<Widths>({ key: KEY, defaultValue: {} })
  const usual = (field: string) => (field === 'timestamp' && !hasDates ? TIME_OF_DAY : (DEFAULTS[field] ?? OTHER))
  const widthOf = (field: string) => widths[field] ?? usual(field)
  const widthOfColumn = (column: RowColumn) => {
    if (column.kind === 'level') return LEVEL
    return column.kind === 'message' ? MESSAGE : widthOf(column.field)
  }
  return {
    widthOf,
    resize: (field: string, width: number) =>
      setWidths((old) => ({ ...old, [field]: Math.round(clamp(width, LEAST, MOST)) })),
    /** For `grid-template-columns`: the button first, then the checkbox; the last column takes the remaining width. */
    template(columns: readonly RowColumn[], isTickable = false): string {
      const tracks = columns
        .map((column, index) => {
          const width = widthOfColumn(column)
          return index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`
        })
        .join(' ')
      return `${isTickable ? OPENER + TICK : OPENER}px ${tracks}`
    },
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
