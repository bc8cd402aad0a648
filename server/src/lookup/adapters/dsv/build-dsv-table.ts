/** Builds the table of a text with separated values. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { encodeResult } from '../../shared-tables/encode-result.ts'
import { MAX_KEY_BYTES, type SharedTable } from '../../shared-tables/shared-table.ts'
import { createTableWriter } from '../../shared-tables/table-writer.ts'

export interface DsvText {
  readonly bytes: Buffer
  readonly separator: string
  readonly lineSeparator: string
  readonly quote: string
  /** Lines that begin with it are skipped. */
  readonly ignored: string
  readonly keyColumn: number
  /** Undefined to check only whether a key is present. */
  readonly valueColumn: number | undefined
  readonly ignoresCase: boolean
}

const MAX_ROWS = 5_000_000
/** Characters of the text until the thread shows that it has not stopped, and looks whether it should. */
const SLICE_CHARACTERS = 2 ** 20

export async function buildDsvTable(dsv: DsvText, signal: AbortSignal): Promise<SharedTable> {
  const writer = createTableWriter()
  const present = encodeResult({ single: true, multi: { value: true } })
  const { keyColumn, valueColumn = keyColumn } = dsv
  let characters = 0
  for (const line of linesOf(dsv)) {
    characters += line.length + 1
    if (characters > SLICE_CHARACTERS) {
      characters = 0
      await nextTurn()
      signal.throwIfAborted()
    }
    if (line === '' || line.startsWith(dsv.ignored)) continue
    const columns = splitLine(line, dsv, Math.max(keyColumn, valueColumn) + 1)
    const [key, value] = [columns[keyColumn], columns[valueColumn]]
    if (key === undefined || value === undefined || Buffer.byteLength(key) > MAX_KEY_BYTES) continue
    if (writer.size >= MAX_ROWS) throw new Error(`The response has more than ${MAX_ROWS} rows.`)
    writer.set(dsv.ignoresCase ? key.toLowerCase() : key, dsv.valueColumn === undefined ? present : value)
  }
  return writer.finished()
}

/** One line after the other: a list of all would need as much memory again. */
function* linesOf({ bytes, lineSeparator }: DsvText): Generator<string> {
  const text = bytes.toString('utf8')
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf(lineSeparator, from)
    const end = to === -1 ? text.length : to
    yield text.slice(from, end)
    from = end + lineSeparator.length
  }
}

/** Blanks around a value, and quotes around it, do not belong to it. A separator within quotes does. */
export function splitLine(
  line: string,
  { separator, quote }: Pick<DsvText, 'separator' | 'quote'>,
  maxColumns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const columns: string[] = []
  for (let from = 0; columns.length < maxColumns; ) {
    const quoted = readQuoted(line, from, separator, quote)
    if (quoted !== undefined) {
      columns.push(quoted.value)
      if (quoted.end === line.length) return columns
      from = quoted.end + separator.length
      continue
    }
    const to = line.indexOf(separator, from)
    columns.push(unquoted(line.slice(from, to === -1 ? line.length : to), quote))
    if (to === -1) return columns
    from = to + separator.length
  }
  return columns
}

/** Undefined unless the value begins with a quote, and a separator or the end of the line follows the closing one. */
function readQuoted(line: string, from: number, separator: string, quote: string) {
  let start = from
  while (line[start] === ' ') start += 1
  if (!line.startsWith(quote, start)) return undefined
  let value = ''
  for (let at = start + quote.length; ; ) {
    const close = line.indexOf(quote, at)
    if (close === -1) return undefined
    value += line.slice(at, close)
    at = close + quote.length
    if (!line.startsWith(quote, at)) {
      const next = line.indexOf(separator, at)
      const end = next === -1 ? line.length : next
      return line.slice(at, end).trim() === '' ? { value: value.trim(), end } : undefined
    }
    value += quote
    at += quote.length
  }
}

function unquoted(text: string, quote: string): string {
  let bare = text.trim()
  if (bare.startsWith(quote)) bare = bare.slice(quote.length)
  if (bare.endsWith(quote)) bare = bare.slice(0, bare.length - quote.length)
  return bare.trim()
}
