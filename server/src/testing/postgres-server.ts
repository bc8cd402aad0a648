/** A real PostgreSQL for tests: the installed one, else that of Debian's package. It is gone with its folder after the test. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type DebianProgram, debianProgram } from '../senders/testing/debian-program.ts'
import { freePort } from './free-port.ts'

const INSTALLED = '/usr/lib/postgresql'
const START_ATTEMPTS = 50

export interface PostgresServer extends AsyncDisposable {
  readonly port: number
  readonly password: string
  /** Creates an empty database and returns its address, of a user who owns everything. */
  createDatabase(): Promise<string>
  /** Executes statements in a database. */
  execute(url: string, statements: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Sends a signal to all processes of the server: SIGSTOP makes it hang, SIGCONT goes on. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Ends all processes with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  start(): Promise<void>
}

export interface PostgresOptions {
  /** By default commits are not synced to the disk, which is faster. */
  readonly fsync?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** PEM texts; connections without TLS are possible, too. */
  readonly tls?: { readonly certificate: string; readonly key: string }
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { fsync = false, settings = {}, tls } = options
  const programs = await findPrograms()
  const owner = await ownerOfServer()
  const folder = await mkdtemp(join(tmpdir(), 'logyard-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  const files = { certificate: join(folder, 'certificate'), key: join(folder, 'key') }
  await writeFile(passwordFile, password)
  await writeFile(files.certificate, tls?.certificate ?? '')
  await writeFile(files.key, tls?.key ?? '', { mode: 0o600 })
  for (const path of owner === undefined ? [] : [folder, passwordFile, files.certificate, files.key]) {
    await chown(path, owner?.uid ?? 0, owner?.gid ?? 0)
  }
  const processOptions = { ...owner, env: programs.env, cwd: folder }
  const tlsSettings = tls === undefined ? {} : { ssl: 'on', ssl_cert_file: files.certificate, ssl_key_file: files.key }
  await promisify(execFile)(
    programs.initdb,
    ['-D', data, '-U', 'logyard', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '-N'],
    processOptions,
  )
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: fsync ? 'on' : 'off',
    ...tlsSettings,
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = (database: string) => `postgres://logyard:${password}@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  let databases = 0

  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const child = spawn(programs.postgres, ['-D', data, '-p', `${port}`, ...args], {
        ...processOptions,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const failure = await readyOrFailure(child)
      if (failure === undefined) {
        server = child
        return
      }
      // The processes of the server before it have not ended yet.
      if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${failure}`)
    }
  }
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processesOf(server)) sendSignal(pid, name)
  }
  async function end(name: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const ending = server
    if (ending === undefined) return
    server = undefined
    const ended = once(ending, 'exit')
    const pids = name === 'SIGKILL' ? await processesOf(ending) : [ending.pid ?? 0]
    for (const pid of pids) sendSignal(pid, name)
    await ended
  }

  await start()
  return {
    port,
    password,
    async createDatabase() {
      databases += 1
      const name = `store_${databases}`
      await execute(url('postgres'), `CREATE DATABASE ${name}`)
      return url(name)
    },
    execute,
    signal,
    kill: () => end('SIGKILL'),
    start,
    async [Symbol.asyncDispose]() {
      await signal('SIGCONT')
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function execute(url: string, statements: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statements)).rows ?? []
  } finally {
    await client.end()
  }
}

/** Resolves once the server accepts connections; with its output, if it ends before. */
async function readyOrFailure(child: ChildProcess): Promise<string | undefined> {
  let output = ''
  return new Promise((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('ready to accept connections')) resolve(undefined)
    })
    child.on('close', () => resolve(output))
  })
}

/** The server has a process for each connection, and some of its own. */
async function processesOf(server: ChildProcess | undefined): Promise<readonly number[]> {
  const pid = server?.pid
  if (pid === undefined) return []
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return [pid, ...(children.match(/\d+/g) ?? []).map(Number)]
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

interface Programs {
  readonly postgres: string
  readonly initdb: string
  readonly env: NodeJS.ProcessEnv
}

/** Debian keeps the programs of each version in a folder of its own, which is on no PATH. */
async function findPrograms(): Promise<Programs> {
  const versions = (await filesIn(INSTALLED)).sort((a, b) => Number(b) - Number(a))
  const env = { PATH: ['/usr/bin', '/bin'].join(delimiter), LC_ALL: 'C', TZ: 'UTC' }
  for (const version of versions) {
    const bin = join(INSTALLED, version, 'bin')
    if ((await filesIn(bin)).includes('initdb')) {
      return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), env }
    }
  }
  const unpacked = await debianProgram({ name: 'postgres', packages: ['postgresql'] })
  if ('missing' in unpacked) throw new Error(unpacked.missing)
  return { ...programsOf(unpacked), env: { ...env, LD_LIBRARY_PATH: unpacked.env['LD_LIBRARY_PATH'] } }
}

const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => [])

const programsOf = ({ path }: DebianProgram): Omit<Programs, 'env'> => ({
  postgres: path,
  initdb: path.replace(/postgres$/, 'initdb'),
})

/** PostgreSQL refuses to run as root. */
async function ownerOfServer(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'))
  return { uid: Number(nobody?.[1] ?? 65_534), gid: Number(nobody?.[2] ?? 65_534) }
}
