import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from './errors.ts'

const settings = {
  LOGYARD_LISTEN: Type.String({
    pattern: '^.+:\\d{1,5}$',
    default: '127.0.0.1:9000',
    description: 'Address and port of console and API; port 0 takes a free one',
  }),
  LOGYARD_DATA: Type.String({ minLength: 1, default: './data', description: 'Folder of everything that is kept' }),
  LOGYARD_PREFIX: Type.String({
    pattern: '^(/[A-Za-z0-9._~-]+)*/?$',
    default: '',
    description: 'Path prefix of console and API, for a proxy that serves other things too',
  }),
  LOGYARD_EXTERNAL_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Where browsers reach Logyard, when a proxy stands before it',
  }),
  LOGYARD_TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Comma-separated addresses or networks (CIDR) whose X-Forwarded-For is believed',
  }),
  LOGYARD_CORS: Type.Boolean({ default: false, description: 'Let web pages of any origin call the API' }),
  LOGYARD_ADMIN_PASSWORD: Type.String({
    default: '',
    description: 'Password of `admin`; without it one is generated and printed at the first start',
  }),
  LOGYARD_SECRET: Type.String({
    default: '',
    description: 'Key for secrets at rest; without it one is kept in `secret.key` in the data folder',
  }),
  LOGYARD_CLICKHOUSE_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Message store on a ClickHouse server; without it the embedded engine',
  }),
  LOGYARD_JOURNAL_MB: Type.Integer({
    minimum: 16,
    default: 5120,
    description: 'Most of the disk that received messages take until they are stored; then senders have to wait',
  }),
  LOGYARD_JOURNAL_HOURS: Type.Integer({
    minimum: 1,
    default: 12,
    description: 'Received messages that could not be stored for so long are deleted',
  }),
  LOGYARD_WORKERS: Type.Integer({
    minimum: 0,
    maximum: 256,
    default: 0,
    description: 'Processing threads; 0 for one less than there are cores, and at least one',
  }),
  LOGYARD_LEADING_WILDCARDS: Type.Boolean({
    default: false,
    description: 'Let queries begin a word with `*` or `?`, which looks at every message in the time range',
  }),
  LOGYARD_HIGHLIGHTING: Type.Boolean({
    default: false,
    description: 'Mark in found messages what the query found',
  }),
  LOGYARD_TIMEZONE: Type.String({ default: 'UTC', description: 'Time zone of `admin` and of users without their own' }),
  LOGYARD_LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => Type.Literal(level)),
    {
      default: 'info',
      description: 'How much Logyard writes to its own log: fatal, error, warn, info, debug or trace',
    },
  ),
}

/** Every setting, its default and its meaning; the table of the README is generated from this schema. */
export const Config = Type.Object(settings, { additionalProperties: false })
export type Config = Static<typeof Config>

/** An invalid or unknown setting stops the start, and the message names it. */
const settingsRefused = (problems: readonly string[]) =>
  new LogyardError('invalid', 'settings-refused', `These settings cannot be used:\n  ${problems.join('\n  ')}`)

/** Only `main.ts` calls this. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('LOGYARD_')))
  const candidate = Value.Default(Config, Value.Convert(Config, given))
  if (Value.Check(Config, candidate)) return candidate
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(settings, name))
    .map((name) => `${name}: there is no such setting`)
  const wrong = Value.Errors(Config, candidate)
    .filter((error) => error.instancePath !== '')
    .map((error) => `${error.instancePath.slice(1)}: ${error.message}`)
  throw settingsRefused([...unknown, ...wrong])
}
