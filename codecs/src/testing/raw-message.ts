import type { Decoded, DecodedMessage, RawMessage } from '../codec.ts'

export const RECEIVED_AT = Date.parse('2026-06-15T10:00:00.000Z')

/** A payload from 192.0.2.7, received in mid-2026 by default. */
export function rawMessage(payload: string | Uint8Array, given: Partial<RawMessage> = {}): RawMessage {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  return { payload: bytes, receivedAtMs: RECEIVED_AT, remoteAddress: '192.0.2.7', remotePort: 51_000, ...given }
}

/** A message as test tables compare it: time as text, and fields at the top level. */
export function seen(decoded: Decoded): unknown {
  if (!decoded.ok) return decoded.reason
  const [message] = decoded.messages
  return message === undefined || decoded.messages.length > 1 ? decoded.messages.map(plain) : plain(message)
}

function plain({ timestampMs, source, message, fields }: DecodedMessage): unknown {
  return { time: new Date(timestampMs).toISOString(), source, message, ...fields }
}
