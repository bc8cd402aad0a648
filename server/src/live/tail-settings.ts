/** What a processing thread knows of a live tail, and what it answers with each block. */
export interface TailSettings {
  readonly id: number
  readonly query: string
  /** A message is in one of them. */
  readonly streams: readonly string[]
  /** Of what matches, this share is sent: 1 is everything. */
  readonly share: number
  /** Messages say where the query was found in them. */
  readonly isHighlighted: boolean
}

export interface TailMatches {
  /** The id of the tail. */
  readonly tail: number
  readonly matched: number
  /** JSON texts of `MessageHit`, those that are in the sample. */
  readonly hits: readonly string[]
  /** The ids of their messages. */
  readonly ids: readonly string[]
  /** The id of the last message that matched. */
  readonly lastId: string
}
