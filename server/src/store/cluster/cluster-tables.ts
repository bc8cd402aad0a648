/**
 * The tables of a cluster. Each replica has its own tables in the database of the address, as a single server has them. In
 * a second database beside it, `…_all`, tables of the same names read those of all shards.
 *
 * Searches read `messages` through an alias named `shown_N`, where N is the epoch. A replica that missed messages has no
 * alias for the current epoch, so the other servers do not read it, whatever its state is when it comes back.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { EngineClient } from '../engine/sql-client.ts'
import { TOGETHER } from '../messages/rows-of-shards.ts'

/** The number of a message's shard is this modulo the number of shards. */
export const SHARDING_KEY = sql`intDiv(journal_offset, ${TOGETHER})`

export const allDatabase = (database: string): string => `${database}_all`

const SHOWN = 'shown_'
const Names = Type.Array(Type.Object({ name: Type.String() }))
const ALIASES: Readonly<Record<string, number>> = { allow_experimental_alias_table_engine: 1 }

interface Tables {
  readonly cluster: string
  readonly database: string
  readonly epoch: number
}

type Client = Pick<EngineClient, 'query' | 'command'>
type Step = (client: Client, tables: Tables, signal: AbortSignal) => Promise<void>

/**
 * The steps to the tables of an epoch, with all columns of the tables of messages. Each is made on all servers before the
 * next one, so that each search finds what it reads.
 */
export const PUBLISHING: readonly Step[] = [show, read, forgetOthers]

async function show(client: Client, { database, epoch }: Tables, signal: AbortSignal): Promise<void> {
  const name = sqlName(shownIn(epoch))
  await run(client, sql`CREATE TABLE IF NOT EXISTS ${name} ENGINE = Alias(${database}, 'messages')`, signal)
}

async function read(client: Client, { cluster, database, epoch }: Tables, signal: AbortSignal): Promise<void> {
  const all = sqlName(allDatabase(database))
  const shown = shownIn(epoch)
  for (const query of [
    sql`CREATE DATABASE IF NOT EXISTS ${all}`,
    sql`CREATE TABLE IF NOT EXISTS ${all}.message_templates ENGINE = Alias(${database}, 'message_templates')`,
    sql`CREATE OR REPLACE TABLE ${all}.messages AS messages
      ENGINE = Distributed(${cluster}, ${database}, ${shown}, ${SHARDING_KEY})`,
    sql`CREATE OR REPLACE TABLE ${all}.message_parts AS system.parts ENGINE = Distributed(${cluster}, 'system', 'parts')`,
  ]) {
    await run(client, query, signal)
  }
}

async function forgetOthers(client: Client, { epoch }: Tables, abort_signal: AbortSignal): Promise<void> {
  const query = sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'Alias'
    AND startsWith(name, ${SHOWN}) AND name != ${shownIn(epoch)}`
  const answer = await client.query({ query, format: 'JSONEachRow', abort_signal })
  for (const { name } of Value.Parse(Names, await answer.json())) {
    await run(client, sql`DROP TABLE IF EXISTS ${sqlName(name)}`, abort_signal)
  }
}

const shownIn = (epoch: number): string => `${SHOWN}${epoch}`

async function run(client: Client, query: Sql, abort_signal: AbortSignal): Promise<void> {
  const clickhouse_settings = { allow_suspicious_low_cardinality_types: 1, ...ALIASES } as const
  await client.command({ query, abort_signal, clickhouse_settings })
}

/** The partitions of all shards, as the kept results of searches know them. */
export const openPartitionsOf = (database: string): Sql =>
  sql`SELECT concat(toString(_shard_num), ' ', partition, ':', toString(min(min_block_number))) FROM message_parts
  WHERE database = ${database} AND table = 'messages' AND active GROUP BY _shard_num, partition`
