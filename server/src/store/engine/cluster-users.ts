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
    sql`SELECT ON system.clusters`,
    sql`SELECT ON system.disks`,
    sql`SELECT ON system.storage_policies`,
    sql`SELECT ON system.processes`,
    sql`KILL QUERY ON *.*`,
  ],
  settings: {},
  limits: {},
}

export const clusterUsers = (tables: Sql): readonly EngineUser[] =>
  [MAIN, ...LIMITED_USERS.map((user) => ({ ...user, name: `logyard_${user.name}` }))].map((user) =>
    engineUser(user, tables),
  )

/** The statements that create the users, for the database `logyard`. */
export const clusterUserStatements = (): string => clusterUsers(sql`logyard.`).map(statementsOf).join('\n\n')

function statementsOf({ name, grants, settings, limits }: EngineUser): string {
  const values = Object.entries({ ...STATEMENT_LIMITS, ...settings }).map(([setting, value]) => `${setting} = ${value}`)
  const bounds = Object.entries(limits).map(([setting, max]) => `${setting} MAX ${max}`)
  return [
    `CREATE USER ${name} IDENTIFIED WITH sha256_password BY '…' HOST IP '10.0.0.5'`,
    `  SETTINGS ${[...values, ...bounds].join(',\n    ')};`,
    ...grants.map((grant) => `GRANT ${grant} TO ${name};`),
  ].join('\n')
}
