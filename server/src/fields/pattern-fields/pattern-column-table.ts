/** The columns of fields of patterns in the table of messages. Their default is the expression that searches compute. */
import { patternColumnSql, type patternFieldColumn } from '@logyard/languages/query-sql/pattern-field-sql'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { hasTable, STAGED_MESSAGES } from '../../store/engine/old-messages.ts'
import type { EngineClient } from '../../store/engine/sql-client.ts'

/** `messages` is the last to get a column and the first to lose it: what it has, all of them have. */
const TABLES = [STAGED_MESSAGES, 'old_messages', 'all_messages', 'messages']

type Computed = ReturnType<typeof patternFieldColumn>

async function alterAll(
  client: Pick<EngineClient, 'command' | 'query'>,
  tables: readonly string[],
  change: Sql,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables) {
    if (!(await hasTable(client, table, signal))) continue
    await client.command({ query: sql`ALTER TABLE ${sqlName(table)} ${change}`, abort_signal: signal })
  }
}

/** Takes milliseconds: the engine computes the values of messages that are stored already when it reads them. */
export function addPatternColumn(
  client: Pick<EngineClient, 'command' | 'query'>,
  id: string,
  { type, computed }: Computed,
  signal: AbortSignal,
): Promise<void> {
  const value = computed?.value ?? sql`''`
  const stored =
    type === 'String' ? sql`String DEFAULT ${value} CODEC(ZSTD(3))` : sql`Nullable(Float64) DEFAULT ${value}`
  return alterAll(client, TABLES, sql`ADD COLUMN IF NOT EXISTS ${patternColumnSql(id)} ${stored}`, signal)
}

export const dropPatternColumn = (
  client: Pick<EngineClient, 'command' | 'query'>,
  id: string,
  signal: AbortSignal,
): Promise<void> => alterAll(client, TABLES.toReversed(), sql`DROP COLUMN IF EXISTS ${patternColumnSql(id)}`, signal)

const Names = Type.Array(Type.Object({ name: Type.String() }))

/** The columns of fields of patterns that the table has. */
export async function readPatternColumns(
  client: Pick<EngineClient, 'query'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'messages'
    AND startsWith(name, 'pattern_')`
  const answer = await client.query({ query, format: 'JSONEachRow', abort_signal: signal })
  return new Set(Value.Parse(Names, await answer.json()).map(({ name }) => name))
}

/** A partition with parts that were written before there was the column, the newest first. */
export async function findUnstored(
  client: Pick<EngineClient, 'query'>,
  id: string,
  done: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isOfMessages = sql`active AND database = currentDatabase() AND table = 'messages'`
  const query = sql`SELECT partition_id AS name, max(modification_time) AS newest FROM system.parts WHERE ${isOfMessages} AND name NOT IN
      (SELECT name FROM system.parts_columns WHERE ${isOfMessages} AND column = ${`pattern_${id}`})
    GROUP BY partition_id ORDER BY newest DESC`
  const answer = await client.query({ query, format: 'JSONEachRow', abort_signal: signal })
  return Value.Parse(Names, await answer.json()).find(({ name }) => !done.has(name))?.name
}

/** Resolves once the values of the partition are stored. */
export async function storePartition(
  client: Pick<EngineClient, 'command'>,
  id: string,
  partition: string,
  signal: AbortSignal,
): Promise<void> {
  await client.command({
    query: sql`ALTER TABLE messages MATERIALIZE COLUMN ${patternColumnSql(id)} IN PARTITION ID ${partition}`,
    clickhouse_settings: { mutations_sync: '1', allow_suspicious_low_cardinality_types: 1 },
    abort_signal: signal,
  })
}
