/** Streams any number of messages as CSV or JSON; only a few are in memory at a time. */
import { withoutFormula } from '@logyard/contract/search/csv-formulas'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import type { DecorateDocuments } from '../decorators/decorate-messages.ts'
import { textOfValue } from '../decorators/text-of-value.ts'
import { type MessageReader, messageReader } from '../messages/message-rows.ts'
import type { ProgressPart } from '../progress/progress.ts'
import { exactJson } from '../statements/exact-json.ts'
import type { SearchEngine, SqlRow } from '../statements/search-engine.ts'
import type { ExportFormat } from './export-format.ts'
import { type ExportSelection, exportSql, limitSql, NEWEST_FIRST } from './export-sql.ts'

export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat
  /** Undefined if there are no decorators. */
  readonly decorate: DecorateDocuments | undefined
}

/** Limit for slow clients; a client that reads nothing is disconnected much earlier. */
const MAX_SECONDS = 6 * 3600
const CHUNK_CHARACTERS = 64 * 1024

export async function* exportMessages(
  request: ExportRequest,
  {
    engine,
    signal,
    part,
  }: { readonly engine: SearchEngine; readonly signal: AbortSignal; readonly part?: ProgressPart | undefined },
): AsyncGenerator<Uint8Array | string> {
  const { decorate } = request
  const options = { signal, seconds: MAX_SECONDS, ...(part === undefined ? {} : { part }) }
  const reader = messageReader(request.schema)
  const rows =
    decorate === undefined
      ? engine.bytes(exportSql(request, request.format), options)
      : decoratedRows(request, decorate, messagesOf(engine.stream(documentsSql(request, reader), options), reader))
  if (request.format !== 'csv') return yield* rows
  // A table without rows has no header either.
  let isEmpty = true
  for await (const chunk of rows) {
    if (isEmpty) yield csvLine(request.fields, { isDefused: request.isDefused })
    isEmpty = false
    yield chunk
  }
}

const documentsSql = ({ from, limit }: ExportSelection, { selection }: MessageReader): ScopedSql =>
  sql`SELECT ${selection} FROM ${from} ${NEWEST_FIRST} ${limitSql(limit)}`

async function* messagesOf(rows: AsyncIterable<SqlRow>, { read }: MessageReader): AsyncGenerator<MessageDocument> {
  for await (const row of rows) yield read(row).document
}

/** Decorated together. */
const DECORATED_AT_ONCE = 100

async function* decoratedDocuments(
  decorate: DecorateDocuments,
  documents: AsyncIterable<MessageDocument>,
): AsyncGenerator<MessageDocument> {
  let batch: MessageDocument[] = []
  for await (const document of documents) {
    batch.push(document)
    if (batch.length < DECORATED_AT_ONCE) continue
    for (const { message } of await decorate(batch)) yield message
    batch = []
  }
  for (const { message } of await decorate(batch)) yield message
}

/** Decorators run here, not in the engine. */
async function* decoratedRows(
  { format, fields, isOneLine, isDefused }: ExportRequest,
  decorate: DecorateDocuments,
  documents: AsyncIterable<MessageDocument>,
): AsyncGenerator<string> {
  let text = format === 'json' ? '[\n' : ''
  let isFirst = true
  for await (const message of decoratedDocuments(decorate, documents)) {
    const values = fields.map((field) => (Object.hasOwn(message, field) ? message[field] : undefined))
    if (format === 'csv') text += csvLine(values, { isOneLine, isDefused })
    else {
      const document = exactJson.stringify(Object.fromEntries(fields.map((field, at) => [field, values[at] ?? null])))
      text += format === 'ndjson' ? `${document}\n` : `${isFirst ? '' : ',\n'}${document}`
    }
    isFirst = false
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  text += format === 'json' ? '\n]\n' : ''
  if (text !== '') yield text
}

type CellFormat = Partial<Pick<ExportSelection, 'isOneLine' | 'isDefused'>>

/** All values in quotes; a missing value is an empty cell. */
function csvLine(values: readonly unknown[], { isOneLine = false, isDefused = false }: CellFormat): string {
  const cells = values.map((value) => {
    if (value === undefined || value === null) return ''
    const text = textOfValue(value)
    const line = isOneLine ? text.replaceAll('\n', '\\\\n').replaceAll('\r', '\\\\r') : text
    const cell = isDefused ? withoutFormula(line) : line
    return `"${cell.replaceAll('"', '""')}"`
  })
  return `${cells.join(',')}\n`
}
