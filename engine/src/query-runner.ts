import type { Answer } from './answer.ts'
import { CODE, refused } from './clickhouse-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { createQueryCanceller } from './query-canceller.ts'
import { openResultPipe } from './result-pipe.ts'
import type { SessionPool } from './session-pool.ts'
import { sqlLiteral } from './sql-literal.ts'
import type { AnswerStatement } from './statement.ts'

/** Runs the statements that are not inserts, and cancels them when their signal aborts. */
export function createQueryRunner(pool: SessionPool, formats: ReadonlySet<string>) {
  const canceller = createQueryCanceller(pool.control)

  /** Rows go through a named pipe, so neither a long answer nor a slow reader fills this process's memory. */
  async function stream(
    { conditions }: EngineRequest,
    statement: AnswerStatement,
    format: string,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<void> {
    if (!formats.has(format)) throw refused(CODE.unknownFormat, `Unknown format ${format}`)
    const result = await pool.use('query', signal, async (session) => {
      const mark = canceller.nextMark()
      const pipe = openResultPipe(session.pipePath)
      const target = `INTO OUTFILE ${sqlLiteral(session.pipePath)} TRUNCATE FORMAT ${format}`
      const text = `${statement.head}\n${target} ${statement.tail} ${mark}`
      const ended = session.run(conditions, text, format).finally(pipe.end)
      // A failure is handled below, once the pipe is empty.
      ended.catch(() => undefined)
      const cancelling = canceller.cancelOnAbort(signal, mark, ended)
      try {
        for await (const chunk of pipe.reader) {
          // Keep reading after a cancel: the engine would wait for ever on a pipe without a reader.
          if (!signal.aborted) await answer.data(chunk).catch(ignoreWhen(signal))
        }
        return await ended
      } finally {
        cancelling[Symbol.dispose]()
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
  ): Promise<void> {
    const result = await pool.use('query', signal, async (session) => {
      const mark = canceller.nextMark()
      const ended = session.run(conditions, `${text}\n${mark}`, defaultFormat)
      using _cancelling = canceller.cancelOnAbort(signal, mark, ended)
      return await ended
    })
    await answer.data(Buffer.from(result.bytes()))
    answer.end({ elapsedSeconds: result.elapsed })
  }

  return { stream, command }
}

function ignoreWhen(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error
  }
}
