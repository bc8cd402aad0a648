import type { FieldValue } from '@logyard/codecs/codec'
import * as contract from '@logyard/contract/parser-tools/structure-tools'
import type { FastifyInstance } from 'fastify'
import { flattenJson } from '../extractors/extraction/flatten-json.ts'
import type { GrokPatterns } from '../grok/grok-patterns.ts'
import { jsonOf, textOf } from '../grok/grok-values.ts'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { lookUpNow } from '../lookup/lookup-now.ts'
import type { LookupTables } from '../lookup/lookup-tables.ts'
import { resultOnWire } from '../lookup/result-on-wire.ts'
import type { RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import { jsonTooLarge } from './parser-tool-errors.ts'

export interface StructureToolDeps {
  readonly grok: Pick<GrokPatterns, 'try'>
  readonly lookupTables: LookupTables
}

interface GrokInput {
  readonly pattern: string
  readonly string: string
  readonly named_captures_only?: boolean
}

type JsonInput = Partial<contract.JsonTestRequest> &
  Pick<contract.JsonTestRequest, 'string' | 'list_separator' | 'key_separator' | 'kv_separator'>

export function structureToolRoutes(api: FastifyInstance, { grok, lookupTables }: StructureToolDeps): void {
  async function tryGrok({ pattern, string, ...input }: GrokInput, run: RunOptions): Promise<contract.GrokTest> {
    const { named_captures_only: namedCapturesOnly = false } = input
    const { problem, captures } = await grok.try(pattern, string, { namedCapturesOnly, run })
    const matches = Array.from(captures ?? [], ([name, value]) => ({ name, match: textOf(value) }))
    const error = problem === undefined ? {} : { error_message: problem }
    return { matched: matches.length > 0, matches, pattern, string, ...error }
  }

  async function lookUp(
    { lookup_table_name, string }: { readonly lookup_table_name: string; readonly string: string },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<contract.LookupTableTest> {
    // A caller without the permission must not learn which tables exist.
    const table = caller.holds('lookuptables:read') ? lookupTables.find(lookup_table_name) : undefined
    if (table === undefined) {
      const error_message = `Lookup table <${lookup_table_name}> doesn't exist`
      return { empty: true, error: true, error_message, key: null, value: null }
    }
    const result = await lookUpNow(table, string.trim(), signal)
    const { single_value: value } = resultOnWire(result)
    const error_message = result.hasError ? `The lookup in table <${lookup_table_name}> failed` : ''
    return { empty: value === null, error: result.hasError, error_message, key: string, value }
  }

  serve(api, contract.testGrok, ({ body, caller: { userId }, signal }) => tryGrok(body, { userId, signal }))
  serve(api, contract.testGrokByQuery, ({ query, caller: { userId }, signal }) => tryGrok(query, { userId, signal }))
  serve(api, contract.testJson, ({ body }) => readJson(body))
  serve(api, contract.testJsonByQuery, ({ query }) => readJson(query))
  serve(api, contract.testLookupTable, ({ body, caller, signal }) => lookUp(body, caller, signal))
  serve(api, contract.testLookupTableByQuery, ({ query, caller, signal }) => lookUp(query, caller, signal))
}

function readJson(input: JsonInput): contract.JsonTest {
  const { string, flatten = false, list_separator, key_separator, kv_separator } = input
  const fields = fieldsOf(string, {
    flatten,
    listSeparator: list_separator,
    keySeparator: key_separator,
    kvSeparator: kv_separator,
    replaceKeyWhitespace: input.replace_key_whitespace ?? false,
    keyWhitespaceReplacement: input.key_whitespace_replacement ?? '',
    keyPrefix: input.key_prefix ?? '',
  })
  const matches = Object.fromEntries(Array.from(fields, ([name, value]) => [name, jsonOf(value)]))
  return { matches, flatten, line_separator: list_separator, key_separator, kv_separator, string }
}

function fieldsOf(text: string, options: Parameters<typeof flattenJson>[1]): ReadonlyMap<string, FieldValue> {
  try {
    return flattenJson(text, options) ?? new Map()
  } catch (error) {
    // The object exceeds a limit, which the message names.
    if (error instanceof Error) throw jsonTooLarge(error.message)
    throw error
  }
}
