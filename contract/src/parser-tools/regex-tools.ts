/** Tools that try regular expressions in Java syntax. */
import { type Static, Type } from 'typebox'
import { nullable, refusedBody } from '../http/envelope.ts'
import { inArea, operation, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'
import { area, toolPattern, toolText } from './parser-tool.ts'

const position = {
  start: Type.Integer({ description: '-1 when the group took no part in the match' }),
  end: Type.Integer(),
}

const regexInput = { string: toolText, regex: toolPattern() }

export const RegexTestRequest = Type.Object(regexInput, { title: 'RegexTestRequest', additionalProperties: false })
export const RegexTest = Type.Object(
  {
    matched: Type.Boolean(),
    match: Type.Optional(
      Type.Object(
        { match: nullable(Type.String()), ...position },
        { description: 'The first group of the first match; absent without a match or a group' },
      ),
    ),
    regex: Type.String(),
    string: Type.String(),
  },
  { title: 'RegexTest' },
)
export type RegexTest = Static<typeof RegexTest>

export const RegexValidation = Type.Object(
  { regex: Type.String(), is_valid: Type.Boolean(), validation_message: Type.Optional(Type.String()) },
  { title: 'RegexValidation' },
)
export type RegexValidation = Static<typeof RegexValidation>

const replacement = toolPattern({ description: '$1 is the first group; empty means $1' })

export const RegexReplaceTestRequest = Type.Object(
  { ...regexInput, replacement, replace_all: primitiveBoolean() },
  { title: 'RegexReplaceTestRequest', additionalProperties: false },
)
export const RegexReplaceTest = Type.Object(
  {
    matched: Type.Boolean(),
    match: Type.Optional(
      Type.Object(
        { match: Type.String({ description: 'The whole text after the replacement' }), ...position },
        { description: 'With the position of the first group; absent without a match' },
      ),
    ),
    regex: Type.String(),
    replacement: Type.String(),
    replace_all: Type.Boolean(),
    string: Type.String(),
  },
  { title: 'RegexReplaceTest' },
)
export type RegexReplaceTest = Static<typeof RegexReplaceTest>

const regexTester = {
  area,
  path: '/tools/regex_tester',
  summary: 'Find a regular expression in a text',
  access: signedIn,
  answers: { 200: RegexTest, 400: refusedBody },
} as const

export const testRegex = operation({
  ...regexTester,
  id: 'tools.regex',
  method: 'POST',
  audit: READS_ONLY,
  body: RegexTestRequest,
})
export const testRegexByQuery = operation({
  ...regexTester,
  id: 'tools.regex_get',
  method: 'GET',
  query: Type.Object(regexInput),
})

const { get } = inArea(area)

export const validateRegex = get('/tools/regex_tester/validate', {
  id: 'tools.regex_validate',
  summary: 'Check the syntax of a regular expression',
  access: signedIn,
  query: Type.Object({ regex: toolPattern({ minLength: 1 }) }),
  answers: { 200: RegexValidation, 400: refusedBody },
})

const regexReplaceTester = {
  area,
  path: '/tools/regex_replace_tester',
  summary: 'Replace what a regular expression finds in a text',
  access: signedIn,
  answers: { 200: RegexReplaceTest, 400: refusedBody },
} as const

export const testRegexReplace = operation({
  ...regexReplaceTester,
  id: 'tools.regex_replace',
  method: 'POST',
  audit: READS_ONLY,
  body: RegexReplaceTestRequest,
})
export const testRegexReplaceByQuery = operation({
  ...regexReplaceTester,
  id: 'tools.regex_replace_get',
  method: 'GET',
  query: Type.Object({
    ...regexInput,
    replacement: Type.Optional(replacement),
    replace_all: Type.Optional(Type.Boolean()),
  }),
})
