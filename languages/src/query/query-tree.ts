/**
 * What a query means, for whatever is made of it: SQL, a test of one message, highlights, warnings.
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

/** The field that was named. A clause without one is tried on every field and matches when one of them does. */
export interface FieldRef {
  /** Unescaped. In a pattern `*` stands for any characters and `?` for one; see `matchesFieldName`. */
  readonly name: string
  readonly pattern: boolean
  readonly span: Span
}

/** Every message: nothing, `*` or `*:*`. */
export interface AllNode {
  readonly kind: 'all'
}

/**
 * All of `must`, none of `mustNot`, and at least one of `should` when `must` is empty and `should` is not. Only
 * `mustNot` is everything else; at least one list has something in it.
 */
export interface BoolNode {
  readonly kind: 'bool'
  readonly must: readonly QueryNode[]
  readonly should: readonly QueryNode[]
  readonly mustNot: readonly QueryNode[]
  readonly span: Span
}

/** One word, or a run of bare words with one blank between them. Text: any of its tokens. Else: the whole value. */
export interface TermNode {
  readonly kind: 'term'
  readonly field?: FieldRef
  readonly text: string
  readonly span: Span
}

/** Text: the tokens in this order, moved by at most `slop` positions altogether. Else: the whole value. */
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
  /** Never empty, never `any` alone, no two `any` or two literals side by side. */
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

/** A token of a text, or a whole value, at most so many edits away; swapping two neighbours is one edit. */
export interface FuzzyNode {
  readonly kind: 'fuzzy'
  readonly field?: FieldRef
  readonly text: string
  readonly edits: FuzzyEdits
  readonly span: Span
}
export type FuzzyEdits = 0 | 1 | 2

/** At least one end is there; with neither it is an `exists`. */
export interface RangeNode {
  readonly kind: 'range'
  /** Only `[a TO b]` can stand without a field; `>a` without one is a word. */
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
