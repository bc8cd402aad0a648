import { ClickHouseError } from '@clickhouse/client'

/** Error codes of the engine for rows that it cannot read. All other errors are faults of the engine. */
const ROW_CODES: ReadonlySet<string> = new Set([
  '6', // CANNOT_PARSE_TEXT
  '25', // CANNOT_PARSE_ESCAPE_SEQUENCE
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '33', // CANNOT_READ_ALL_DATA
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '70', // CANNOT_CONVERT_TYPE
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '130', // CANNOT_READ_ARRAY_FROM_TEXT
  '131', // TOO_LARGE_STRING_SIZE
  '168', // longer than the engine accepts
  '307', // TOO_MANY_BYTES
  '321', // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  '349', // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  '376', // CANNOT_PARSE_UUID
  '467', // CANNOT_PARSE_BOOL
])

/** Error codes of the engine for inserts that need too much time or memory. Smaller ones may succeed. */
const LIMIT_CODES: ReadonlySet<string> = new Set([
  '159', // TIMEOUT_EXCEEDED
  '160', // TOO_SLOW
  '241', // MEMORY_LIMIT_EXCEEDED
])

export const isTooMuchAtOnce = (error: unknown): boolean =>
  error instanceof ClickHouseError && LIMIT_CODES.has(error.code)

export function isAboutRows(error: unknown): error is ClickHouseError {
  return error instanceof ClickHouseError && (ROW_CODES.has(error.code) || error.message.includes('(at row '))
}
