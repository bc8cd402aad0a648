/** Values of JSON documents as results of lookups have them. Whole numbers keep all digits. */
import { isJsonObject, jsonText, wholeNumber } from '@logyard/codecs/json-text'

/** The numbers that JavaScript cannot hold become bigints. The value comes from `parseJsonExactly`. */
export function plainJson(value: unknown): unknown {
  const number = wholeNumber(value)
  if (number !== undefined) return number
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainJson(inner)]))
}

export const itemText = (value: unknown): string => (typeof value === 'string' ? value : (jsonText(value) ?? ''))
