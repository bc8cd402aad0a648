/** Tools that cut texts and search in them. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { nullable, refusedBody } from '../http/envelope.ts'
import { operation, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveInt } from '../http/primitive.ts'
import { area, toolPattern, toolText } from './parser-tool.ts'

export const CutTest = Type.Object(
  {
    successful: Type.Boolean(),
    cut: nullable(Type.String()),
    begin_index: Type.Integer(),
    end_index: Type.Integer({ description: 'Exclusive' }),
  },
  { title: 'CutTest' },
)
export type CutTest = Static<typeof CutTest>

const fromOne = { description: 'From 1' }
const splitInput = { string: toolText, split_by: toolPattern({ minLength: 1 }) }

export const SplitAndIndexTestRequest = Type.Object(
  { ...splitInput, index: primitiveInt(fromOne) },
  { title: 'SplitAndIndexTestRequest', additionalProperties: false },
)

const splitTester = {
  area,
  path: '/tools/split_and_index_tester',
  summary: 'Split a text and take one part',
  access: signedIn,
  answers: { 200: CutTest, 400: refusedBody },
} as const

export const testSplitAndIndex = operation({
  ...splitTester,
  id: 'tools.split_and_index',
  method: 'POST',
  audit: READS_ONLY,
  body: SplitAndIndexTestRequest,
})
export const testSplitAndIndexByQuery = operation({
  ...splitTester,
  id: 'tools.split_and_index_get',
  method: 'GET',
  query: Type.Object({ ...splitInput, index: int(fromOne) }),
})

export const SubstringTestRequest = Type.Object(
  { string: toolText, start: primitiveInt({ description: 'From 0' }), end: primitiveInt({ description: 'Exclusive' }) },
  { title: 'SubstringTestRequest', additionalProperties: false },
)

const substringTester = {
  area,
  path: '/tools/substring_tester',
  summary: 'Take a part of a text by its position',
  access: signedIn,
  answers: { 200: CutTest, 400: refusedBody },
} as const

export const testSubstring = operation({
  ...substringTester,
  id: 'tools.substring',
  method: 'POST',
  audit: READS_ONLY,
  body: SubstringTestRequest,
})
export const testSubstringByQuery = operation({
  ...substringTester,
  id: 'tools.substring_get',
  method: 'GET',
  query: Type.Object({
    string: toolText,
    begin_index: int({ minimum: 0 }),
    end_index: int({ minimum: 1, description: 'Exclusive' }),
  }),
})

const containsInput = { string: toolText, search_string: toolPattern() }

export const ContainsStringTestRequest = Type.Object(containsInput, {
  title: 'ContainsStringTestRequest',
  additionalProperties: false,
})
export const ContainsStringTest = Type.Object(
  {
    matched: Type.Boolean(),
    match: Type.Optional(
      Type.Object(
        { start: Type.Integer(), end: Type.Integer() },
        { description: 'The first occurrence; absent without one' },
      ),
    ),
    search_string: Type.String(),
    string: Type.String(),
  },
  { title: 'ContainsStringTest' },
)
export type ContainsStringTest = Static<typeof ContainsStringTest>

const containsTester = {
  area,
  path: '/tools/contains_string_tester',
  summary: 'Find a text in another; case matters',
  access: signedIn,
  answers: { 200: ContainsStringTest, 400: refusedBody },
} as const

export const testContainsString = operation({
  ...containsTester,
  id: 'tools.contains',
  method: 'POST',
  audit: READS_ONLY,
  body: ContainsStringTestRequest,
})
export const testContainsStringByQuery = operation({
  ...containsTester,
  id: 'tools.contains_get',
  method: 'GET',
  query: Type.Object(containsInput),
})
