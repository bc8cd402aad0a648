import type { Codec, Decode, Decoded, RawMessage } from './codec.ts'
import { type Configuration, overrideSourceField, textSetting } from './config-fields.ts'

/** A codec whose only setting is `override_source`. */
export const sourcedCodec = (id: string, name: string, decode: Decode): Codec => ({
  ...{ id, name, configuration: { override_source: overrideSourceField } },
  create: (configuration) => withSource(configuration, decode),
})

/** Sets the source of every message: `override_source`, else the sender's value, else the address of the peer. */
export function withSource(configuration: Configuration, decode: Decode): Decode {
  const override = textSetting(configuration, 'override_source')
  return (raw) => nameSource(decode(raw), raw, override)
}

function nameSource(decoded: Decoded, raw: RawMessage, override: string | undefined): Decoded {
  if (!decoded.ok) return decoded
  for (const message of decoded.messages) {
    if (override !== undefined) message.source = override
    else if (isBlank(message.source)) message.source = raw.remoteAddress === '' ? 'unknown' : raw.remoteAddress
  }
  return decoded
}

/** Most sources begin with a visible character; only the others need trimming. */
const isBlank = (source: string): boolean => !(source.charCodeAt(0) > 32) && source.trim() === ''
