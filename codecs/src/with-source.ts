import type { Decode, Decoded, RawMessage } from './codec.ts'
import { type Configuration, textSetting } from './config-fields.ts'

/** Names the source of every message as all inputs do: `override_source`, else the sender's word, else the peer. */
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

/** Most sources begin with a visible character: only the others are worth a trimmed copy. */
const isBlank = (source: string): boolean => !(source.charCodeAt(0) > 32) && source.trim() === ''
