import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Role, readRoles } from './role.ts'

export type EngineOptions = {
  readonly socket: string
  readonly data: string
  readonly sessions: number
  readonly reservedPerLane: number
  readonly maxWaiting: number
  readonly maxQuerySeconds: number
  readonly maxQueryBytes: number
  readonly maxMemoryBytes: number
  readonly drainSeconds: number
  readonly roles: readonly Role[]
}

export const USAGE = `usage: node main.ts --socket PATH --data FOLDER
  --sessions N           statements that run at the same time (8)
  --reserved N           of them kept free for inserts, and as many for queries (2)
  --max-waiting N        statements that may wait per lane before code 202 (256)
  --max-query-seconds N  default max_execution_time (60)
  --max-query-bytes N    default max_memory_usage (half of max-memory-bytes)
  --max-memory-bytes N   limit of the whole engine (40 % of the machine's memory)
  --drain-seconds N      how long a stop waits for running statements (5)
  --roles JSON           roles that requests may name, see src/role.ts (none)`

/** Reads the command line; the message of its errors is for the user who wrote it. */
export function readEngineOptions(args: readonly string[]): EngineOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      socket: { type: 'string' },
      data: { type: 'string' },
      sessions: { type: 'string', default: '8' },
      reserved: { type: 'string', default: '2' },
      'max-waiting': { type: 'string', default: '256' },
      'max-query-seconds': { type: 'string', default: '60' },
      'max-query-bytes': { type: 'string' },
      'max-memory-bytes': { type: 'string' },
      'drain-seconds': { type: 'string', default: '5' },
      roles: { type: 'string', default: '[]' },
    },
  })
  if (values.socket === undefined || values.data === undefined) throw new Error('--socket and --data are needed')
  // Without a limit on the process some systems return 0, others a number larger than any machine's memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
  const maxMemoryBytes = whole('max-memory-bytes', values['max-memory-bytes'] ?? `${Math.floor(memory * 0.4)}`)
  const sessions = whole('sessions', values.sessions, 2)
  const reservedPerLane = whole('reserved', values.reserved)
  if (reservedPerLane >= sessions) throw new Error('--reserved must be less than --sessions')
  return {
    socket: resolve(values.socket),
    data: resolve(values.data),
    sessions,
    reservedPerLane,
    maxWaiting: whole('max-waiting', values['max-waiting']),
    maxQuerySeconds: whole('max-query-seconds', values['max-query-seconds']),
    maxQueryBytes: whole('max-query-bytes', values['max-query-bytes'] ?? `${Math.floor(maxMemoryBytes / 2)}`),
    maxMemoryBytes,
    drainSeconds: whole('drain-seconds', values['drain-seconds']),
    roles: readRoles(values.roles),
  }
}

function whole(name: string, text: string, least = 0): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new Error(`--${name} must be a whole number of at least ${least}, not '${text}'`)
  }
  return value
}
