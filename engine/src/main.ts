/**
 * The engine process: a ClickHouse server on the loopback interface. It writes its port and
 * passwords to a file and a line to stdout once it listens. It stops when its stdin ends, so it never outlives its parent.
 */

import { once } from 'node:events'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { runClickHouse } from './clickhouse-program.ts'
import { COLD_ENV, hasColdData, readColdPlace, storageConfig } from './cold-storage.ts'
import { BACKUPS_FOLDER, makeProcessFolder, writeAccess } from './engine-access.ts'
import { type EngineOptions, readEngineOptions, USAGE } from './engine-options.ts'
import { elements, freshPasswords, STATEMENT_LIMITS, usersFile } from './engine-users.ts'

const EXIT = { stopped: 0, usage: 2, fault: 70 } as const
const CONFIG = join(import.meta.dirname, '..', 'config.xml')

/** The last statement runs until stdin ends. */
const statements = (
  protocols: readonly string[],
) => `${protocols.map((name) => `SYSTEM START LISTEN ${name};`).join('\n')}
  INSERT INTO FUNCTION file('stdout', 'TSVRaw', 'line String') VALUES ('listening');
  SELECT count() FROM file('stdin', 'LineAsString', 's String') FORMAT Null`

process.umask(0o077)
// The library reads it when it opens: times without a zone are UTC, whatever the machine's zone is.
process.env['TZ'] = 'UTC'
let options: EngineOptions
try {
  options = readEngineOptions(process.argv.slice(2))
} catch (error) {
  fail(EXIT.usage, `${messageOf(error)}\n${USAGE}`)
}
try {
  await serve(options)
  process.exit(EXIT.stopped)
} catch (error) {
  fail(EXIT.fault, messageOf(error))
}

async function serve({ data, maxMemoryBytes, users, server }: EngineOptions): Promise<void> {
  const cold = readColdPlace(process.env[COLD_ENV])
  if (cold === undefined && hasColdData(data)) throw new Error('messages are in a bucket that is not named')
  const folder = makeProcessFolder(data, process.pid)
  const passwords = { ...freshPasswords(users), ...server.passwords }
  const { httpPort: port = await freePort(), tcpPort, config: more = '' } = server
  const paths = { users: join(folder, 'users.xml'), config: join(folder, 'config.xml') }
  const ours = elements({
    http_port: `${port}`,
    ...(tcpPort !== undefined && { tcp_port: `${tcpPort}` }),
    listen_host: '127.0.0.1',
    users_config: paths.users,
    max_server_memory_usage: `${maxMemoryBytes}`,
    backups: elements({ allowed_path: join(data, BACKUPS_FOLDER) }),
  })
  const storage = storageConfig(cold)
  const config = readFileSync(CONFIG, 'utf8').replace('<clickhouse>', () => `<clickhouse>${ours}${storage}${more}`)
  writeFileSync(paths.users, usersFile(users, passwords, defaultsOf(maxMemoryBytes)), { mode: 0o600 })
  writeFileSync(paths.config, config, { mode: 0o600 })
  writeAccess(folder, { port, passwords })
  const query = statements(tcpPort === undefined ? ['HTTP'] : ['HTTP', 'TCP'])
  // ClickHouse ends the process itself, and then nothing is written.
  flushCompileCache()
  runClickHouse(['--config-file', paths.config, '--path', join(data, 'store'), '--query', query])
}

/** The limits that apply to a statement unless it sets its own. */
function defaultsOf(maxMemoryBytes: number) {
  return { ...STATEMENT_LIMITS, max_memory_usage: `${Math.floor(maxMemoryBytes / 2)}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(code: number, message: string): never {
  writeSync(2, `${message}\n`)
  process.exit(code)
}
