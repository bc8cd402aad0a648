import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  createClient,
} from '@clickhouse/client'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export type StartedEngine = AsyncDisposable & {
  readonly child: ChildProcess
  readonly client: ClickHouseClient
  readonly socket: string
  /** What it wrote to stderr so far. */
  errors(): string
  exited(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** An empty data folder that is gone after the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'logyard-engine-'))
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Starts the real process on a folder and waits until it listens. */
export async function startEngine(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedEngine> {
  const socket = join(folder, 'engine.sock')
  const child = spawn(process.execPath, [MAIN, '--socket', socket, '--data', folder, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', ...env },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exit = once(child, 'exit')
  const ready = once(createInterface({ input: child.stdout }), 'line')
  const first = await Promise.race([ready, exit.then(([code]) => Promise.reject(new Error(`exit ${code}: ${errors}`)))])
  if (!String(first[0]).includes('listening')) throw new Error(`unexpected line: ${first[0]}`)
  const client = createEngineTestClient(socket)
  return {
    child,
    client,
    socket,
    errors: () => errors,
    async exited() {
      const [code, signal] = await exit
      return { code, signal }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await exit
      }
    },
  }
}

/** The official client over a unix socket. */
export function createEngineTestClient(socket: string, options: ClickHouseClientConfigOptions = {}): ClickHouseClient {
  const agent = new Agent({ keepAlive: true })
  agent.createConnection = () => connect(socket)
  return createClient({ url: 'http://engine', http_agent: agent, log: { level: ClickHouseLogLevel.OFF }, ...options })
}
