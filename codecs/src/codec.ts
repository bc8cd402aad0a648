/** Codecs turn framed bytes into messages. No sockets, no clock, nothing asynchronous. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'

/** Integers beyond 2^53 are bigints, to keep all digits. */
export type Scalar = string | number | bigint | boolean
export type FieldValue = Scalar | readonly Scalar[]

/** One payload as an input received it. */
export interface RawMessage {
  readonly payload: Uint8Array
  readonly receivedAtMs: number
  /** Empty if there is no peer, as for a generator. */
  readonly remoteAddress: string
  /** 0 if there is none. */
  readonly remotePort: number
}

/** A decoded message: names and values as the sender wrote them, not yet checked or trimmed. */
export interface DecodedMessage {
  /** Milliseconds since 1970. Some codecs fall back to `receivedAtMs`. */
  timestampMs: number
  source: string
  message: string
  fields: Record<string, FieldValue>
  /**
   * The position in the payload, counting broken parts too, so that it does not change once they can be decoded. The
   * message's id is derived from it. Absent if no part before it can be broken: then it is the index of the message.
   */
  place?: number
}

/** Why a payload could not be decoded: `reason` is one word for counters, `detail` is for users. */
export interface DecodeFailure {
  readonly ok: false
  readonly reason: string
  readonly detail: string
}
/** A payload may have many messages, some of them broken. */
export interface DecodeSuccess {
  readonly ok: true
  readonly messages: readonly DecodedMessage[]
  readonly failures?: readonly DecodeFailure[]
}
export type Decoded = DecodeSuccess | DecodeFailure

/** Bounds the memory of the messages of one payload, in bytes. */
export interface PayloadBudget {
  left(): number
  /** Deducts `bytes`; returns false if so many are not left. */
  spend(bytes: number): boolean
}

/** What decides about a message of a JSON document besides the names: the values of these top-level names. */
export interface DocumentRules {
  /** Names whose values may be the time of the message. */
  readonly timeKeys: readonly string[]
  /** Their usual form: an ISO date-time, or a number of seconds since 1970, which may be written as a text. */
  readonly timeForm: 'iso' | 'seconds'
  /** Names whose values become numbers, even texts, unless they are negative. */
  readonly naturalKeys: readonly string[]
}

/** A JSON document in a payload, before it is parsed. It is valid during the call that it is given to. */
export interface PayloadDocument {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  /** The place of its message, if it has one. */
  readonly place: number
  /** Documents of the same kind are decoded alike: what else the payload says about them is the same. */
  readonly kind: string
  readonly rules: DocumentRules
  /** The budget of the payload. A visitor that takes the document spends what decoding would have spent. */
  readonly budget: PayloadBudget
  /** A payload whose only document is this text, of the same kind. */
  payloadOf(text: string): Uint8Array
}

/** Gets the parts of a payload one by one, in their order. */
export interface PayloadVisitor {
  /** Returns whether the document was taken: then it is not decoded. */
  take(document: PayloadDocument): boolean
  /** The message has its place. */
  message(message: DecodedMessage): void
}

/**
 * Never throws because of a payload. Once a visitor has been given a part, a part that cannot be read is a failure of its
 * own: those before it are stored. A codec that supports visitors gives the messages to the visitor and returns none; a
 * codec that does not ignores the visitor.
 */
export type Decode = (raw: RawMessage, visitor?: PayloadVisitor) => Decoded

export interface Codec {
  /** The id in API and journal: `gelf`, `syslog`. */
  readonly id: string
  readonly name: string
  readonly configuration: ConfigRequest
  /** Reads the configuration once; values of the wrong type count as missing. */
  create(configuration: Readonly<Record<string, unknown>>): Decode
}
