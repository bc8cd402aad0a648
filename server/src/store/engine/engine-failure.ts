import { ClickHouseError } from '@clickhouse/client'
import { LogyardError } from '../../platform/errors.ts'

export const engineUnavailable = (options?: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'engine-unavailable',
    'Elasticsearch is unavailable. Check your configuration and logs for more information.',
    options,
  )

const engineOverloaded = (options?: ErrorOptions) =>
  new LogyardError(
    'overloaded',
    'engine-overloaded',
    'Too many searches are waiting already. Try again later.',
    options,
  )

const TOO_MANY_SIMULTANEOUS_QUERIES = '202'

/** Network errors when nothing answers, or when the connection breaks during the answer. */
const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The failure of a call to the engine as callers should see it: an unavailable engine is an expected failure. */
export function engineFailure(error: unknown): unknown {
  if (error instanceof ClickHouseError) {
    return error.code === TOO_MANY_SIMULTANEOUS_QUERIES ? engineOverloaded({ cause: error }) : error
  }
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const isLost = LOST_CONNECTION.has(code) || error.message === 'Timeout error.'
  return isLost ? engineUnavailable({ cause: error }) : error
}
