import { useLocalStorage } from '@mantine/hooks'
import type { RowColumn } from './row-columns.ts'

/** Column widths that the user chose: the same for a field in every table. Other columns fit their content. */
const KEY = 'message-column-widths'
/** A time of day in the monospaced font. */
const TIMESTAMP = 96
/** Without messages to measure. */
const OTHER = 110
const LEVEL = 54
const MESSAGE = 360
const OPENER = 24
const TICK = 20
const LEAST = 60
const MOST = 1200
/** Longer values are cut until the user widens their column. */
const MOST_FITTED = 280
/** Width of a character in the cells, and in the heading, which also needs room for its button. */
const CHARACTER = 6.9
const SORT_BUTTON = 22
/** Widths are multiples of it: they do not change with every refresh. */
const STEP = 10

type Widths = Readonly<Record<string, number>>

/** `longest`: the characters of the longest value by field. */
export function useColumnWidths(longest: ReadonlyMap<string, number>) {
  const [widths, setWidths] = useLocalStorage<Widths>({ key: KEY, defaultValue: {}, getInitialValueInEffect: false })
  const widthOf = (field: string) => widths[field] ?? fittedWidth(field, longest.get(field))
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

function fittedWidth(field: string, longest: number | undefined): number {
  if (field === 'timestamp') return TIMESTAMP
  const heading = field.length * CHARACTER + SORT_BUTTON
  const content = longest === undefined ? OTHER : longest * CHARACTER
  return clamp(Math.ceil(Math.max(heading, content) / STEP) * STEP, LEAST, MOST_FITTED)
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
