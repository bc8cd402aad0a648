/**
 * The meaning of a query, from which SQL, predicates, highlights and warnings are compiled.
 * Positions are UTF-16 offsets into the text of the query.
 */
export type QueryNode =
  | AllNode
  | BoolNode
  | TermNode
  | PhraseNode
  | WildcardNode
  | RegexNode
  | FuzzyNode
  | RangeNode
  | ExistsNode

export interface Span {
  readonly from: number
  readonly to: number
}

/** The named field. A clause without one matches if any field matches. */
export interface FieldRef {
  /** Unescaped. In a pattern `*` stands for any characters and `?` for one. */
  readonly name: string
  readonly pattern: boolean
  readonly span: Span
}

/** Every message: nothing, `*` or `*:*`. */
export interface AllNode {
  readonly kind: 'all'
}

/**
 * All of `must`, none of `mustNot` and, if `must` is empty and `should` is not, at least one of `should`. With `mustNot`
 * alone, all other messages match. At least one list is not empty.
 */
export interface BoolNode {
  readonly kind: 'bool'
  readonly must: readonly QueryNode[]
  readonly should: readonly QueryNode[]
  readonly mustNot: readonly QueryNode[]
  readonly span: Span
}

/** One word, or several bare words joined by spaces. Matches any of its tokens in a text, or a whole value. */
export interface TermNode {
  readonly kind: 'term'
  readonly field?: FieldRef
  readonly text: string
  readonly span: Span
}

/** Matches the tokens in this order in a text, moved by at most `slop` positions in total, or a whole value. */
export interface PhraseNode {
  readonly kind: 'phrase'
  readonly field?: FieldRef
  readonly text: string
  readonly slop: number
  readonly span: Span
}

/** Matches a whole token of a text, or a whole value. `one` and `literal` count Unicode characters. */
export interface WildcardNode {
  readonly kind: 'wildcard'
  readonly field?: FieldRef
  /** Never empty, never `any` alone, and no two adjacent `any` or literals. */
  readonly parts: readonly WildcardPart[]
  readonly span: Span
}
export type WildcardPart =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'literal'; readonly text: string }

/** Matches a whole token of a text, or a whole value. */
export interface RegexNode {
  readonly kind: 'regex'
  readonly field?: FieldRef
  /** As written between the slashes; `translateRegex` has accepted it, also in lower case. */
  readonly pattern: string
  readonly span: Span
}

/** Matches a token of a text, or a whole value, within `edits` edits; swapping two adjacent characters is one edit. */
export interface FuzzyNode {
  readonly kind: 'fuzzy'
  readonly field?: FieldRef
  readonly text: string
  readonly edits: FuzzyEdits
  readonly span: Span
}
export type FuzzyEdits = 0 | 1 | 2

/** Has at least one end; without any it would be an `exists`. */
export interface RangeNode {
  readonly kind: 'range'
  /** Only `[a TO b]` is possible without a field; `>a` without one is a word. */
  readonly field?: FieldRef
  readonly lower?: RangeEnd
  readonly upper?: RangeEnd
  readonly span: Span
}
export interface RangeEnd {
  readonly text: string
  readonly inclusive: boolean
}

/** The field has a value. */
export interface ExistsNode {
  readonly kind: 'exists'
  readonly field: FieldRef
  readonly span: Span
}
