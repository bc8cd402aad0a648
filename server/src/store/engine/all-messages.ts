/**
 * The table `all_messages`: the messages of the table of an earlier version and of the present one. While an index goes
 * from one to the other, the rows of this index are in both, and `all_messages` is a view that hides them in one of the two.
 * An exchange of tables is atomic, so that each search finds each message once.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { EngineClient } from './sql-client.ts'

/** Rows that searches do not see. */
export interface HiddenRows {
  readonly index: string
  /** Those of the old table, or those that were rewritten. */
  readonly from: 'old' | 'rewritten'
  /** The number of the rewriting, which its rows have in the column `rewritten`. */
  readonly number: number
}

type Client = Pick<EngineClient, 'query' | 'command'>

const Hidden = Type.Object({
  index: Type.String(),
  from: Type.Union([Type.Literal('old'), Type.Literal('rewritten')]),
  number: Type.Integer(),
})
const Tables = Type.Array(Type.Object({ engine: Type.String(), comment: Type.String() }))
const Columns = Type.Array(Type.Object({ name: Type.String() }))

/** `undefined` if searches see all rows of both tables. */
export async function findHidden(client: Pick<EngineClient, 'query'>, signal?: AbortSignal) {
  const answer = await client.query({
    query: sql`SELECT engine, comment FROM system.tables WHERE database = currentDatabase() AND name = 'all_messages'`,
    format: 'JSONEachRow',
    ...(signal && { abort_signal: signal }),
  })
  const [table] = Value.Parse(Tables, await answer.json())
  return table?.engine === 'View' ? (Value.Parse(Hidden, JSON.parse(table.comment)) satisfies HiddenRows) : undefined
}

/** The index of which rows are hidden at present, as a subquery. */
export const HIDDEN_INDEX = sql`SELECT JSONExtractString(comment, 'index') FROM system.tables
  WHERE database = currentDatabase() AND name = 'all_messages' AND engine = 'View'`

/** Columns must not be added meanwhile: the view would lack them. The table of both is `whole_messages` until `showAll`. */
export async function hideRows(client: Client, hidden: HiddenRows, abort_signal: AbortSignal): Promise<void> {
  const run = (query: Sql) => runOn(client, query, abort_signal)
  const isWhole = (await findHidden(client, abort_signal)) === undefined
  const next = isWhole ? sql`whole_messages` : sql`next_messages`
  await run(sql`DROP TABLE IF EXISTS ${next}`)
  const columns = await columnsOfAll(client, abort_signal)
  const hides = (from: HiddenRows['from'], rows: Sql) => (hidden.from === from ? sql` WHERE NOT (${rows})` : sql``)
  const isIndex = sql`\`index\` = ${hidden.index}`
  const present = hides('rewritten', sql`${isIndex} AND rewritten = ${hidden.number}`)
  await run(sql`CREATE VIEW ${next} SQL SECURITY INVOKER AS
    SELECT ${columns} FROM messages${present} UNION ALL SELECT ${columns} FROM old_messages${hides('old', isIndex)}
    COMMENT ${JSON.stringify(hidden)}`)
  await run(sql`EXCHANGE TABLES all_messages AND ${next}`)
  if (!isWhole) await run(sql`DROP TABLE next_messages`)
}

/** Ends the hiding; also removes what an interrupted change left. */
export async function showAll(client: Client, abort_signal: AbortSignal): Promise<void> {
  const run = (query: Sql) => runOn(client, query, abort_signal)
  const isHiding = (await findHidden(client, abort_signal)) !== undefined
  if (isHiding) {
    // It is missing if the exchange before was late, as its answer was lost.
    await run(sql`CREATE TABLE IF NOT EXISTS whole_messages AS all_messages
      ENGINE = Merge(currentDatabase(), '^(?:old_)?messages$')`)
    await run(sql`EXCHANGE TABLES all_messages AND whole_messages`)
  }
  for (const table of [sql`whole_messages`, sql`next_messages`]) await run(sql`DROP TABLE IF EXISTS ${table}`)
}

/** Searches that read `all_messages` find the present table alone there, so that the old one can be dropped. */
export async function showPresentOnly(client: Client, abort_signal: AbortSignal): Promise<void> {
  await showAll(client, abort_signal)
  for (const query of [
    sql`CREATE TABLE whole_messages AS all_messages ENGINE = Merge(currentDatabase(), '^messages$')`,
    sql`EXCHANGE TABLES all_messages AND whole_messages`,
    sql`DROP TABLE whole_messages`,
  ]) {
    await runOn(client, query, abort_signal)
  }
}

async function runOn(client: Client, query: Sql, abort_signal: AbortSignal): Promise<void> {
  // Templates are few, and their numbers are large.
  const clickhouse_settings = { allow_suspicious_low_cardinality_types: 1 } as const
  await client.command({ query, abort_signal, clickhouse_settings })
}

/** Those that `messages` has, too: it gets each column last, so that all tables have it then. */
async function columnsOfAll(client: Pick<EngineClient, 'query'>, abort_signal: AbortSignal): Promise<Sql> {
  const columnsOf = (table: string) => sql`FROM system.columns WHERE database = currentDatabase() AND table = ${table}`
  const answer = await client.query({
    query: sql`SELECT name ${columnsOf('all_messages')} AND name IN (SELECT name ${columnsOf('messages')}) ORDER BY position`,
    format: 'JSONEachRow',
    abort_signal,
  })
  return sqlList(Value.Parse(Columns, await answer.json()).map(({ name }) => sqlName(name)))
}
