import { CORE_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'

/** Keys that the payload's own rules read, or that nobody may set. */
const NOT_FIELDS = new Set(['version', 'host', 'short_message', 'message', 'full_message', 'timestamp', 'level'])
for (const name of ['facility', 'file', 'line', 'source']) NOT_FIELDS.add(name)

const MOST_REMEMBERED = 5000
const remembered = new Map<string, string>()

/**
 * The field that a key becomes, or '' when it becomes none. Senders repeat their keys, and cutting the underscore off
 * anew for each message costs more than all other rules, so answers are remembered.
 */
export function gelfFieldName(key: string): string {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const name = fieldName(key)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  if (key.length <= 256) remembered.set(key, name)
  return name
}

function fieldName(key: string): string {
  if (NOT_FIELDS.has(key)) return ''
  const name = key.length > 1 && key.startsWith('_') ? key.slice(1) : key
  // The payload's `host`, `short_message` and `timestamp` win over `_source`, `_message` and `_timestamp`.
  return CORE_FIELDS.has(name) || UNSETTABLE_FIELDS.has(name) ? '' : name
}
