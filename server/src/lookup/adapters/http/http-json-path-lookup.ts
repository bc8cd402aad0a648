/** One request per lookup, whose JSON response has the values: the lookups of the adapter `httpjsonpath`. */
import { firstAt, isDefinite, type JsonPath, parseJsonPath, valuesAt } from '@logyard/codecs/json-path/json-path'
import { isJsonObject, parseJsonExactly } from '@logyard/codecs/json-text'
import type { HttpJsonPathConfig } from '@logyard/contract/lookup/adapter-configs'
import { isHttp } from '../../../platform/outgoing/fetch-checked.ts'
import { emptyResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { KeyProblem } from '../key-problem.ts'
import { itemText, plainJson } from './json-values.ts'
import { type RequestSource, requireSuccess } from './request-source.ts'

const PLACEHOLDER = '$' + '{key}'
const NOT_FOUND = 404
const MAX_JSON_BYTES = 4 * 2 ** 20
const REQUEST_LIMIT_MS = 8000
const MAX_VISITED = 1_000_000
const MAX_LIST = 10_000
const MANY_VALUES = { maxVisited: MAX_VISITED, maxFound: MAX_LIST }

export type JsonPathSettings = Pick<
  HttpJsonPathConfig,
  'url' | 'single_value_jsonpath' | 'multi_value_jsonpath' | 'user_agent' | 'headers'
>

/** Throws an `Error` with a sentence if the request fails, or the response has no single value. */
export function createHttpJsonPathLookup(
  config: JsonPathSettings,
  request: RequestSource,
): (key: string, signal: AbortSignal) => Promise<LookupResult> {
  const single = parseJsonPath(config.single_value_jsonpath)
  const multi = parseOptionalPath(config.multi_value_jsonpath)
  return async (key, signal) => {
    if (single === undefined || !isDefinite(single) || multi === 'invalid') throw new Error('Invalid JSONPath.')
    const url = urlOf(config.url ?? '', key)
    const headers = headersOf(config)
    const answer = await request({ url, headers, limitMs: REQUEST_LIMIT_MS, maxBytes: MAX_JSON_BYTES, signal })
    if (answer.status === NOT_FOUND) throw new KeyProblem('The source does not have the key: status 404')
    requireSuccess(answer)
    const document = parseJsonExactly(answer.body.toString('utf8'))
    if (document === undefined) throw new Error('The response is not JSON')
    return resultOf(document, single, multi)
  }
}

/** `invalid`, or undefined without a path. */
export function parseOptionalPath(text: string | null | undefined): JsonPath | 'invalid' | undefined {
  if (text === undefined || text === null || text.trim() === '') return undefined
  return parseJsonPath(text) ?? 'invalid'
}

export function urlOf(template: string, key: string): URL {
  const text = template.replaceAll(PLACEHOLDER, () => encodeURIComponent(key))
  if (!URL.canParse(text)) throw new Error('Invalid URL.')
  const url = new URL(text)
  if (!isHttp(url)) throw new Error('Invalid URL.')
  return url
}

function headersOf({ user_agent, headers }: JsonPathSettings): Headers {
  const all = new Headers({ accept: 'application/json', 'user-agent': user_agent })
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value)
  return all
}

function resultOf(document: unknown, single: JsonPath, multi: JsonPath | undefined): LookupResult {
  const singleValue = plainJson(firstAt(document, single, MAX_VISITED))
  if (!isSingle(singleValue)) throw new KeyProblem('The response has no value at the JSONPath of the single value')
  if (multi === undefined) return { ...emptyResult(), singleValue, multiValue: { value: singleValue } }
  const found = isDefinite(multi) ? firstAt(document, multi, MAX_VISITED) : valuesAt(document, multi, MANY_VALUES)
  return { ...emptyResult(), singleValue, ...multiOf(found) }
}

const isSingle = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

function multiOf(found: unknown): Partial<LookupResult> {
  if (found === undefined || found === null) return {}
  if (Array.isArray(found)) {
    const items: readonly unknown[] = found.slice(0, MAX_LIST)
    return { multiValue: { value: items.map(plainJson) }, stringListValue: items.map(itemText) }
  }
  const value = plainJson(found)
  return { multiValue: isJsonObject(found) && isJsonObject(value) ? value : { value } }
}
