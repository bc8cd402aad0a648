import { hasLongNumbers, isJsonObject, parseJson, parseJsonExactly, wholeNumber } from '@logyard/codecs/json-text'
import type { JsonTree } from '@logyard/languages/rules/values/rule-json'

/** All that `JSON.parse` returns. */
const isTree = (value: unknown): value is JsonTree => value !== undefined

/** The tree of JSON, with all digits of whole numbers of 64 bits; undefined if the text is not JSON. */
export function jsonTreeOf(text: string): JsonTree | undefined {
  if (text.trim() === '') return undefined
  if (hasLongNumbers(text)) return withWholeNumbers(parseJsonExactly(text))
  const parsed = parseJson(text)
  return isTree(parsed) ? parsed : undefined
}

function withWholeNumbers(value: unknown): JsonTree | undefined {
  const whole = wholeNumber(value)
  if (whole !== undefined) return whole
  if (Array.isArray(value)) return value.map((item) => withWholeNumbers(item) ?? null)
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withWholeNumbers(item) ?? null]))
  }
  return isTree(value) ? value : undefined
}
