/** What a filter box of a list means: every chunk must hold; a chunk holds when one of its values does. */
export interface ListQuery {
  readonly chunks: readonly ListQueryChunk[]
}

export interface ListQueryChunk {
  readonly field: string
  readonly negated: boolean
  readonly values: readonly ListQueryValue[]
}

export interface ListQueryValue {
  /** `contains` ignores case; the others compare as they stand. */
  readonly operator: 'contains' | 'equals' | 'greater' | 'greater-or-equal' | 'less' | 'less-or-equal'
  readonly text: string
}
