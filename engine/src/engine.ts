import type { Answer } from './answer.ts'
import { CODE, refused } from './clickhouse-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { runInsert } from './insert-runner.ts'
import { createQueryRunner } from './query-runner.ts'
import type { Role } from './role.ts'
import type { SessionPool } from './session-pool.ts'
import { createStatementReader } from './statement-reader.ts'
import { readVocabulary } from './vocabulary.ts'

export type Engine = Awaited<ReturnType<typeof createEngine>>

/** Runs one request at a time per session and streams both ways with bounded memory. */
export async function createEngine(pool: SessionPool, roles: readonly Role[]) {
  const vocabulary = await readVocabulary(pool.control)
  const readStatement = createStatementReader(vocabulary, roles)
  const queries = createQueryRunner(pool, vocabulary.formats)
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
    if (statement.kind === 'answer') await queries.stream(request, statement, format, answer, signal)
    else if (statement.kind === 'command') await queries.command(request, statement.text, answer, signal)
    else await runInsert(pool, request, statement, data, answer, signal)
  }

  return {
    version: vocabulary.version,
    isSetting: (name: string) => vocabulary.settings.has(name),
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
