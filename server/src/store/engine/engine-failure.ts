/** Failures of the engine, as callers and users see them. The engine may be a server that others run, or not be one at all. */
import { ClickHouseError } from '@clickhouse/client'
import { ParseError } from 'typebox/value'
import { LogyardError } from '../../platform/errors.ts'

/** A restart takes less time; what reads messages waits for it. */
export const READY_WITHIN_MS = 20_000

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

/** `shard` is counted from 0. */
export const shardMissing = (shard: number) =>
  new LogyardError(
    'unavailable',
    'shard-unavailable',
    `Shard ${shard + 1} of the ClickHouse cluster is unavailable: none of its replicas that have all messages responds.`,
  )

export const isShardMissing = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === 'shard-unavailable'

const ACCESS_DENIED = '497'

/** The user of the statement lacks a right. */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof LogyardError && error.cause instanceof ClickHouseError && error.cause.code === ACCESS_DENIED

/** The response is one of ClickHouse, but not to this statement. */
export const engineRowsUnusable = (reason: string) => engineUnavailable({ cause: new Error(reason) })

/** Error codes of ClickHouse for files that it cannot read: wrong checksums, and what does not unpack. */
const DAMAGE_CODES: ReadonlySet<string> = new Set(['40', '246', '271'])

/** The engine cannot read its own files. */
export const isDamage = ({ code }: ClickHouseError): boolean => DAMAGE_CODES.has(code)

/** An error of the engine that has no meaning of its own for users. */
export const isEngineRefused = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === 'engine-refused'

/** The text of the error may quote the statement: only the log has it. */
const engineRefused = (error: ClickHouseError) => {
  const named = `error ${error.code}${error.type === undefined ? '' : ` (${error.type})`} of ClickHouse`
  const message = isDamage(error)
    ? `Messages in the message store are damaged: ${named}. Other time ranges can be searched. The log names the file; restore its messages from a backup.`
    : `The message store refuses the statement: ${named}. The log has the details.`
  return new LogyardError('unavailable', 'engine-refused', message, { cause: error })
}

/** An error of the S3 client: only old messages are in a bucket. */
const S3_ERROR = '499'

const coldStorageUnreachable = (options: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'cold-storage-unreachable',
    'A part of the messages is in cold storage, which cannot be read at present. Choose a newer time range, or try again later. The log has the details.',
    options,
  )

const TOO_MANY_SIMULTANEOUS_QUERIES = '202'

/**
 * The failure of a call to the engine. An error that the engine reports stays as it is, because its code may be
 * expected. With anything else there was no answer, or not one of ClickHouse.
 */
export function engineFailure(error: unknown): unknown {
  if (error instanceof LogyardError) return error
  if (error instanceof ClickHouseError) {
    return error.code === TOO_MANY_SIMULTANEOUS_QUERIES ? engineOverloaded({ cause: error }) : error
  }
  return engineUnavailable({ cause: error })
}

/** The same for users: an error that nobody expected says its code. */
export function failureForUsers(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return error
  return error.code === S3_ERROR ? coldStorageUnreachable({ cause: error }) : engineRefused(error)
}

/** The error that the engine reported, also behind one for users. */
export function clickHouseErrorOf(error: unknown): ClickHouseError | undefined {
  const reported = error instanceof LogyardError ? error.cause : error
  return reported instanceof ClickHouseError ? reported : undefined
}

/** Calls the engine for users: whatever is wrong with the answer is said in words. */
export async function answeredForUsers<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    // The answer has another form than the one that was asked for.
    throw error instanceof ParseError ? engineUnavailable({ cause: error }) : failureForUsers(error)
  }
}
