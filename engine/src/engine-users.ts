import { randomBytes } from 'node:crypto'

/** A user of the engine besides the owner, who may do everything. */
export type EngineUser = {
  readonly name: string
  /** Privileges without the word GRANT, such as `SELECT ON default.messages`. */
  readonly grants: readonly string[]
  /** The values with which the user's statements begin. */
  readonly settings: Readonly<Record<string, string>>
  /** The settings that the user may raise to this value and no further. */
  readonly limits: Readonly<Record<string, string>>
}

export const OWNER = 'owner'

/** Limits of a statement that do not depend on the machine. */
export const STATEMENT_LIMITS: Readonly<Record<string, string>> = {
  max_execution_time: '60',
  max_query_size: `${64 * 2 ** 20}`,
}

/** The patterns admit no character that XML must escape. */
const NAME = /^[a-z_]+$/
const GRANT = /^[\w ,.*()]+$/
const VALUE = /^\w+$/

/** Reads the users of the command line; the message of its errors is for the user who wrote it. */
export function readUsers(json: string): readonly EngineUser[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value) || !value.every(isUser)) throw new Error(`--users are no users: ${json}`)
  const names = new Set(value.map(({ name }) => name))
  if (names.size < value.length || names.has(OWNER) || names.has('default'))
    throw new Error('--users must each have a name of its own')
  return value
}

function isUser(value: unknown): value is EngineUser {
  const { name, grants, settings, limits } = Object(value)
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    Array.isArray(grants) &&
    grants.every((grant) => typeof grant === 'string' && GRANT.test(grant)) &&
    [settings, limits].every(areSettings)
  )
}

const areSettings = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, text]) => NAME.test(name) && typeof text === 'string' && VALUE.test(text))

/** A fresh password for each user, by the user's name. */
export const freshPasswords = (users: readonly EngineUser[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [OWNER, ...users.map(({ name }) => name)].map((name) => [name, randomBytes(18).toString('base64url')]),
  )

/**
 * Returns the text of ClickHouse's users file; `defaults` are settings of all users. The process itself works as the
 * user `default`, who has no password and may have one session. The process holds that session until it ends, so
 * nobody else can sign in as `default`.
 */
export function usersFile(
  users: readonly EngineUser[],
  passwords: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): string {
  const owner = { name: OWNER, grants: ['ALL ON *.* WITH GRANT OPTION'], settings: {}, limits: {} }
  const all = [owner, ...users]
  return `<clickhouse>
  <profiles>
    <default>${elements(defaults)}</default>
    <launcher><max_sessions_for_user>1</max_sessions_for_user></launcher>
${all.map(profileOf).join('\n')}
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>::1</ip></networks>
      <profile>launcher</profile>
      <quota>default</quota>
    </default>
${all.map((user) => userOf(user, passwords[user.name] ?? '')).join('\n')}
  </users>
</clickhouse>
`
}

const profileOf = ({ name, settings, limits }: EngineUser): string =>
  `    <${name}><profile>default</profile>${elements(settings)}<constraints>${Object.entries(limits)
    .map(([setting, max]) => `<${setting}><max>${max}</max></${setting}>`)
    .join('')}</constraints></${name}>`

const userOf = ({ name, grants }: EngineUser, password: string): string => `    <${name}>
      <password>${password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>${name}</profile>
      <quota>default</quota>
      <grants>${grants.map((grant) => `<query>GRANT ${grant}</query>`).join('')}</grants>
    </${name}>`

export const elements = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
