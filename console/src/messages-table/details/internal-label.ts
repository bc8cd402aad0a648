import { FIELD } from '@logyard/contract/messages/message-fields'
import type { useText } from '../../base/text/text.tsx'

const LABELS = {
  [FIELD.sourceInput]: 'messages.internal.input',
  [FIELD.sourceNode]: 'messages.internal.node',
  [FIELD.remoteIp]: 'messages.internal.remoteIp',
  [FIELD.remotePort]: 'messages.internal.remotePort',
  [FIELD.remoteHostname]: 'messages.internal.remoteHostname',
  [FIELD.messageId]: 'messages.internal.messageId',
  [FIELD.accountedSize]: 'messages.internal.size',
  [FIELD.sourceCollector]: 'messages.internal.collector',
  gl2_receive_timestamp: 'messages.internal.received',
  gl2_processing_timestamp: 'messages.internal.processed',
  gl2_original_timestamp: 'messages.internal.originalTime',
  gl2_processing_error: 'messages.internal.error',
} as const

/** The plain name of a field that the server sets; any other field keeps its own name. */
export function internalLabel(name: string, t: ReturnType<typeof useText>): string {
  const known = Object.entries(LABELS).find(([field]) => field === name)
  return known === undefined ? name : t(known[1])
}
