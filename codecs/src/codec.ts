/** What every codec is: bytes that were framed already become messages. No sockets, no clock, nothing that waits. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'

/** Whole numbers beyond 2^53 are bigint, so that they are stored digit for digit. */
export type Scalar = string | number | bigint | boolean
export type FieldValue = Scalar | readonly Scalar[]

/** One payload as an input received it. */
export interface RawMessage {
  readonly payload: Uint8Array
  readonly receivedAtMs: number
  /** Empty when there is no peer, as for a generator. */
  readonly remoteAddress: string
  /** 0 when there is none. */
  readonly remotePort: number
}

/** A message as a codec reads it: names and values as the sender wrote them, not yet checked or trimmed. */
export interface DecodedMessage {
  /** Milliseconds since 1970; the codec falls back to `receivedAtMs` where its format allows. */
  timestampMs: number
  source: string
  message: string
  fields: Record<string, FieldValue>
  /**
   * Where it lies among what its payload holds, broken parts counted too: it stays the same once they can be read, and
   * so does the message's id. Absent where nothing can be broken before it: its place among the messages.
   */
  place?: number
}

/** Why a payload is no message: `reason` is one word for the counters, `detail` is for the person who looks. */
export interface DecodeFailure {
  readonly ok: false
  readonly reason: string
  readonly detail: string
}
/** One payload may hold many messages, and some of them may be broken while the others are good. */
export interface DecodeSuccess {
  readonly ok: true
  readonly messages: readonly DecodedMessage[]
  readonly failures?: readonly DecodeFailure[]
}
export type Decoded = DecodeSuccess | DecodeFailure

/** Never throws for what it is given. */
export type Decode = (raw: RawMessage) => Decoded

export interface Codec {
  /** The name on the wire: `gelf`, `syslog`. */
  readonly id: string
  readonly name: string
  readonly configuration: ConfigRequest
  /** Reads the configuration once; a value of the wrong type is as good as none. */
  create(configuration: Readonly<Record<string, unknown>>): Decode
}
