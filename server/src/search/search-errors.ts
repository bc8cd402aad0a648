import { ClickHouseError } from '@clickhouse/client'
import { LogyardError } from '../platform/errors.ts'
import { clickHouseErrorOf, failureForUsers } from '../store/engine/engine-failure.ts'

/** The maximum number of messages that can be paged through. */
export const RESULT_WINDOW = 10_000

/** The whole query is refused. */
export const queryRefused = (message: string) => new LogyardError('failed', 'query-refused', message)

/** One search type is refused; the others of its query run. */
export const searchTypeRefused = (message: string) => new LogyardError('failed', 'search-type-refused', message)

/** The message quotes only the start of a refused text, because each search type repeats the message. */
const QUOTED_CHARACTERS = 500

export function queryTextRefused(text: string, reason: string): LogyardError {
  const quoted = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text
  return new LogyardError('invalid', 'query-text-refused', `Failed to parse query [${quoted}]: ${reason}`)
}

export const resultWindowExceeded = () =>
  new LogyardError(
    'failed',
    'result-window-exceeded',
    `Result window is too large, from + size must be less than or equal to: [${RESULT_WINDOW}]`,
  )

export const fieldUnsortable = (field: string) =>
  new LogyardError(
    'failed',
    'field-not-sortable',
    `Fielddata is disabled on text fields by default: [${field}] is analysed for full text search and cannot be sorted or aggregated`,
  )

export const fieldUnknownToSort = (field: string) =>
  new LogyardError('failed', 'field-unknown-to-sort', `No mapping found for [${field}] in order to sort on`)

const searchTooSlow = (seconds: number, options: ErrorOptions) =>
  new LogyardError(
    'failed',
    'search-too-slow',
    `The search was stopped because it took longer than ${seconds} seconds. Choose a shorter time range or a narrower query.`,
    options,
  )

const searchTooLarge = (options: ErrorOptions) =>
  new LogyardError(
    'failed',
    'search-too-large',
    'The search was stopped: it exceeded the memory limit of a search. Choose a shorter time range or fewer groups.',
    options,
  )

const searchTooComplex = (options: ErrorOptions) =>
  new LogyardError(
    'failed',
    'search-too-complex',
    'The search has too many conditions: use fewer words, wildcards or series.',
    options,
  )

const patternRefused = (detail: string, options: ErrorOptions) =>
  new LogyardError(
    'failed',
    'search-pattern-refused',
    `A regular expression of the query cannot be used: ${detail}`,
    options,
  )

/** The execution was cancelled before its end. */
export const searchCancelled = () =>
  new LogyardError('failed', 'search-cancelled', 'The search was cancelled before it was done.')

export const isCancelled = (error: LogyardError): boolean => error.code === 'search-cancelled'

export const isTooSlow = (error: unknown): boolean => error instanceof LogyardError && error.code === 'search-too-slow'

const CODE = { timeout: '159', memory: '241', regex: '427', tooManyRows: '158' } as const
/** Too many or too deeply nested subqueries, syntax elements or parser calls. */
const TOO_COMPLEX: ReadonlySet<string> = new Set(['162', '167', '168', '306'])

/** A statement exceeded its limit of rows to read or to group by. */
export const isTooManyRows = (error: unknown): boolean => clickHouseErrorOf(error)?.code === CODE.tooManyRows

/** Translates the failure of a statement for the user of the search. */
export function engineSearchFailure(
  error: unknown,
  signal: AbortSignal,
  limits: { readonly seconds: number },
): unknown {
  if (signal.aborted) return signal.reason
  if (!(error instanceof ClickHouseError)) return error
  if (TOO_COMPLEX.has(error.code)) return searchTooComplex({ cause: error })
  switch (error.code) {
    case CODE.timeout:
      return searchTooSlow(limits.seconds, { cause: error })
    case CODE.memory:
      return searchTooLarge({ cause: error })
    case CODE.regex:
      return patternRefused(error.message, { cause: error })
    default:
      return failureForUsers(error)
  }
}
