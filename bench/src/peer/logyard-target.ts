/** A Logyard server with an input for `_bulk`, and questions through its API. */
import type { ClickHouseClient } from '@clickhouse/client'
import { runSearch } from '@logyard/contract/search/search-jobs'
import type { PivotResult, SearchTypeResult } from '@logyard/contract/search/search-results'
import type { Pivot, SearchType } from '@logyard/contract/search/search-types'
import { connectToEngine } from '@logyard/server/testing/engine-owner'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import { type CallApi, createApiCaller } from '../../../bin/demo/api-caller.ts'
import { createCaller, createInput, INPUTS, whenSearchable } from '../ingest-target.ts'
import { rowOf, whenQuiet } from '../search-data.ts'
import { type Answer, PAGE, type PeerProduct } from './peer-product.ts'
import type { Range } from './question-values.ts'

const QUERY_ID = '7d4c1e0e-5a44-4c1d-9d0b-0c9b5a0f0001'
const TYPE_ID = '7d4c1e0e-5a44-4c1d-9d0b-0c9b5a0f0002'
/** Milliseconds that a search may take. */
const TIMEOUT_MS = 600_000

export interface LogyardClient {
  /** A page of the newest messages, and the number of all matching ones. */
  messages(query: string, range: Range): Promise<Answer>
  pivot(query: string, range: Range, about: Pick<Pivot, 'row_groups' | 'series'>): Promise<PivotResult>
}

export interface LogyardTarget extends PeerProduct {
  readonly server: ServerProcess
  readonly store: ClickHouseClient
  readonly client: LogyardClient
}

/** Starts on an empty folder, with an input for `_bulk`. */
export async function startLogyard(folder: string): Promise<LogyardTarget> {
  await using starting = new AsyncDisposableStack()
  const server = starting.use(await startOn(folder))
  const call = createCaller(server.url)
  await whenSearchable(call)
  const port = await createInput(call, INPUTS.bulk)
  const store = await connectToEngine(folder)
  starting.defer(() => store.close())
  const client = clientOf(server)
  const running = starting.move()
  return {
    name: 'Logyard',
    pid: server.pid,
    server,
    store,
    client,
    bulkUrl: `http://127.0.0.1:${port}/_bulk`,
    count: async (range) => (await client.messages('', range)).total,
    mergedBytes: () => mergedBytes(store),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Starts again on the folder of a server that was killed, and resolves once a search is answered. */
export async function restartLogyard(folder: string) {
  await using starting = new AsyncDisposableStack()
  const server = starting.use(await startOn(folder))
  await whenSearchable(createCaller(server.url))
  const client = clientOf(server)
  const running = starting.move()
  return { client, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const clientOf = ({ url }: ServerProcess) =>
  createLogyardClient(createApiCaller({ url, user: 'admin', password: ADMIN_PASSWORD }))
const startOn = (dataFolder: string) => startServer({ dataFolder, env: { LOGYARD_LOG_LEVEL: 'error' } })

/** Merges each index into one part, as the server does with an index that is no longer written to. */
async function mergedBytes(store: ClickHouseClient): Promise<number> {
  await store.command({ query: 'OPTIMIZE TABLE messages FINAL' })
  const [rows] = await rowOf(store, 'SELECT count() FROM messages')
  await whenQuiet(store, Number(rows))
  const size = "SELECT toFloat64(sum(bytes_on_disk)) FROM system.parts WHERE active AND database != 'system'"
  const [bytes] = await rowOf(store, size)
  return Number(bytes)
}

function createLogyardClient(call: CallApi): LogyardClient {
  async function run(query: string, { fromMs, toMs }: Range, searchType: SearchType): Promise<SearchTypeResult> {
    const { results, errors } = await call(runSearch, {
      query: { timeout: TIMEOUT_MS },
      body: {
        id: 'a'.repeat(24),
        parameters: [],
        queries: [
          {
            id: QUERY_ID,
            query: { type: 'elasticsearch', query_string: query },
            timerange: { type: 'absolute', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
            search_types: [searchType],
          },
        ],
      },
    })
    const result = results[QUERY_ID]?.search_types[TYPE_ID]
    if (result === undefined) throw new Error(`the search for ${query} failed: ${JSON.stringify(errors)}`)
    return result
  }
  return {
    async messages(query, range) {
      const sort = [{ field: 'timestamp', order: 'DESC' as const }]
      const result = await run(query, range, { id: TYPE_ID, type: 'messages', limit: PAGE, offset: 0, sort })
      if (result.type !== 'messages') throw new Error(`a list of messages was answered with ${result.type}`)
      return { total: result.total_results, page: result.messages.length }
    },
    async pivot(query, range, about) {
      const result = await run(query, range, { id: TYPE_ID, type: 'pivot', sort: [], rollup: true, ...about })
      if (result.type !== 'pivot') throw new Error(`an aggregation was answered with ${result.type}`)
      return result
    },
  }
}
