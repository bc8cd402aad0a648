import type { FieldValue } from '@logyard/codecs/codec'
import { CORE_FIELDS, FIELD } from '@logyard/contract/messages/message-fields'
import type { QueryableMessage } from '@logyard/languages/query/compile-predicate'
import type { RowFacts } from '../../store/messages/encode-rows.ts'
import { fieldOf, type ReadableMessage } from '../../store/messages/message.ts'
import { digitsOf } from './known-templates.ts'

const OWN: readonly string[] = [FIELD.id, ...CORE_FIELDS, FIELD.streams, FIELD.messageId, FIELD.accountedSize]
const OF_ORIGIN: readonly string[] = [FIELD.sourceInput, FIELD.sourceNode, FIELD.remoteIp, FIELD.remotePort]

/** The fields of a message as they are stored, without those that every message has. */
export interface StoredFields {
  get(name: string): FieldValue | undefined
  keys(): Iterable<string>
}

/** A message that is being processed as queries see it: with the names and values that it will have in one index. */
export function queryable(
  message: ReadableMessage,
  fields: StoredFields,
  facts: RowFacts,
  at: number,
): QueryableMessage {
  const get = (name: string): unknown => {
    switch (name) {
      case FIELD.id:
        return facts.ids.id
      case FIELD.index:
        return facts.indexes[at]
      case FIELD.timestamp:
        return message.timestampMs
      case FIELD.streams:
        return message.streams
      case FIELD.messageId:
        return facts.ids.gl2MessageId
      case FIELD.accountedSize:
        return facts.accountedSize
      case FIELD.pattern:
        return digitsOf(facts.template)
      default:
        return fieldOf(message, name, fields)
    }
  }
  let names: ReadonlySet<string> | undefined
  return {
    get,
    analyzer: facts.analyzers[at] ?? 'standard',
    names() {
      names ??= new Set([
        ...OWN,
        ...OF_ORIGIN.filter((name) => fieldOf(message, name, fields) !== undefined),
        ...fields.keys(),
      ])
      return names
    },
  }
}
