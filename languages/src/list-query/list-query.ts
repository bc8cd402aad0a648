/** The query of a list's filter box: every chunk must match; a chunk matches if any of its values does. */
export interface ListQuery {
  readonly chunks: readonly ListQueryChunk[]
}

export interface ListQueryChunk {
  readonly field: string
  readonly negated: boolean
  readonly values: readonly ListQueryValue[]
}

export interface ListQueryValue {
  /** `contains` ignores case; the others are case-sensitive. */
  readonly operator: 'contains' | 'equals' | 'greater' | 'greater-or-equal' | 'less' | 'less-or-equal'
  readonly text: string
}
