/** Builds the table of a CSV file, in a thread: the file is read piece by piece, so that only the table needs memory. */
import { createReadStream } from 'node:fs'
import { createCsvRows } from '@logyard/languages/csv/csv-rows'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import { MAX_KEY_BYTES, type SharedTable } from '../shared-tables/shared-table.ts'
import { createTableWriter, type TableWriter } from '../shared-tables/table-writer.ts'

export interface CsvInput {
  readonly path: string
  readonly separator: string
  readonly quotechar: string
  readonly keyColumn: string
  readonly valueColumn: string
  readonly ignoresCase: boolean
}

export type CsvTable = { readonly table: SharedTable; readonly count: number } | { readonly problem: string }

export const BUILD_LIMIT_MS = 60_000
export const MAX_ROWS = 1_000_000
const MAX_FILE_BYTES = 512 * 2 ** 20
const READ_BYTES = 2 ** 18

const COLUMNS_MISSING = `Couldn't detect column number for key or value - check CSV file format`

/** A file that cannot be used: the sentence is for users. */
class CsvRefused extends Error {
  override readonly name = 'CsvRefused'
}

interface Columns {
  readonly key: number
  readonly value: number
}

export async function buildCsvTable(input: CsvInput): Promise<CsvTable> {
  const writer = createTableWriter()
  try {
    await readFile(input, writer)
  } catch (error) {
    if (error instanceof CsvRefused) return { problem: error.message }
    throw error
  }
  return { table: writer.finished(), count: writer.size }
}

async function readFile({ path, separator, quotechar, ...names }: CsvInput, writer: TableWriter): Promise<void> {
  let columns: Columns | undefined
  const addRow = (row: readonly string[]) => {
    if (columns === undefined) columns = columnsOf(row, names)
    else add(writer, row, columns, names.ignoresCase)
  }
  const rows = createCsvRows({ separator, quote: quotechar }, addRow)
  let bytes = 0
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: READ_BYTES })
  for await (const text of stream) {
    bytes += text.length
    if (bytes > MAX_FILE_BYTES) throw new CsvRefused(`The file has more than ${MAX_FILE_BYTES / 2 ** 20} MB.`)
    const problem = rows.read(String(text))
    if (problem !== undefined) throw new CsvRefused(problem)
  }
  const problem = rows.end()
  if (problem !== undefined) throw new CsvRefused(problem)
  if (columns === undefined) throw new CsvRefused(COLUMNS_MISSING)
}

function columnsOf(header: readonly string[], names: Pick<CsvInput, 'keyColumn' | 'valueColumn'>): Columns {
  // Some programs begin a file with a byte order mark.
  const titles = header.map((title, at) => (at === 0 ? title.replace(/^\uFEFF/, '') : title).trim())
  const key = titles.indexOf(names.keyColumn.trim())
  const value = titles.indexOf(names.valueColumn.trim())
  if (key === -1 || value === -1) throw new CsvRefused(COLUMNS_MISSING)
  return { key, value }
}

function add(writer: TableWriter, row: readonly string[], columns: Columns, ignoresCase: boolean): void {
  const found = row[columns.key]
  const value = row[columns.value]
  // A blank line, or a line that is cut off.
  if (found === undefined || value === undefined) return
  const key = ignoresCase ? found.toLowerCase() : found
  if (key.length > MAX_KEY_BYTES / 3) throw new CsvRefused(`A key has more than ${MAX_KEY_BYTES / 3} characters.`)
  if (!writer.set(key, value)) throw new CsvRefused(`The key "${found.slice(0, 200)}" is there more than once.`)
  if (writer.size > MAX_ROWS) throw new CsvRefused(`The file has more than ${MAX_ROWS} rows.`)
}

export const csvBuild = boundedTask(import.meta.url, buildCsvTable)
