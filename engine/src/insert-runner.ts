import type { RawInsertFormat } from 'chdb'
import type { Answer } from './answer.ts'
import type { EngineRequest } from './engine-request.ts'
import { insertBatches, wholeBody } from './insert-batches.ts'
import { MAX_WHOLE_BYTES, utf8, whole } from './request-data.ts'
import type { SessionPool } from './session-pool.ts'
import type { InsertStatement, InsertTarget } from './statement.ts'

const BATCH_BYTES = 8 * 1024 * 1024
const MAX_ROW_BYTES = 64 * 1024 * 1024

const SPLITTABLE: ReadonlySet<string> = new Set(['JSONEachRow', 'JSONCompactEachRow', 'TabSeparated', 'TSV'])
const RAW: ReadonlySet<string> = new Set([
  ...SPLITTABLE,
  'CSV',
  'CSVWithNames',
  'TSVWithNames',
  'TabSeparatedWithNames',
] satisfies RawInsertFormat[] | string[])

interface Written {
  readonly rows: number
  readonly bytes: number
  readonly seconds: number
}

interface RawTarget {
  readonly target: InsertTarget
  readonly format: RawInsertFormat
}

/** Runs an insert: in batches if the engine accepts the rows of its format as they are, else as one statement. */
export async function runInsert(
  pool: SessionPool,
  request: EngineRequest,
  statement: InsertStatement,
  data: AsyncIterable<Buffer>,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  const { target, format } = statement
  const written =
    target !== undefined && isRaw(format)
      ? await insertInBatches(pool, request, { target, format }, data, signal)
      : await insertWhole(pool, request, statement, data, signal)
  answer.end({ writtenRows: written.rows, writtenBytes: written.bytes, elapsedSeconds: written.seconds })
}

/** Reads the next batch while the engine stores the previous one. */
async function insertInBatches(
  pool: SessionPool,
  { conditions }: EngineRequest,
  { target, format }: RawTarget,
  data: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Written> {
  const total = { rows: 0, bytes: 0, seconds: 0 }
  const limits = { batchBytes: BATCH_BYTES, maxRowBytes: MAX_ROW_BYTES }
  const batches = SPLITTABLE.has(format) ? insertBatches(data, limits) : whole(data)
  let running: Promise<void> = Promise.resolve()
  let count = 0

  async function insertBatch(rows: Buffer, at: number): Promise<void> {
    const settings = settingsOfBatch(conditions.settings, at)
    // The turn is for one batch only, so a client that pauses does not block a session.
    const summary = await pool.use('insert', signal, (session) =>
      session.insertRows({ ...conditions, settings }, { target, format, rows }),
    )
    total.rows += summary.rowsWritten
    total.bytes += summary.bytesWritten
    total.seconds += summary.elapsed
  }

  for await (const rows of batches) {
    await running
    running = insertBatch(rows, count)
    // The next await handles it; this only prevents an unhandled rejection during the read.
    running.catch(() => undefined)
    count += 1
  }
  await running
  return total
}

async function insertWhole(
  pool: SessionPool,
  { conditions }: EngineRequest,
  { head }: InsertStatement,
  data: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Written> {
  const rows = utf8(await wholeBody(data, MAX_WHOLE_BYTES))
  const result = await pool.use('insert', signal, (session) => session.run(conditions, `${head}\n${rows}`, 'Null'))
  return { rows: 0, bytes: 0, seconds: result.elapsed }
}

/** With the same token, the engine would drop the second batch as a repetition of the first. */
function settingsOfBatch(settings: ReadonlyMap<string, string>, at: number): ReadonlyMap<string, string> {
  const token = settings.get('insert_deduplication_token')
  if (token === undefined || token === '' || at === 0) return settings
  return new Map([...settings, ['insert_deduplication_token', `${token}:${at}`]])
}

function isRaw(format: string): format is RawInsertFormat {
  return RAW.has(format)
}
