/** The users that an administrator creates on a ClickHouse server of `LOGYARD_CLICKHOUSE_URL`. */
import { type EngineUser, STATEMENT_LIMITS } from '@logyard/engine/engine-users'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { engineUser, LIMITED_USERS, type ServerUser } from './engine-users.ts'

/** The user of the address. On the embedded engine it is the owner, who may do everything. */
const MAIN: ServerUser = {
  name: 'logyard',
  grants: (tables) => [
    sql`SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW, TRUNCATE, OPTIMIZE ON ${tables}*`,
    sql`TABLE ENGINE ON MergeTree`,
    sql`TABLE ENGINE ON AggregatingMergeTree`,
    sql`TABLE ENGINE ON Merge`,
    sql`SELECT ON system.parts`,
    sql`SELECT ON system.detached_parts`,
    sql`SELECT ON system.tables`,
    sql`SELECT ON system.data_skipping_indices`,
    sql`SELECT ON system.projections`,
    sql`SELECT ON system.clusters`,
    sql`SELECT ON system.disks`,
    sql`SELECT ON system.storage_policies`,
    sql`SELECT ON system.processes`,
    sql`KILL QUERY ON *.*`,
  ],
  settings: {},
  limits: {},
}

/** With `all`, the database of the tables that read the whole cluster, those of a server of a cluster. */
export const clusterUsers = (tables: Sql, all?: Sql): readonly EngineUser[] =>
  [MAIN, ...LIMITED_USERS.map((user) => ({ ...user, name: `logyard_${user.name}` }))].map((user) => {
    const single = engineUser(user, tables)
    if (all === undefined) return single
    if (user.name === MAIN.name) return { ...single, grants: [...single.grants, ...mainOfCluster(all).map(textOf)] }
    const more = [sql`SELECT ON ${all}message_parts`, sql`SELECT ON ${tables}shown_*`]
    const reading = [...user.grants(all), ...more].map(textOf)
    return { ...single, grants: [...new Set([...single.grants, ...reading])] }
  })

const mainOfCluster = (all: Sql): readonly Sql[] => [
  sql`SELECT, INSERT, CREATE DATABASE, CREATE TABLE, DROP TABLE ON ${all}*`,
  sql`TABLE ENGINE ON Distributed`,
  sql`TABLE ENGINE ON Alias`,
]

const textOf = ({ text }: Sql): string => text

/** The statements that create the users, for the database `logyard`. */
export const clusterUserStatements = (): string => clusterUsers(sql`logyard.`).map(statementsOf).join('\n\n')

/** Further grants that the users need on each server of a cluster. */
export function moreGrantsOfCluster(): string {
  const single = new Map(clusterUsers(sql`logyard.`).map(({ name, grants }) => [name, new Set(grants)]))
  const all = clusterUsers(sql`logyard.`, sql`logyard_all.`)
  const more = all.flatMap(({ name, grants }) =>
    grants.filter((grant) => !single.get(name)?.has(grant)).map((grant) => `GRANT ${grant} TO ${name};`),
  )
  return more.join('\n')
}

function statementsOf({ name, grants, settings, limits }: EngineUser): string {
  const values = Object.entries({ ...STATEMENT_LIMITS, ...settings }).map(([setting, value]) => `${setting} = ${value}`)
  const bounds = Object.entries(limits).map(([setting, max]) => `${setting} MAX ${max}`)
  return [
    `CREATE USER ${name} IDENTIFIED WITH sha256_password BY '…' HOST IP '10.0.0.5'`,
    `  SETTINGS ${[...values, ...bounds].join(',\n    ')};`,
    ...grants.map((grant) => `GRANT ${grant} TO ${name};`),
  ].join('\n')
}
