import { readFileSync } from 'node:fs'
import { LINE_LEVELS } from '@logyard/contract/logging/log-levels'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from './errors.ts'

const settings = {
  LOGYARD_LISTEN: Type.String({
    pattern: '^.+:\\d{1,5}$',
    default: '127.0.0.1:9000',
    description: 'Address and port of console and API; port 0 selects a free one',
  }),
  LOGYARD_DATA: Type.String({ minLength: 1, default: './data', description: 'Folder for all data' }),
  LOGYARD_PREFIX: Type.String({
    pattern: '^(/[A-Za-z0-9._~-]+)*/?$',
    default: '',
    description: 'Path prefix of console and API, for a proxy that serves other things too',
  }),
  LOGYARD_EXTERNAL_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Address for browsers, if Logyard runs behind a proxy',
  }),
  LOGYARD_NODE_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Address at which other nodes reach this one; by default the address of `LOGYARD_LISTEN`',
  }),
  LOGYARD_NODE_CA: Type.String({
    default: '',
    description:
      'File with the certificates that nodes with an https address are checked by; by default those of the system',
  }),
  LOGYARD_TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Comma-separated addresses or networks (CIDR) of trusted proxies (X-Forwarded-For)',
  }),
  LOGYARD_CORS: Type.Boolean({ default: false, description: 'Allow web pages of any origin to call the API' }),
  LOGYARD_ADMIN_PASSWORD: Type.String({
    default: '',
    description: 'Password of `admin`; by default generated, and printed until the first sign-in',
  }),
  LOGYARD_SECRET: Type.String({
    default: '',
    description: 'Key for secrets at rest; by default `secret.key` in the data folder',
  }),
  LOGYARD_POSTGRES_URL: Type.String({
    pattern: '^(postgres(ql)?://.+)?$',
    default: '',
    description: 'Settings on a PostgreSQL server, which several nodes can share, instead of `settings.db`',
  }),
  LOGYARD_POSTGRES_CA: Type.String({
    default: '',
    description: 'PEM file with the authorities that sign the certificate of that server; it turns TLS on',
  }),
  LOGYARD_CLICKHOUSE_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description:
      'Message store on a ClickHouse server instead of the embedded engine; of a cluster, all servers by commas',
  }),
  LOGYARD_CLICKHOUSE_CLUSTER: Type.String({
    default: '',
    description: 'Name of the ClickHouse cluster, as `remote_servers` of its servers has it',
  }),
  LOGYARD_CLICKHOUSE_QUORUM: Type.Integer({
    minimum: 1,
    maximum: 9,
    default: 1,
    description: 'Replicas of a shard of that cluster that must have stored a message',
  }),
  LOGYARD_CLICKHOUSE_MISSING_SHARD: Type.Enum(['error', 'skip'], {
    default: 'error',
    description:
      'Searches while no replica of a shard responds: fail (error), or skip the shard and say that its messages are missing',
  }),
  LOGYARD_CLICKHOUSE_CA: Type.String({
    default: '',
    description:
      'File with the certificates (PEM) of the authority of the ClickHouse servers, if the system does not know it',
  }),
  LOGYARD_CLICKHOUSE_SEARCHER: Type.String({
    pattern: '^([^:]+:.+)?$',
    default: '',
    description: 'Name and password (`name:password`) of the user of that server for searches',
  }),
  LOGYARD_CLICKHOUSE_KEEPER: Type.String({
    pattern: '^([^:]+:.+)?$',
    default: '',
    description: 'Name and password (`name:password`) of the user of that server for the caches of searches',
  }),
  LOGYARD_CLICKHOUSE_STORAGE_POLICY: Type.String({
    pattern: '^\\w*$',
    default: '',
    description: 'Storage policy of that server for messages; its last volume is the cold storage',
  }),
  LOGYARD_COLD_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Cold storage: address of a bucket with the S3 API, with a prefix, for old messages',
  }),
  LOGYARD_COLD_KEYS: Type.String({
    pattern: '^([^:\\s]+:\\S+)?$',
    default: '',
    description: 'Access key and secret key (`access:secret`) of that bucket',
  }),
  LOGYARD_COLD_REGION: Type.String({
    pattern: '^[\\w-]*$',
    default: '',
    description: 'Region of that bucket; by default from its address, else `us-east-1`',
  }),
  LOGYARD_COLD_CACHE_MB: Type.Integer({
    minimum: 16,
    default: 5120,
    description: 'Maximum size of the copies on the local disk of what was read last from that bucket',
  }),
  LOGYARD_JOURNAL_MB: Type.Integer({
    minimum: 16,
    default: 5120,
    description: 'Maximum size of the journal of received messages; senders wait when it is full',
  }),
  LOGYARD_JOURNAL_HOURS: Type.Integer({
    minimum: 1,
    default: 12,
    description: 'How long the server tries to store a message; then it is deleted from the journal',
  }),
  LOGYARD_WORKERS: Type.Integer({
    minimum: 0,
    maximum: 256,
    default: 0,
    description: 'Processing threads; 0 for one less than there are cores, and at least one',
  }),
  LOGYARD_LOOKUP_FOLDERS: Type.String({
    default: '',
    description:
      'Comma-separated folders whose files lookup tables may read; by default any folder but the data folder',
  }),
  LOGYARD_INPUT_FOLDERS: Type.String({
    default: '',
    description: 'Comma-separated folders whose certificates, keys and definitions inputs may read; by default any',
  }),
  LOGYARD_LEADING_WILDCARDS: Type.Boolean({
    default: true,
    description: 'Allow `*` or `?` at the start of a word in queries',
  }),
  LOGYARD_HIGHLIGHTING: Type.Boolean({
    default: false,
    description: 'Highlight query terms in found messages',
  }),
  LOGYARD_EMAIL_ENABLED: Type.Boolean({ default: false, description: 'Send mail' }),
  LOGYARD_EMAIL_HOSTNAME: Type.String({ default: '127.0.0.1', description: 'Mail server' }),
  LOGYARD_EMAIL_PORT: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    default: 25,
    description: 'Port of the mail server',
  }),
  LOGYARD_EMAIL_USE_AUTH: Type.Boolean({ default: false, description: 'Sign in to the mail server' }),
  LOGYARD_EMAIL_USERNAME: Type.String({ default: '', description: 'User name for the mail server' }),
  LOGYARD_EMAIL_PASSWORD: Type.String({ default: '', description: 'Password for the mail server' }),
  LOGYARD_EMAIL_USE_TLS: Type.Boolean({
    default: true,
    description: 'Encrypt by STARTTLS, and send nothing without it',
  }),
  LOGYARD_EMAIL_USE_SSL: Type.Boolean({
    default: false,
    description: 'Encrypt from the first byte, usually on port 465',
  }),
  LOGYARD_EMAIL_FROM: Type.String({ default: '', description: 'Default sender of mails' }),
  LOGYARD_LEGACY_ALERTS: Type.Boolean({
    default: false,
    description: 'Check the alert conditions of streams; event definitions replace them',
  }),
  LOGYARD_ALERT_CHECK_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 60,
    description: 'How often alert conditions of streams are checked',
  }),
  LOGYARD_CONTENT_PACKS_LOADER: Type.Boolean({
    default: false,
    description: 'Add the content packs of a folder (`*.json`) at each start',
  }),
  LOGYARD_CONTENT_PACKS_DIR: Type.String({
    default: '',
    description: 'That folder; by default `contentpacks` in the data folder',
  }),
  LOGYARD_CONTENT_PACKS_AUTO_INSTALL: Type.String({
    default: '',
    description: 'Comma-separated names of files in that folder whose content packs are installed, once',
  }),
  LOGYARD_UPDATE_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Address of a JSON document with the newest version, such as `{"version": "1.2.0"}`; by default none',
  }),
  LOGYARD_LICENSE_URL: Type.String({
    pattern: '^(https?://.+)?$',
    default: '',
    description: 'Address that requests for a license are sent to, if the URL whitelist has it; by default none',
  }),
  LOGYARD_TIMEZONE: Type.String({ default: 'UTC', description: 'Time zone of `admin` and default for users' }),
  LOGYARD_LOG: Type.Union(
    ['auto', 'stderr', 'file'].map((place) => Type.Literal(place)),
    {
      default: 'auto',
      description:
        'Destination of the log: stderr, file (`log/logyard.log` in the data folder), or auto: the file in a terminal, else stderr',
    },
  ),
  LOGYARD_LOG_LEVEL: Type.Enum(LINE_LEVELS, {
    default: 'info',
    description: 'Level of the server log: fatal, error, warn, info, debug or trace',
  }),
}

/** Every setting, its default and its meaning; the table of the README is generated from this schema. */
export const Config = Type.Object(settings, { additionalProperties: false })
export type Config = Static<typeof Config>

/** An invalid or unknown setting stops the start, and the message names it. */
export const settingsRefused = (problems: readonly string[]) =>
  new LogyardError('invalid', 'settings-refused', `These settings cannot be used:\n  ${problems.join('\n  ')}`)

/** Settings that need others: where one of `given` is set, all of `needed` must be. */
const TOGETHER = [
  {
    given: ['LOGYARD_CLICKHOUSE_SEARCHER', 'LOGYARD_CLICKHOUSE_KEEPER'],
    needed: ['LOGYARD_CLICKHOUSE_SEARCHER', 'LOGYARD_CLICKHOUSE_KEEPER', 'LOGYARD_CLICKHOUSE_URL'],
  },
  { given: ['LOGYARD_CLICKHOUSE_STORAGE_POLICY'], needed: ['LOGYARD_CLICKHOUSE_URL'] },
  { given: ['LOGYARD_COLD_URL', 'LOGYARD_COLD_KEYS'], needed: ['LOGYARD_COLD_URL', 'LOGYARD_COLD_KEYS'] },
] as const

function missingSettings(config: Config): readonly string[] {
  const missing = TOGETHER.flatMap(({ given, needed }) => {
    const first = given.find((name) => config[name] !== '')
    const absent = first === undefined ? [] : needed.filter((name) => config[name] === '')
    return absent.map((name) => `${name}: must be set together with ${first}`)
  })
  if (config.LOGYARD_COLD_URL === '' || config.LOGYARD_CLICKHOUSE_URL === '') return missing
  return [...missing, 'LOGYARD_COLD_URL: is for the embedded engine; use LOGYARD_CLICKHOUSE_STORAGE_POLICY']
}

/** Settings that may be in a file instead, as orchestrators mount secrets: `NAME_FILE` has its path. */
export const SETTINGS_IN_FILES = [
  'LOGYARD_ADMIN_PASSWORD',
  'LOGYARD_SECRET',
  'LOGYARD_POSTGRES_URL',
  'LOGYARD_CLICKHOUSE_URL',
  'LOGYARD_CLICKHOUSE_SEARCHER',
  'LOGYARD_CLICKHOUSE_KEEPER',
  'LOGYARD_EMAIL_PASSWORD',
] as const

type Env = Readonly<Record<string, string | undefined>>

/** The settings with those that are in files. */
function withFiles(env: Env): Env {
  const given: Record<string, string | undefined> = { ...env }
  for (const name of SETTINGS_IN_FILES) {
    const path = env[`${name}_FILE`]
    delete given[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if ((env[name] ?? '') !== '') throw settingsRefused([`${name}: is given twice, also by ${name}_FILE`])
    try {
      // Editors end files with a newline, which is no part of a password.
      given[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw settingsRefused([`${name}_FILE: ${error instanceof Error ? error.message : error}`])
    }
  }
  return given
}

/** Variables of the terminal client, which a user may have set in the shell that starts the server. */
const OF_THE_TERMINAL: ReadonlySet<string> = new Set(['LOGYARD_URL', 'LOGYARD_TOKEN', 'LOGYARD_PROFILE', 'LOGYARD_CA'])

/** Only `main.ts` calls this. */
export function readConfig(env: Env): Config {
  const given = Object.fromEntries(
    Object.entries(withFiles(env)).filter(([name]) => name.startsWith('LOGYARD_') && !OF_THE_TERMINAL.has(name)),
  )
  const candidate = Value.Default(Config, Value.Convert(Config, given))
  if (Value.Check(Config, candidate)) {
    const missing = missingSettings(candidate)
    if (missing.length === 0) return candidate
    throw settingsRefused(missing)
  }
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(settings, name))
    .map((name) => `${name}: unknown setting`)
  const wrong = Value.Errors(Config, candidate)
    .filter((error) => error.instancePath !== '')
    .map((error) => `${error.instancePath.slice(1)}: ${error.message}`)
  throw settingsRefused([...unknown, ...wrong])
}
