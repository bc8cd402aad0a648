import { DatabaseError } from 'pg'
import { LogyardError } from '../../errors.ts'

/** PostgreSQL's own codes: https://www.postgresql.org/docs/current/errcodes-appendix.html; `LY…` are the store's. */
export const SQLSTATE = {
  taken: 'LY001',
  readAgain: 'LY002',
  layoutChanged: 'LY003',
  conflict: 'LY004',
  canceled: '57014',
  lockUnavailable: '55P03',
} as const

/** The server goes down, is starting, is a copy that takes no writes, has no connection left, or knows us not (yet). */
const ABSENT = new Set([
  '28000',
  '28P01',
  '3D000',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '25P03',
  '53300',
  '40001',
  '40P01',
])
const DISK_FULL = '53100'

export const isSqlState = (error: unknown, ...codes: readonly string[]): error is DatabaseError =>
  error instanceof DatabaseError && error.code !== undefined && codes.includes(error.code)

/** Errors of the network have codes, those of the library only texts. */
const LOST = /connection|timeout|timed out|took too long|not queryable/i

/** The statement has no outcome that is known; any other error says that nothing was changed. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return error.code === undefined || error.code.startsWith('08') || ABSENT.has(error.code)
  }
  if (!(error instanceof Error) || error.name !== 'Error') return error instanceof AggregateError
  return ('code' in error && typeof error.code === 'string') || LOST.test(error.message)
}

export const settingsUnreachable = (address: string, cause: unknown) =>
  new LogyardError(
    'unavailable',
    'settings-unreachable',
    `The settings cannot be reached: PostgreSQL at ${address} does not answer (${reasonOf(cause)})`,
    { cause },
  )

const settingsBusy = (cause: unknown) =>
  new LogyardError('unavailable', 'settings-busy', 'PostgreSQL took too long, and nothing was changed. Try again.', {
    cause,
    retryAfterSeconds: 1,
  })

const settingsNotWritten = (cause: unknown) =>
  new LogyardError(
    'unavailable',
    'settings-not-written',
    'The disk of PostgreSQL is full, and nothing was changed. Free some space and try again.',
    { cause },
  )

/** As callers of the store know it. */
export function foreseen(error: unknown): unknown {
  if (isSqlState(error, SQLSTATE.canceled, SQLSTATE.lockUnavailable)) return settingsBusy(error)
  if (isSqlState(error, DISK_FULL)) return settingsNotWritten(error)
  return error
}

export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
