/**
 * The engine's type of a stored value. A list is an array; a list of different types is an array of Dynamic.
 */
export const STORED_TYPES = [
  'String',
  'Int64',
  'UInt64',
  'Float64',
  'Bool',
  'Array(Nullable(String))',
  'Array(Nullable(Int64))',
  'Array(Nullable(Float64))',
  'Array(Nullable(Bool))',
  'Array(Dynamic)',
] as const

export type StoredType = (typeof STORED_TYPES)[number]
