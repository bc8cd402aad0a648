/** The JSON of maps and lists, which fields hold as a text. */
import { RuleObject, type RuleValue } from '../rule-values.ts'
import { RuleJson } from './rule-json.ts'

/** Lists may contain one list many times: the JSON of a small value may be endless. */
const MAX_JSON_CHARACTERS = 8 * 1024 * 1024

/** Whole numbers have all their digits. Dates, addresses and so on are texts. Throws if the JSON is too long. */
export function jsonOfValue(value: RuleValue): string {
  if (typeof value === 'bigint') return String(value)
  // JSON has neither infinity nor NaN: they become null.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof RuleJson) return value.tree === undefined ? 'null' : value.toText()
  if (value instanceof RuleObject) return JSON.stringify(value.toText())
  if (!(value instanceof Map)) return `[${joined(value, jsonOfValue)}]`
  return `{${joined(value, ([key, item]) => `${JSON.stringify(key)}:${jsonOfValue(item)}`)}}`
}

function joined<Item>(items: Iterable<Item>, jsonOf: (item: Item) => string): string {
  let json = ''
  for (const item of items) {
    json += json === '' ? jsonOf(item) : `,${jsonOf(item)}`
    if (json.length > MAX_JSON_CHARACTERS) {
      throw new Error(`The JSON of the value has more than ${MAX_JSON_CHARACTERS} characters`)
    }
  }
  return json
}
