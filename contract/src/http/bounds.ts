/** Bounds for the numbers, lists and texts of a request. Larger ones are refused before a handler runs. */
import { type TNumberOptions, Type } from 'typebox'

/** The largest whole number of the reference API. */
export const MAX_INT = 2 ** 31 - 1
/** A whole number of a request. */
export const int = (options: TNumberOptions = {}) => Type.Integer({ minimum: -MAX_INT, maximum: MAX_INT, ...options })
/** A whole number of a request that may be large: bytes, milliseconds, counts. */
export const long = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options })
/** A number of a request that may have a fraction. */
export const decimal = (options: TNumberOptions = {}) =>
  Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options })

/** Limit of lists that people enter one by one, and of lists of stream ids, of which there may be thousands. */
export const MAX_LIST = 1000
export const MAX_STREAMS = 10_000

/** Limit of lists of users, indices and metrics: programs may name all of them. */
export const MAX_NAMED = 10_000
/** A role may name thousands of streams one by one. */
export const MAX_PERMISSIONS = 10_000

/** Limit of a pivot: each series and grouping makes the statement longer and slower to analyse. */
export const MAX_SERIES = 100
export const MAX_GROUPINGS = 10
export const MAX_SORTS = 10
export const MAX_DECORATORS = 100

/** Limit of names of users, and of passwords: a longer password would cost time to hash. */
export const MAX_USERNAME = 200
export const MAX_PASSWORD = 4096
