import type { Codec, Decode, DecodedMessage, PayloadDocument, PayloadVisitor, RawMessage } from './codec.ts'
import { type Configuration, overrideSourceField, textSetting } from './config-fields.ts'

/** A codec whose only setting is `override_source`. */
export const sourcedCodec = (id: string, name: string, decode: Decode): Codec => ({
  ...{ id, name, configuration: { override_source: overrideSourceField } },
  create: (configuration) => withSource(configuration, decode),
})

/** Sets the source of every message: `override_source`, else the sender's value, else the address of the peer. */
export function withSource(configuration: Configuration, decode: Decode): Decode {
  const override = textSetting(configuration, 'override_source')
  return (raw, visitor) => {
    const decoded = decode(raw, visitor && new NamingVisitor(visitor, raw, override))
    if (decoded.ok) for (const message of decoded.messages) nameSource(message, raw, override)
    return decoded
  }
}

class NamingVisitor implements PayloadVisitor {
  readonly #visitor: PayloadVisitor
  readonly #raw: RawMessage
  readonly #override: string | undefined

  constructor(visitor: PayloadVisitor, raw: RawMessage, override: string | undefined) {
    this.#visitor = visitor
    this.#raw = raw
    this.#override = override
  }

  take(document: PayloadDocument): boolean {
    return this.#visitor.take(document)
  }

  message(message: DecodedMessage): void {
    this.#visitor.message(nameSource(message, this.#raw, this.#override))
  }
}

function nameSource(message: DecodedMessage, raw: RawMessage, override: string | undefined): DecodedMessage {
  if (override !== undefined) message.source = override
  else if (isBlank(message.source)) message.source = raw.remoteAddress === '' ? 'unknown' : raw.remoteAddress
  return message
}

/** Most sources begin with a visible character; only the others need trimming. */
const isBlank = (source: string): boolean => !(source.charCodeAt(0) > 32) && source.trim() === ''
