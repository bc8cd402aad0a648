import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { LogyardError } from '../../errors.ts'

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`, with `?sslmode=verify-full` for TLS. */
  readonly url: string
  /** A PEM file with the authorities that may have signed the server's certificate; TLS is used if it is set. */
  readonly authorities: string
}

const addressRefused = (reason: string) =>
  new LogyardError('invalid', 'settings-refused', `LOGYARD_POSTGRES_URL cannot be used: ${reason}`)

/** Certificates are always verified: TLS without that would protect from nobody who can redirect the connection. */
export function parsePostgresAddress({ url, authorities }: PostgresAddress): ClientConfig {
  const parsed = URL.parse(url)
  if (parsed === null) throw addressRefused('it is not an address')
  const options = new Map(parsed.searchParams)
  const mode = options.get('sslmode') ?? (authorities === '' ? 'disable' : 'verify-full')
  // A folder with a socket of this machine, as libpq has it: `postgres:///logyard?host=/var/run/postgresql`.
  const folder = options.get('host')
  const unknown = [...options.keys()].find((name) => name !== 'sslmode' && name !== 'host')
  if (unknown !== undefined) throw addressRefused(`it has the unknown option ${unknown}`)
  if (mode !== 'disable' && mode !== 'verify-full') throw addressRefused('sslmode must be disable or verify-full')
  if (parsed.hostname === '' && folder === undefined) throw addressRefused('it names no host')
  const database = decodeURIComponent(parsed.pathname.slice(1))
  if (database === '') throw addressRefused('it names no database')
  return {
    host: folder ?? parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database,
    ssl: mode === 'verify-full' && (authorities === '' ? true : { ca: readFileSync(authorities, 'utf8') }),
  }
}

/** For log lines and answers: without the password. */
export function nameOfAddress({ url }: PostgresAddress): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
