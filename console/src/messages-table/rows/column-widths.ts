import { useLocalStorage } from '@mantine/hooks'
import { clamp } from './clamp.ts'

/** Column widths are stored per user: the same for a field in every table. */
const KEY = 'message-column-widths'
const DEFAULTS: Readonly<Record<string, number>> = { timestamp: 190, source: 180 }
const OTHER = 160
const OPENER = 26
const TICK = 20
const LEAST = 60
const MOST = 1200

type Widths = Readonly<Record<string, number>>

export function useColumnWidths() {
  const [widths, setWidths] = useLocalStorage<Widths>({ key: KEY, defaultValue: {} })
  const widthOf = (field: string) => widths[field] ?? DEFAULTS[field] ?? OTHER
  return {
    widthOf,
    resize: (field: string, width: number) =>
      setWidths((old) => ({ ...old, [field]: Math.round(clamp(width, LEAST, MOST)) })),
    /** For `grid-template-columns`: the button first, then the checkbox; the last field takes the remaining width. */
    template(fields: readonly string[], isTickable = false): string {
      const columns = fields
        .map((field, index) => {
          const width = widthOf(field)
          return index === fields.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`
        })
        .join(' ')
      return `${isTickable ? OPENER + TICK : OPENER}px ${columns}`
    },
  }
}
