import type { Codec, Decode, DecodedMessage, PayloadDocument, RawMessage } from './codec.ts'
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
    const named = visitor && {
      take: (document: PayloadDocument) => visitor.take(document),
      message: (message: DecodedMessage) => visitor.message(nameSource(message, raw, override)),
    }
    const decoded = decode(raw, named)
    if (decoded.ok) for (const message of decoded.messages) nameSource(message, raw, override)
    return decoded
  }
}

function nameSource(message: DecodedMessage, raw: RawMessage, override: string | undefined): DecodedMessage {
  if (override !== undefined) message.source = override
  else if (isBlank(message.source)) message.source = raw.remoteAddress === '' ? 'unknown' : raw.remoteAddress
  return message
}

/** Most sources begin with a visible character; only the others need trimming. */
const isBlank = (source: string): boolean => !(source.charCodeAt(0) > 32) && source.trim() === ''
