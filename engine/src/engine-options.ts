import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EngineUser, readUsers } from './engine-users.ts'

export type EngineOptions = {
  readonly data: string
  readonly maxMemoryBytes: number
  readonly users: readonly EngineUser[]
  readonly server: ServerOptions
}

/** What makes the process one server of several: without it, it listens for HTTP only, on a free port, with fresh passwords. */
export interface ServerOptions {
  readonly httpPort?: number
  /** The port of ClickHouse's own protocol, by which servers speak with each other. */
  readonly tcpPort?: number
  readonly passwords?: Readonly<Record<string, string>>
  /** More elements of the configuration, as XML. */
  readonly config?: string
}

export const USAGE = `usage: node main.ts --data FOLDER
  --max-memory-bytes N   limit of the whole engine (40 % of the machine's memory)
  --users JSON           users besides the owner, see src/engine-users.ts (none)
  --server FILE          JSON of what a server of a cluster needs, for tests, see src/engine-options.ts (none)`

/** Reads the command line; the message of its errors is for the user who wrote it. */
export function readEngineOptions(args: readonly string[]): EngineOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      'max-memory-bytes': { type: 'string' },
      users: { type: 'string', default: '[]' },
      server: { type: 'string' },
    },
  })
  if (values.data === undefined) throw new Error('--data is needed')
  // Without a limit on the process some systems return 0, others a number larger than any machine's memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
  const limit = values['max-memory-bytes'] ?? `${Math.floor(memory * 0.4)}`
  if (!/^[1-9]\d{0,14}$/.test(limit)) throw new Error(`--max-memory-bytes must be a whole number, not '${limit}'`)
  const server: ServerOptions = values.server === undefined ? {} : JSON.parse(readFileSync(values.server, 'utf8'))
  return { data: resolve(values.data), maxMemoryBytes: Number(limit), users: readUsers(values.users), server }
}
