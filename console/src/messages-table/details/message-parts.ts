/** Divides the fields of a message into the parts of its details. */
import { FIELD, HIDDEN_FIELDS, isInternalName } from '@logyard/contract/messages/message-fields'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { identifierFields } from '../fields/identifier-fields.ts'
import { isTraceField } from './stack-trace.ts'

export interface MessageParts {
  /** Long texts with several lines, such as a stack trace. */
  readonly traces: readonly string[]
  readonly identifiers: readonly string[]
  readonly others: readonly string[]
  /** How the message was received and stored. */
  readonly internal: readonly string[]
}

const SHOWN_ABOVE: ReadonlySet<string> = new Set([FIELD.message, FIELD.timestamp])

export function messageParts(message: MessageDocument): MessageParts {
  const names = Object.keys(message)
    .filter((name) => message[name] !== null && message[name] !== undefined)
    .sort()
  const internal = names.filter(isInternalName)
  const own = names.filter((name) => !isInternalName(name) && !HIDDEN_FIELDS.has(name) && !SHOWN_ABOVE.has(name))
  const traces = own.filter((name) => isTraceField(name, message[name], message.message ?? ''))
  const identifiers = identifierFields(own.filter((name) => !traces.includes(name)))
  const others = own.filter((name) => !traces.includes(name) && !identifiers.includes(name))
  return { traces, identifiers, others, internal }
}
