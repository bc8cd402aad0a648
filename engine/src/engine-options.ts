import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EngineUser, readUsers } from './engine-users.ts'

export type EngineOptions = {
  readonly data: string
  readonly maxMemoryBytes: number
  readonly users: readonly EngineUser[]
}

export const USAGE = `usage: node main.ts --data FOLDER
  --max-memory-bytes N   limit of the whole engine (40 % of the machine's memory)
  --users JSON           users besides the owner, see src/engine-users.ts (none)`

/** Reads the command line; the message of its errors is for the user who wrote it. */
export function readEngineOptions(args: readonly string[]): EngineOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      'max-memory-bytes': { type: 'string' },
      users: { type: 'string', default: '[]' },
    },
  })
  if (values.data === undefined) throw new Error('--data is needed')
  // Without a limit on the process some systems return 0, others a number larger than any machine's memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
  const limit = values['max-memory-bytes'] ?? `${Math.floor(memory * 0.4)}`
  if (!/^[1-9]\d{0,14}$/.test(limit)) throw new Error(`--max-memory-bytes must be a whole number, not '${limit}'`)
  return { data: resolve(values.data), maxMemoryBytes: Number(limit), users: readUsers(values.users) }
}
