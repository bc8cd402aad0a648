/** Starts one process of the engine, and tells when it listens and when it ends. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { COLD_ENV, type ColdPlace } from '@logyard/engine/cold-storage'
import type { EngineUser } from '@logyard/engine/engine-users'
import { sql } from '@logyard/languages/sql/sql'
import { ALLOCATOR_ENV } from '../../platform/allocator-env.ts'
import type { Clock } from '../../platform/clock.ts'
import { compileCacheEnv } from '../../platform/compile-cache-env.ts'
import { libraryPathEnv } from '../../platform/library-path-env.ts'
import type { Log } from '../../platform/log.ts'
import { engineUser, LIMITED_USERS } from './engine-users.ts'

/** What the process runs. */
export const ENGINE_PROGRAM: readonly string[] = [fileURLToPath(import.meta.resolve('@logyard/engine/main'))]
/** Node loads the library of the engine by `node:ffi`. */
const NODE_OPTIONS = ['--experimental-ffi', '--disable-warning=ExperimentalWarning']

/** Without a background thread, the engine's allocator returns no memory while nothing is allocated. */
const ENGINE_ALLOCATOR = 'background_thread:true,dirty_decay_ms:200,muzzy_decay_ms:0'

export const START_LIMIT_MS = 60_000

export function spawnEngine(options: {
  readonly dataFolder: string
  readonly program: readonly string[]
  readonly users?: readonly EngineUser[]
  /** Where old messages go. */
  readonly cold?: ColdPlace | undefined
  /** A file of `ServerOptions`. */
  readonly serverFile?: string
}): ChildProcessWithoutNullStreams {
  const users = options.users ?? LIMITED_USERS.map((user) => engineUser(user, sql`default.`))
  const server = options.serverFile === undefined ? [] : ['--server', options.serverFile]
  const args = ['--data', options.dataFolder, '--users', JSON.stringify(users), ...server]
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...options.program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Our own environment contains secrets and is not passed on.
    env: {
      ...ALLOCATOR_ENV,
      JE_MALLOC_CONF: ENGINE_ALLOCATOR,
      ...compileCacheEnv(),
      ...libraryPathEnv(),
      ...(options.cold && { [COLD_ENV]: JSON.stringify(options.cold) }),
    },
  })
  // The pipe only tells the engine that the server is running; it may break at any moment.
  child.stdin.on('error', () => undefined)
  return child
}

/** Resolves once the process has ended, or could not be started. */
export function untilEnded(running: ChildProcess, log: Log, stopping: AbortSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    running.once('exit', (code, signal) => {
      log[stopping.aborted ? 'info' : 'error']({ code, signal }, 'engine ended')
      resolve()
    })
    running.once('error', (error) => {
      log.error({ err: error }, 'engine could not be started')
      resolve()
    })
  })
}

/** What happens first: the process listens (it writes a line to stdout), the start takes too long, or it ends. */
export async function firstOutcome(
  running: ChildProcessWithoutNullStreams,
  ended: Promise<void>,
  clock: Clock,
  signal: AbortSignal,
) {
  const lines = createInterface({ input: running.stdout })
  const listening = once(lines, 'line', { signal }).then(() => 'listening' as const)
  const tooLate = clock.sleep(START_LIMIT_MS, signal).then(() => 'too late' as const)
  for (const promise of [listening, tooLate]) promise.catch(() => undefined)
  return await Promise.race([listening, tooLate, ended])
}
