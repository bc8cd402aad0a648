import { RULE_TYPES, type RuleType } from '@logyard/contract/streams/stream-rules'
import { expect, test } from 'vitest'
import { exampleFor } from './example-for-rules.ts'

const rule = (type: RuleType, field: string, value: string, inverted = false) => ({ type, field, value, inverted })
const { EXACT, REGEX, GREATER, SMALLER, PRESENCE, CONTAINS, MATCH_INPUT } = RULE_TYPES

test.each([
  { rules: [rule(SMALLER, 'level', '4')], fields: { level: 3 } },
  { rules: [rule(GREATER, 'level', '4')], fields: { level: 5 } },
  { rules: [rule(GREATER, 'level', '2'), rule(SMALLER, 'level', '4')], fields: { level: 3 } },
  { rules: [rule(SMALLER, 'level', '4', true)], fields: { level: 4 } },
  { rules: [rule(EXACT, 'app', 'cart', true)], fields: { app: 'other' } },
  { rules: [rule(EXACT, 'app', 'cart'), rule(PRESENCE, 'app', '')], fields: { app: 'cart' } },
  { rules: [rule(CONTAINS, 'message', 'timeout')], fields: { message: 'timeout' } },
  { rules: [rule(PRESENCE, 'user', '')], fields: { user: 'example' } },
  { rules: [rule(MATCH_INPUT, '', 'abc')], fields: { gl2_source_input: 'abc' } },
  { rules: [rule(REGEX, 'path', '^/(api|web)/v\\d{2}/[a-z]+\\.json$')], fields: { path: '/api/v11/a.json' } },
])('an example for the rules $rules has $fields', ({ rules, fields }) => {
  expect(JSON.parse(exampleFor(rules))).toMatchObject(fields)
})

test('a pattern that repeats itself without end makes a short example', () => {
  expect(exampleFor([rule(REGEX, 'a', `${'('.repeat(60)}a${'{100})'.repeat(60)}`)]).length).toBeLessThan(2000)
})
