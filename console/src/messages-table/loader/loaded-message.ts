/** A message to test rules or extractors with. */
export interface LoadedMessage {
  /** Absent for a message that is not stored. */
  readonly stored?: StoredMessage
  readonly fields: Readonly<Record<string, unknown>>
}

export interface StoredMessage {
  readonly index: string
  readonly id: string
}
