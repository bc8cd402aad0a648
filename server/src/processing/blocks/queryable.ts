import type { QueryableMessage } from '@logyard/languages/query/compile-predicate'
import { fieldOf, type Message } from '../../store/messages/message.ts'
import type { RowFacts } from './encode-row.ts'

const OWN: readonly string[] = ['_id', 'timestamp', 'source', 'message', 'streams', 'gl2_message_id']
const OF_ORIGIN: readonly string[] = ['gl2_source_input', 'gl2_source_node', 'gl2_remote_ip', 'gl2_remote_port']

/**
 * A message on its way as queries see it: under the names, and with the values, that it will have in the store, in one
 * of its indices.
 */
export function queryable(message: Message, facts: RowFacts, at: number): QueryableMessage {
  const get = (name: string): unknown => {
    switch (name) {
      case '_id':
        return facts.ids.id
      case '_index':
        return facts.indexes[at]
      case 'timestamp':
        return message.timestampMs
      case 'streams':
        return message.streams
      case 'gl2_message_id':
        return facts.ids.gl2MessageId
      case 'gl2_accounted_message_size':
        return facts.accountedSize
      case 'gl2_pattern':
        return facts.template
      default:
        return fieldOf(message, name)
    }
  }
  return {
    get,
    analyzer: facts.analyzers[at] ?? 'standard',
    names() {
      const origin = OF_ORIGIN.filter((name) => fieldOf(message, name) !== undefined)
      return new Set([...OWN, 'gl2_accounted_message_size', ...origin, ...message.fields.keys()])
    },
  }
}
