/** A CSV text that the user gives, its columns, and its first rows. */
import { VALUE_SEPARATORS, type ValueSeparator } from '@logyard/contract/lookup/lookup-values'
import { createCsvRows } from '@logyard/languages/csv/csv-rows'

export interface CsvValues {
  readonly csv: string
  /** Empty for a text that was pasted or typed. */
  readonly file_name: string
  readonly separator: ValueSeparator
  readonly key_column: string
  readonly value_columns: readonly string[]
}

export const NO_CSV: CsvValues = { csv: '', file_name: '', separator: ',', key_column: '', value_columns: [] }

/** The text with the columns that its first line suggests: `key` and `value`, otherwise the first and the second. */
export function csvValues(csv: string, fileName: string): CsvValues {
  const separator = separatorOf(csv)
  const { columns } = readCsv(firstLine(csv), separator)
  const key = columns.find((name) => name.toLowerCase() === 'key') ?? columns[0] ?? ''
  const value = columns.find((name) => name.toLowerCase() === 'value') ?? columns.find((name) => name !== key)
  return { csv, file_name: fileName, separator, key_column: key, value_columns: value === undefined ? [] : [value] }
}

const firstLine = (csv: string) => csv.slice(0, 100_000).split('\n', 1)[0] ?? ''

function separatorOf(csv: string): ValueSeparator {
  const line = firstLine(csv)
  const count = (separator: string) => line.split(separator).length
  return VALUE_SEPARATORS.reduce((most, next) => (count(next) > count(most) ? next : most))
}

const SHOWN_ROWS = 5

export interface CsvTable {
  /** Names, each once. */
  readonly columns: readonly string[]
  /** The first rows, by column. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly count: number
}

export function readCsv(csv: string, separator: string): CsvTable {
  let header: readonly string[] | undefined
  const rows: Record<string, string>[] = []
  let count = 0
  const reader = createCsvRows({ separator, quote: '"' }, (cells) => {
    if (header === undefined) {
      header = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
      return
    }
    count += 1
    if (count > SHOWN_ROWS) return
    const cellOf = (name: string) => cells[header?.indexOf(name) ?? -1] ?? ''
    rows.push(Object.fromEntries(header.map((name) => [name, cellOf(name)])))
  })
  // The server names what is wrong with the text.
  reader.read(csv)
  reader.end()
  return { columns: [...new Set(header)].filter((name) => name !== ''), rows, count }
}

/** `Office list` for `office-list.csv`. */
export function titleOfFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
