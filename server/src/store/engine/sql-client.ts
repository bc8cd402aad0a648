import type { Readable } from 'node:stream'
import type {
  ClickHouseClient,
  CommandParams,
  CommandResult,
  DataFormat,
  ExecParams,
  ExecResult,
  InsertParams,
  InsertResult,
  QueryParams,
  QueryResult,
} from '@clickhouse/client'
import { Sql } from '@logyard/languages/sql/sql'

type WithSql<Params extends { readonly query: string }> = Omit<Params, 'query'> & { readonly query: Sql }

/** The part of the ClickHouse client that the server uses. Statements and table names are SQL, never strings. */
export interface EngineClient {
  query<Format extends DataFormat>(
    params: Omit<WithSql<QueryParams>, 'format'> & { readonly format: Format },
  ): Promise<QueryResult<Format>>
  command(params: WithSql<CommandParams>): Promise<CommandResult>
  exec(params: WithSql<ExecParams> & { readonly values?: Readable }): Promise<ExecResult<Readable>>
  insert<T>(params: Omit<InsertParams<Readable, T>, 'table'> & { readonly table: Sql }): Promise<InsertResult>
  close(): Promise<void>
}

export function sqlClient(client: ClickHouseClient): EngineClient {
  return {
    query: ({ query, ...params }) => client.query({ ...params, query: textOf(query) }),
    command: ({ query, ...params }) => client.command({ ...params, query: textOf(query) }),
    exec: ({ query, ...params }) => client.exec({ ...params, query: textOf(query) }),
    insert: ({ table, ...params }) => client.insert({ ...params, table: textOf(table) }),
    close: () => client.close(),
  }
}

/** The types require it already; this stops values that evaded them. */
function textOf(sql: Sql): string {
  if (!(sql instanceof Sql)) throw new TypeError('the engine is asked in SQL that was made as such, not in a string')
  return sql.text
}
