import { CORE_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'

/** Keys that are not fields: the codec reads them itself, or they cannot be set. */
const NOT_FIELDS = new Set(['version', 'host', 'short_message', 'message', 'full_message', 'timestamp', 'level'])
for (const name of ['facility', 'file', 'line', 'source']) NOT_FIELDS.add(name)

const MAX_CACHED = 5000
const cachedNames = new Map<string, string>()

/**
 * The field name for a key, or '' if the key is dropped. Cached: senders repeat their keys, and stripping the
 * underscore costs more than all other rules.
 */
export function gelfFieldName(key: string): string {
  const cached = cachedNames.get(key)
  if (cached !== undefined) return cached
  const name = fieldName(key)
  if (cachedNames.size >= MAX_CACHED) cachedNames.clear()
  if (key.length <= 256) cachedNames.set(key, name)
  return name
}

function fieldName(key: string): string {
  if (NOT_FIELDS.has(key)) return ''
  const name = key.length > 1 && key.startsWith('_') ? key.slice(1) : key
  // The payload's `host`, `short_message` and `timestamp` win over `_source`, `_message` and `_timestamp`.
  return CORE_FIELDS.has(name) || UNSETTABLE_FIELDS.has(name) ? '' : name
}
