import { writeFile } from 'node:fs/promises'

/**
 * The rights of requests that name the role. They are enforced twice: by the grants of the engine, and by a check
 * of each statement (`role-check.ts`), which refuses what grants cannot.
 */
export type Role = {
  readonly name: string
  /** As they follow GRANT, such as `SELECT ON default.messages`. */
  readonly grants: readonly string[]
  /** The tables of the database `system` that a statement may name. */
  readonly systemTables: readonly string[]
  /** The database where tables in memory may be created, filled by a SELECT, and dropped. */
  readonly keepsIn?: string
}

/** The rights of a request without a role. */
export const OWNER = 'owner'

/** A part of XML that needs no escaping, and an unquoted name for SQL. */
const NAME = /^[a-z_]+$/
const GRANT = /^[\w ,.*()]+$/

/** Reads the roles of the command line; the message of its errors is for the user who wrote it. */
export function readRoles(json: string): readonly Role[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value) || !value.every(isRole)) throw new Error(`--roles are no roles: ${json}`)
  const names = new Set(value.map(({ name }) => name))
  if (names.size < value.length || names.has(OWNER)) throw new Error('--roles must each have a name of its own')
  return value
}

function isRole(value: unknown): value is Role {
  const { name, grants, systemTables, keepsIn } = Object(value)
  return (
    isTextLike(name, NAME) &&
    isListLike(grants, GRANT) &&
    isListLike(systemTables, NAME) &&
    (keepsIn === undefined || isTextLike(keepsIn, NAME))
  )
}

const isTextLike = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

const isListLike = (value: unknown, pattern: RegExp): boolean =>
  Array.isArray(value) && value.every((item) => isTextLike(item, pattern))

/**
 * The engine's file of users. It has one user without a password, because the permissions of the socket protect it. The
 * user has rights through roles alone, so that a session with one role has no others.
 */
export async function writeUsersFile(path: string, roles: readonly Role[]): Promise<void> {
  const all = [...roles, { name: OWNER, grants: ['ALL ON *.* WITH GRANT OPTION'] }]
  const granted = (what: readonly string[]) =>
    `<grants>${what.map((one) => `<query>GRANT ${one}</query>`).join('')}</grants>`
  const file = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <roles>
${all.map(({ name, grants }) => `    <${name}>${granted(grants)}</${name}>`).join('\n')}
  </roles>
  <users>
    <default>
      <password></password>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      ${granted(all.map(({ name }) => name))}
    </default>
  </users>
</clickhouse>
`
  await writeFile(path, file, { mode: 0o600 })
}
