import type { FieldValue } from '@logyard/codecs/codec'
import type { Message } from '../../../store/messages/message.ts'

export const RECEIVED_AT = Date.parse('2026-11-22T10:36:07.722Z')

export const messageOf = (fields: Readonly<Record<string, FieldValue>>, text = 'a message'): Message => ({
  timestampMs: RECEIVED_AT,
  source: 'web-1',
  message: text,
  fields: new Map(Object.entries(fields)),
  inputId: '65f000000000000000000001',
  nodeId: '5ca1ab1e-0000-4000-8000-000000000001',
  remoteAddress: '192.0.2.7',
  remotePort: 51_000,
  receivedAtMs: RECEIVED_AT,
  place: 0,
  streams: [],
})
