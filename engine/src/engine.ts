import type { RawInsertFormat } from 'chdb'
import type { Answer } from './answer.ts'
import { CODE, refused } from './clickhouse-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { insertBatches, wholeBody } from './insert-batches.ts'
import { createQueryCanceller } from './query-canceller.ts'
import { openResultPipe } from './result-pipe.ts'
import type { Role } from './role.ts'
import { checkUnderRole } from './role-check.ts'
import type { SessionPool } from './session-pool.ts'
import { sqlLiteral } from './sql-literal.ts'
import { type InsertTarget, parseStatement, type Statement } from './statement.ts'
import { readVocabulary } from './vocabulary.ts'

const BATCH_BYTES = 8 * 1024 * 1024
const MAX_ROW_BYTES = 64 * 1024 * 1024
/** Statements, and data in formats that cannot be split, are read as a whole. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024

const CUTTABLE: ReadonlySet<string> = new Set(['JSONEachRow', 'JSONCompactEachRow', 'TabSeparated', 'TSV'])
const RAW: ReadonlySet<string> = new Set([
  ...CUTTABLE,
  'CSV',
  'CSVWithNames',
  'TSVWithNames',
  'TabSeparatedWithNames',
] satisfies RawInsertFormat[] | string[])

type InsertStatement = Extract<Statement, { kind: 'insert' }>
type AnswerStatement = Extract<Statement, { kind: 'answer' }>

export type Engine = Awaited<ReturnType<typeof createEngine>>

/** Runs one request at a time per session and streams both ways with bounded memory. */
export async function createEngine(pool: SessionPool, roles: readonly Role[]) {
  const { version, settings, formats, reaching } = await readVocabulary(pool.control)
  const canceller = createQueryCanceller(pool.control)
  const stopping = new AbortController()

  async function execute(request: EngineRequest, answer: Answer): Promise<void> {
    const signal = AbortSignal.any([answer.closed, stopping.signal])
    const { statement, data } = await readStatement(request)
    const format = (statement.kind === 'answer' && statement.format) || request.defaultFormat
    answer.describe({
      queryId: request.queryId,
      format,
      waitsForEnd: request.waitsForEnd,
      compressed: request.wantsCompression,
    })
    if (statement.kind === 'answer') await stream(request, statement, format, answer, signal)
    else if (statement.kind === 'command') await command(request, statement.text, answer, signal)
    else await insert(request, statement, data, answer, signal)
  }

  async function readStatement(request: EngineRequest): Promise<{ statement: Statement; data: AsyncIterable<Buffer> }> {
    const params = new Set(request.conditions.params.keys())
    const role = roleOf(request)
    const parse = (sql: string) =>
      parseStatement(sql, {
        isFormat: (name) => formats.has(name),
        params,
        ...(role !== undefined && { checkRole: (tokens) => checkUnderRole(tokens, role, reaching) }),
      })
    if (request.query !== '') {
      const statement = parse(request.query)
      if (statement.kind === 'insert') {
        return { statement, data: after(Buffer.from(dataOf(request.query, statement)), request.body) }
      }
    }
    const body = await wholeBody(request.body, MAX_WHOLE_BYTES)
    const bytes = request.query === '' ? body : Buffer.concat([Buffer.from(`${request.query}\n`), body])
    const sql = utf8(bytes)
    const statement = parse(sql)
    const rows = statement.kind === 'insert' ? Buffer.from(dataOf(sql, statement)) : Buffer.alloc(0)
    return { statement, data: after(rows, whole([])) }
  }

  function roleOf({ conditions: { role: name, database } }: EngineRequest): Role | undefined {
    if (name === undefined) return undefined
    const role = roles.find((one) => one.name === name)
    if (role === undefined) throw refused(CODE.unknownRole, `There is no role '${name}'`)
    // A name without a database would mean a table of this database, and no check would see it.
    if (database !== 'default')
      throw refused(CODE.accessDenied, `The role ${name} has no rights in the database ${database}`)
    return role
  }

  /** Rows go through a named pipe, so neither a long answer nor a slow reader fills this process's memory. */
  async function stream(
    { conditions }: EngineRequest,
    statement: AnswerStatement,
    format: string,
    answer: Answer,
    signal: AbortSignal,
  ) {
    if (!formats.has(format)) throw refused(CODE.unknownFormat, `Unknown format ${format}`)
    const result = await pool.use('query', signal, async (session) => {
      const mark = canceller.nextMark()
      const pipe = openResultPipe(session.pipePath)
      const target = `INTO OUTFILE ${sqlLiteral(session.pipePath)} TRUNCATE FORMAT ${format}`
      const text = `${statement.head}\n${target} ${statement.tail} ${mark}`
      const ended = session.run(conditions, text, format).finally(pipe.end)
      // A failure is handled below, once the pipe is empty.
      ended.catch(() => undefined)
      const cancel = () => void canceller.cancel(mark, ended)
      signal.addEventListener('abort', cancel, { once: true })
      if (signal.aborted) cancel()
      try {
        for await (const chunk of pipe.reader) {
          // Keep reading after a cancel: the engine would wait for ever on a pipe without a reader.
          if (!signal.aborted) await answer.data(chunk).catch(ignoreWhen(signal))
        }
        return await ended
      } finally {
        signal.removeEventListener('abort', cancel)
        await ended.catch(() => undefined)
      }
    })
    answer.end({ resultRows: result.rowsRead, resultBytes: result.bytesRead, elapsedSeconds: result.elapsed })
  }

  async function command(
    { conditions, defaultFormat }: EngineRequest,
    text: string,
    answer: Answer,
    signal: AbortSignal,
  ) {
    const result = await pool.use('query', signal, async (session) => {
      const mark = canceller.nextMark()
      const ended = session.run(conditions, `${text}\n${mark}`, defaultFormat)
      const cancel = () => void canceller.cancel(mark, ended)
      signal.addEventListener('abort', cancel, { once: true })
      if (signal.aborted) cancel()
      try {
        return await ended
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    })
    await answer.data(Buffer.from(result.bytes()))
    answer.end({ elapsedSeconds: result.elapsed })
  }

  async function insert(
    request: EngineRequest,
    statement: InsertStatement,
    data: AsyncIterable<Buffer>,
    answer: Answer,
    signal: AbortSignal,
  ) {
    const { target, format } = statement
    const total = { rows: 0, bytes: 0, seconds: 0 }
    if (target !== undefined && isRaw(format)) {
      const limits = { batchBytes: BATCH_BYTES, maxRowBytes: MAX_ROW_BYTES }
      const batches = CUTTABLE.has(format) ? insertBatches(data, limits) : whole(data)
      let running: Promise<void> = Promise.resolve()
      let count = 0
      for await (const rows of batches) {
        await running
        running = insertBatch({ target, format, rows, at: count })
        // The next await handles it; this only prevents an unhandled rejection during the read.
        running.catch(() => undefined)
        count += 1
      }
      await running
    } else {
      const rows = utf8(await wholeBody(data, MAX_WHOLE_BYTES))
      const { conditions } = request
      const result = await pool.use('insert', signal, (session) =>
        session.run(conditions, `${statement.head}\n${rows}`, 'Null'),
      )
      total.seconds = result.elapsed
    }
    answer.end({ writtenRows: total.rows, writtenBytes: total.bytes, elapsedSeconds: total.seconds })

    async function insertBatch(batch: { target: InsertTarget; format: RawInsertFormat; rows: Buffer; at: number }) {
      const conditions = { ...request.conditions, settings: settingsOfBatch(request.conditions.settings, batch.at) }
      // The turn is for one batch only, so a client that pauses does not block a session.
      const summary = await pool.use('insert', signal, (session) => session.insertRows(conditions, batch))
      total.rows += summary.rowsWritten
      total.bytes += summary.bytesWritten
      total.seconds += summary.elapsed
    }
  }

  return {
    version,
    isSetting: (name: string) => settings.has(name),
    execute,
    get runningCount() {
      return pool.runningCount
    },
    /** Cancels running requests and refuses waiting ones. */
    stop() {
      stopping.abort(refused(CODE.queryCancelled, 'The engine is stopping', { status: 503 }))
    },
  }
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

/** The data after the name of the format in the text itself, without the whitespace between them. */
function dataOf(sql: string, statement: InsertStatement): string {
  return sql.slice(statement.dataStart).replace(/^[ \t\r]*\n?/, '')
}

async function* after(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  yield* rest
}

async function* whole(data: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield await wholeBody(data, MAX_WHOLE_BYTES)
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw refused(CODE.badArguments, 'The statement is not valid UTF-8', { cause: error })
  }
}

function ignoreWhen(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error
  }
}
