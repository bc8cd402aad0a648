/** Tools that take several fields out of a text: grok and JSON; and the tool that looks up a key. */
import { type Static, Type } from 'typebox'
import { nullable, refusedBody } from '../http/envelope.ts'
import { holds, operation, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'
import { area, MAX_TOOL_TEXT, toolPattern, toolText } from './parser-tool.ts'

const grokInput = { string: toolText, pattern: toolPattern() }

export const GrokTestRequest = Type.Object(
  { ...grokInput, named_captures_only: primitiveBoolean() },
  { title: 'GrokTestRequest', additionalProperties: false },
)
export const GrokTest = Type.Object(
  {
    matched: Type.Boolean(),
    matches: Type.Array(Type.Object({ name: Type.String(), match: Type.String() })),
    pattern: Type.String(),
    string: Type.String(),
    error_message: Type.Optional(Type.String({ description: 'Why the pattern is invalid' })),
  },
  { title: 'GrokTest' },
)
export type GrokTest = Static<typeof GrokTest>

const grokTester = {
  area,
  path: '/tools/grok_tester',
  summary: 'Try a grok pattern on a text',
  access: signedIn,
  answers: { 200: GrokTest, 400: refusedBody },
} as const

export const testGrok = operation({
  ...grokTester,
  id: 'tools.grok',
  method: 'POST',
  audit: READS_ONLY,
  body: GrokTestRequest,
})
export const testGrokByQuery = operation({
  ...grokTester,
  id: 'tools.grok_get',
  method: 'GET',
  query: Type.Object({ ...grokInput, named_captures_only: Type.Optional(Type.Boolean()) }),
})

const jsonText = Type.String({ minLength: 1, maxLength: MAX_TOOL_TEXT, description: 'The text to work on' })
const separator = toolPattern({ minLength: 1 })
const jsonInput = {
  string: jsonText,
  list_separator: separator,
  key_separator: separator,
  kv_separator: separator,
}

export const JsonTestRequest = Type.Object(
  {
    ...jsonInput,
    flatten: primitiveBoolean(),
    replace_key_whitespace: primitiveBoolean(),
    key_whitespace_replacement: toolPattern(),
    key_prefix: toolPattern(),
  },
  { title: 'JsonTestRequest', additionalProperties: false },
)
export type JsonTestRequest = Static<typeof JsonTestRequest>

export const JsonTest = Type.Object(
  {
    matches: Type.Record(Type.String(), Type.Unknown(), { description: 'Values by field' }),
    flatten: Type.Boolean(),
    line_separator: Type.String({ description: 'The list separator' }),
    key_separator: Type.String(),
    kv_separator: Type.String(),
    string: Type.String(),
  },
  { title: 'JsonTest' },
)
export type JsonTest = Static<typeof JsonTest>

const jsonTester = {
  area,
  path: '/tools/json_tester',
  summary: 'Take the fields out of a JSON object',
  access: signedIn,
  answers: { 200: JsonTest, 400: refusedBody },
} as const

export const testJson = operation({
  ...jsonTester,
  id: 'tools.json',
  method: 'POST',
  audit: READS_ONLY,
  body: JsonTestRequest,
})
export const testJsonByQuery = operation({
  ...jsonTester,
  id: 'tools.json_get',
  method: 'GET',
  query: Type.Object({
    ...jsonInput,
    flatten: Type.Optional(Type.Boolean()),
    replace_key_whitespace: Type.Optional(Type.Boolean()),
    key_whitespace_replacement: Type.Optional(toolPattern()),
    key_prefix: Type.Optional(toolPattern()),
  }),
})

const lookupInput = { string: toolText, lookup_table_name: toolPattern() }

export const LookupTableTestRequest = Type.Object(lookupInput, {
  title: 'LookupTableTestRequest',
  additionalProperties: false,
})
export const LookupTableTest = Type.Object(
  {
    empty: Type.Boolean(),
    error: Type.Boolean(),
    error_message: Type.String(),
    key: nullable(Type.String()),
    value: nullable(Type.Unknown()),
  },
  { title: 'LookupTableTest' },
)
export type LookupTableTest = Static<typeof LookupTableTest>

const lookupTableTester = {
  area,
  path: '/tools/lookup_table_tester',
  summary: 'Look up a key in a lookup table',
  answers: { 200: LookupTableTest, 400: refusedBody },
} as const

export const testLookupTable = operation({
  ...lookupTableTester,
  id: 'tools.lookup_table',
  method: 'POST',
  access: holds('lookuptables:read'),
  audit: READS_ONLY,
  body: LookupTableTestRequest,
})
export const testLookupTableByQuery = operation({
  ...lookupTableTester,
  id: 'tools.lookup_table_get',
  method: 'GET',
  access: signedIn,
  query: Type.Object(lookupInput),
})
