/** Encodes a message in JSON as searches return it, for live tails and outputs. */

import type { RowFacts } from '../../store/messages/encode-rows.ts'
import { encodeScalar, encodeValue, quote } from '../../store/messages/encode-value.ts'
import type { Message } from '../../store/messages/message.ts'

/** The message as a search hit in one of its indices. */
export function encodeHit(message: Message, facts: RowFacts, at: number, highlightRanges: string): string {
  const index = quote(facts.indexes[at] ?? '')
  const document = encodeDocument(message, facts)
  return `{"message":${document},"index":${index},"highlight_ranges":${highlightRanges},"decoration_stats":null}`
}

/** The message without anything that depends on the index. */
export function encodeDocument(message: Message, facts: RowFacts): string {
  const { fields } = message
  let document =
    `"_id":"${facts.ids.id}","timestamp":"${new Date(message.timestampMs).toISOString()}",` +
    `"source":${quote(message.source)},"message":${quote(message.message)},"streams":${encodeValue(message.streams)},` +
    `"gl2_source_input":${quote(message.inputId)},"gl2_source_node":${quote(message.nodeId)},` +
    `"gl2_message_id":${quote(facts.ids.gl2MessageId)},"gl2_accounted_message_size":${facts.accountedSize}`
  if (message.remoteAddress !== '') document += `,"gl2_remote_ip":${quote(message.remoteAddress)}`
  if (message.remotePort > 0) document += `,"gl2_remote_port":${encodeScalar(message.remotePort)}`
  for (const [name, value] of fields) {
    // Already written from `facts`.
    if (name !== 'gl2_message_id') document += `,"${name}":${encodeValue(value)}`
  }
  return `{${document}}`
}
