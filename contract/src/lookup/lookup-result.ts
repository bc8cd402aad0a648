import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'

/** The time to live of a result that does not expire. Clients compare its digits, so it must not become a double. */
export const NO_TTL = 9_223_372_036_854_775_807n

export const LookupResult = Type.Object(
  {
    single_value: Type.Unknown({ description: 'A text, a number, true or false, or null' }),
    multi_value: nullable(Type.Record(Type.String(), Type.Unknown())),
    string_list_value: nullable(Type.Array(Type.String())),
    has_error: Type.Boolean(),
    ttl: Type.Unsafe<number | bigint>({
      type: 'integer',
      description: 'Milliseconds; 9223372036854775807 if the result does not expire',
    }),
  },
  { title: 'LookupResult' },
)
export type LookupResult = Static<typeof LookupResult>
