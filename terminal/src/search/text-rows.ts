/** Messages as lines for people: time, source and text, or the fields that are asked for. */
import { levelNumber } from '@logyard/contract/messages/message-levels'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { type Color, colorOfLevel, painter } from '../output/colors.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable-text.ts'
import { cutToWidth, padToWidth, textWidth } from '../output/text-width.ts'
import { DEFAULT_FIELDS, fieldOf, type RowWriter, textOfValue } from './message-values.ts'

export interface TextRowOptions {
  /** Undefined for the usual ones. */
  readonly fields: readonly string[] | undefined
  /** Long lines go on in the next ones. */
  readonly isWrapped: boolean
  /** Times in UTC, not in the zone of this machine. */
  readonly isUtc: boolean
  readonly output: Pick<Output, 'isTerminal' | 'hasColors' | 'columns'>
}

/** A column is no wider, except the last one. */
const MAX_COLUMN = 30
/** Beside the width of the terminal, so that long texts are not measured to their end. */
const UNITS_PER_COLUMN = 4

/** On a terminal in columns; for other programs with tabs between the values, and whole. */
export function createTextRows(options: TextRowOptions): RowWriter {
  const { fields = DEFAULT_FIELDS, isUtc, output } = options
  const isWrapped = options.isWrapped && output.isTerminal
  const paint = painter(output.hasColors)
  const isCut = output.isTerminal && !isWrapped
  const widths = fields.map(() => 0)
  const last = fields.length - 1

  function cellOf(document: MessageDocument, field: string): string {
    const value = fieldOf(document, field)
    if (value === undefined || value === null) return ''
    if (field === 'timestamp' && typeof value === 'string')
      return timeText(value, { isUtc, isShort: output.isTerminal })
    const text = textOfValue(value)
    const start = isCut ? text.slice(0, output.columns * UNITS_PER_COLUMN) : text
    return isWrapped ? start.split('\n').map(printable).join('\n    ') : printable(start)
  }

  function lineOf(document: MessageDocument, cells: readonly string[]): string {
    const level = colorOfLevel(levelNumber(fieldOf(document, 'level')))
    if (!output.isTerminal)
      return `${cells.map((cell, at) => paint(cell, colorOfField(fields[at], level))).join('\t')}\n`
    let left = output.columns
    const shown = cells.map((cell, at) => {
      const width = widths[at] ?? 0
      const padded = at === last ? cell : padToWidth(cutToWidth(cell, MAX_COLUMN), width)
      const cut = isCut ? cutToWidth(padded, Math.max(0, left)) : padded
      left -= textWidth(cut) + 2
      return paint(cut, colorOfField(fields[at], level))
    })
    return `${shown.join('  ')}\n`
  }

  return {
    rows(documents) {
      const table = documents.map((document) => fields.map((field) => cellOf(document, field)))
      for (const cells of table) {
        for (const [at, cell] of cells.entries())
          widths[at] = Math.max(widths[at] ?? 0, Math.min(MAX_COLUMN, textWidth(cell)))
      }
      return documents.map((document, at) => lineOf(document, table[at] ?? [])).join('')
    },
    end: () => '',
  }
}

function colorOfField(field: string | undefined, level: Color | undefined): Color | undefined {
  if (field === 'timestamp') return 'gray'
  return field === 'source' ? 'cyan' : level
}

/** As on the wire for other programs; a terminal gets the time of this machine. */
function timeText(instant: string, { isUtc, isShort }: { readonly isUtc: boolean; readonly isShort: boolean }): string {
  const time = new Date(instant)
  if (!isShort || Number.isNaN(time.getTime())) return printable(instant)
  if (isUtc) return time.toISOString().replace('T', ' ')
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${day} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
