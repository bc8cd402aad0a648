/** A parsed expression. Flags such as `(?i)` are applied to the nodes that they cover. */
export type RegexNode =
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'character'; readonly codePoint: number; readonly caseless: Caseless }
  | { readonly kind: 'class'; readonly set: CharacterSet; readonly caseless: Caseless }
  /** Matches an empty text at some places; `source` is JavaScript. */
  | { readonly kind: 'place'; readonly source: string }
  /** Matches a text that no character class describes, such as `\R`; `source` is JavaScript. */
  | { readonly kind: 'text'; readonly source: string }
  | RegexGroup
  | { readonly kind: 'look'; readonly isAhead: boolean; readonly isNegated: boolean; readonly body: RegexNode }
  | RegexRepeat
  | { readonly kind: 'backReference'; readonly group: number; readonly caseless: Caseless }

export interface RegexGroup {
  readonly kind: 'group'
  /** Counted from 1, as in Java; undefined if the group does not capture. */
  readonly capture: number | undefined
  readonly isAtomic: boolean
  readonly body: RegexNode
}

export interface RegexRepeat {
  readonly kind: 'repeat'
  readonly body: RegexNode
  readonly min: number
  readonly max: number
  readonly mode: RepeatMode
}

export type RepeatMode = 'greedy' | 'lazy' | 'possessive'

/** Java's `(?i)` folds only ASCII letters; `(?iu)` folds all. */
export type Caseless = 'no' | 'ascii' | 'unicode'

export type CharacterSet =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** The part between the brackets of a JavaScript class. */
  | { readonly kind: 'source'; readonly source: string; readonly isNegated: boolean }
  | { readonly kind: 'union'; readonly members: readonly CharacterSet[]; readonly isNegated: boolean }
  | { readonly kind: 'intersection'; readonly operands: readonly CharacterSet[]; readonly isNegated: boolean }

export interface JavaRegex {
  readonly pattern: string
  readonly root: RegexNode
  /** Where each group begins in the pattern, in their order. */
  readonly groupStarts: readonly number[]
  readonly groupNames: ReadonlyMap<string, number>
  /** Groups that the expression itself refers to. */
  readonly referenced: ReadonlySet<number>
}
