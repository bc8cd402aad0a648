import type { FieldValue } from './codec.ts'

/** A message as encoders write it. */
export interface OutgoingMessage {
  readonly timestampMs: number
  readonly receivedAtMs: number
  readonly source: string
  readonly message: string
  /** All other fields. */
  readonly fields: ReadonlyMap<string, FieldValue>
}
