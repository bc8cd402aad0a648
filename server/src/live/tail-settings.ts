/** A live tail as workers see it, and the matches that they return with each block. */
export interface TailSettings {
  readonly id: number
  readonly query: string
  /** The fields with stored numbers, of those that the query names. */
  readonly numberFields: readonly string[]
  /** The message must be in at least one of these. */
  readonly streams: readonly string[]
  /** The share of the matches to send; 1 for all. */
  readonly share: number
  /** Whether hits have highlight ranges. */
  readonly isHighlighted: boolean
}

export interface TailMatches {
  /** The id of the tail. */
  readonly tail: number
  readonly matched: number
  /** The sampled matches, as JSON of `MessageHit`. */
  readonly hits: readonly string[]
  /** The message ids of the hits. */
  readonly ids: readonly string[]
  /** The id of the last matching message, sampled or not. */
  readonly lastId: string
}
