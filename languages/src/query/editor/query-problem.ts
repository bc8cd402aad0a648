import type { QueryFix } from '../query-fix.ts'
import type { Span } from '../query-tree.ts'

/** A part of a valid query that probably does not find what the user wants, or that is worth an explanation. */
export type QueryProblem = Span & {
  /** Absent where only the user knows what was intended. */
  readonly fix?: QueryFix
} & (
    | { readonly code: 'unknown-field'; readonly field: string; readonly similar: string | undefined }
    | { readonly code: 'value-does-not-fit'; readonly field: string; readonly type: string; readonly value: string }
    /** A number with a unit, for a field whose unit is not known. */
    | { readonly code: 'unit-does-not-fit'; readonly field: string; readonly value: string }
    /** A number with a unit was converted to the unit of the field. */
    | { readonly code: 'unit-read'; readonly field: string; readonly value: string; readonly number: string }
    | { readonly code: 'level-comparison'; readonly least: string; readonly most: string }
    /** Patterns match texts only. */
    | { readonly code: 'pattern-does-not-fit'; readonly field: string; readonly type: string }
    /** `and`, `or` and `not` are words; operators are upper case. */
    | { readonly code: 'lower-case-operator'; readonly word: string }
    | { readonly code: 'undeclared-parameter'; readonly name: string }
    /** `^` and `$` are ordinary characters: an expression always has to match the whole value. */
    | { readonly code: 'anchor-in-regex'; readonly sign: string }
    /** `service=cart` is a word; a comparison has a colon. */
    | { readonly code: 'comparison-as-text'; readonly written: string }
    /** Two slashes of a path enclose a regular expression. */
    | { readonly code: 'path-as-regex'; readonly regex: string }
    /** A regular expression seems to be intended, but has no closing slash. */
    | { readonly code: 'regex-as-text' }
  )

export interface KnownToQuery {
  /** Types by field name, as in the list of fields: `long`, `string`, `date`, ... */
  readonly types: ReadonlyMap<string, string>
  /** Whether any message has a number in the field. */
  readonly holdsNumbers: (field: string) => boolean
  readonly parameters: ReadonlySet<string>
}

/** Fields that any message can have, even if they are not listed. */
const ALWAYS_KNOWN = /^(?:_id|_index|message|full_message|source|timestamp|streams|gl2_.*)$/

export const isKnownField = (name: string, { types }: KnownToQuery): boolean =>
  types.has(name) || ALWAYS_KNOWN.test(name)
