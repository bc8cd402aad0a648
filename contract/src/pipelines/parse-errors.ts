/** What the sources of rules and pipelines can have wrong. */
import { type Static, Type } from 'typebox'

export const PARSE_ERROR_TYPES = [
  'syntax_error',
  'undeclared_function',
  'undeclared_variable',
  'wrong_number_of_arguments',
  'missing_required_param',
  'must_name_optional_params',
  'incompatible_argument_type',
  'incompatible_type',
  'incompatible_types',
  'incompatible_index_type',
  'non_indexable',
  'invalid_operation',
  'invalid_function_argument',
] as const
export type ParseErrorType = (typeof PARSE_ERROR_TYPES)[number]

export const ParseError = Type.Object(
  {
    type: Type.Enum(PARSE_ERROR_TYPES),
    line: Type.Integer({ description: 'From 1' }),
    position_in_line: Type.Integer({ description: 'From 0: where the invalid part begins, in UTF-16 code units' }),
    reason: Type.String({ description: 'A sentence for the author of the source' }),
  },
  { title: 'ParseError' },
)
export type ParseError = Static<typeof ParseError>

/** The body of a 400 for a source that does not parse. */
export const ParseErrors = Type.Array(ParseError, { title: 'ParseErrors', description: 'By line and position' })
