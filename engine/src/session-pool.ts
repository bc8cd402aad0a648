import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drainPending } from 'chdb'
import type { EngineOptions } from './engine-options.ts'
import { createEngineSession, type EngineSession } from './engine-session.ts'
import { createQueryQueue, type Lane } from './query-queue.ts'
import { writeUsersFile } from './role.ts'

const CONFIG = join(import.meta.dirname, '..', 'config.xml')

export type SessionPool = Awaited<ReturnType<typeof openSessionPool>>

/** The data folder is in use by another engine, or libchdb cannot open it. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused'
}

/** Opens the data folder, which libchdb locks for this process, and keeps a fixed number of sessions on it. */
export async function openSessionPool(options: EngineOptions) {
  const folder = join(options.data, 'store')
  const pipes = join(options.data, 'pipes')
  await mkdir(folder, { recursive: true })
  await rm(pipes, { recursive: true, force: true })
  await mkdir(pipes)
  const pipePaths = Array.from({ length: options.sessions }, (_, at) => join(pipes, `${at}`))
  // Node has no function for it.
  await promisify(execFile)('mkfifo', ['-m', '600', ...pipePaths])

  const users = join(options.data, 'users.xml')
  await writeUsersFile(users, options.roles)
  const connectionArgs = [
    `--max_server_memory_usage=${options.maxMemoryBytes}`,
    '--max_query_size=67108864',
    `--config-file=${CONFIG}`,
    `--users_config=${users}`,
  ]
  const baseSettings = new Map([
    ['max_execution_time', String(options.maxQuerySeconds)],
    ['max_memory_usage', String(options.maxQueryBytes)],
  ])
  const open = (pipePath: string) => {
    try {
      return createEngineSession({ folder, connectionArgs, baseSettings, pipePath })
    } catch (error) {
      throw new DataFolderRefused(`The folder ${folder} is in use by another engine or damaged`, { cause: error })
    }
  }
  const control = open('')
  const watcher = open('')
  const sessions = pipePaths.map(open)
  const idle = [...sessions]
  const queue = createQueryQueue({
    slots: options.sessions,
    reservedPerLane: options.reservedPerLane,
    maxWaiting: options.maxWaiting,
  })

  return {
    control,
    /** For the process's own queries, which do not wait for requests. */
    watcher,
    get runningCount() {
      return queue.runningCount
    },
    /** Runs the work with a session that no other request uses meanwhile. */
    async use<Result>(
      lane: Lane,
      signal: AbortSignal,
      work: (session: EngineSession) => Promise<Result>,
    ): Promise<Result> {
      using _turn = await queue.turn(lane, signal)
      const session = idle.pop()
      if (session === undefined) throw new Error('a turn was given without a session')
      try {
        return await work(session)
      } finally {
        idle.push(session)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const session of [control, watcher, ...sessions]) session.close()
      await drainPending()
      await rm(pipes, { recursive: true, force: true })
    },
  }
}
