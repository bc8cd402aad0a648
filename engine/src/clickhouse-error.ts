/** The exception codes that this process itself raises; all others come from the engine. */
export const CODE = {
  unsupportedMethod: 1,
  badArguments: 36,
  notImplemented: 48,
  syntaxError: 62,
  unknownFormat: 73,
  unknownSetting: 115,
  tooLarge: 168,
  tooManyQueries: 202,
  queryCancelled: 394,
  unknownParameter: 456,
  accessDenied: 497,
  unknownRole: 511,
  internal: 1002,
} as const

const NAMES: ReadonlyMap<number, string> = new Map([
  [CODE.unsupportedMethod, 'UNSUPPORTED_METHOD'],
  [CODE.badArguments, 'BAD_ARGUMENTS'],
  [CODE.notImplemented, 'NOT_IMPLEMENTED'],
  [CODE.syntaxError, 'SYNTAX_ERROR'],
  [CODE.unknownFormat, 'UNKNOWN_FORMAT'],
  [CODE.unknownSetting, 'UNKNOWN_SETTING'],
  [CODE.tooLarge, 'AST_IS_TOO_BIG'],
  [CODE.tooManyQueries, 'TOO_MANY_SIMULTANEOUS_QUERIES'],
  [CODE.queryCancelled, 'QUERY_WAS_CANCELLED'],
  [CODE.unknownParameter, 'UNKNOWN_QUERY_PARAMETER'],
  [CODE.accessDenied, 'ACCESS_DENIED'],
  [CODE.unknownRole, 'UNKNOWN_ROLE'],
  [CODE.internal, 'UNKNOWN_EXCEPTION'],
])

/** A failure in ClickHouse's format: `Code: N. DB::Exception: … (NAME)`, with the status of its HTTP interface. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError'
  readonly code: number
  readonly status: number
  constructor(code: number, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.code = code
    this.status = options?.status ?? statusOf(code)
  }
}

/** A failure of this process itself, before or around the engine. */
export function refused(code: number, text: string, options?: ErrorOptions & { status?: number }): ClickHouseError {
  const name = NAMES.get(code) ?? 'UNKNOWN_EXCEPTION'
  return new ClickHouseError(code, `Code: ${code}. DB::Exception: ${text}. (${name})`, options)
}

/** Any error of the engine as a `ClickHouseError`. Text without a code is wrapped. */
export function clickHouseError(error: unknown): ClickHouseError {
  if (error instanceof ClickHouseError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = /^Code: (\d+)\./.exec(message)?.[1]
  if (code === undefined) return refused(CODE.internal, message, { cause: error })
  return new ClickHouseError(Number(code), message, { cause: error })
}

const BAD_REQUEST = new Set([
  6, 7, 25, 26, 27, 33, 36, 38, 41, 42, 43, 44, 52, 53, 62, 69, 70, 71, 72, 117, 130, 131, 190, 349, 456, 457,
])
const NOT_FOUND = new Set([16, 20, 46, 47, 50, 56, 60, 63, 73, 79, 81, 82, 115, 511])

function statusOf(code: number): number {
  if (BAD_REQUEST.has(code)) return 400
  if (NOT_FOUND.has(code)) return 404
  switch (code) {
    case 159:
      return 408
    case 164:
    case 497:
      return 403
    case 167:
    case 168:
      return 413
    case 48:
      return 501
    case 202:
      return 503
    default:
      return 500
  }
}
