import { compileRule } from '@logyard/languages/rules/compile-rule'
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import recorded from './testing/recorded-expressions.json' with { type: 'json' }
import { createTestRun, VALID_NAME } from './testing/test-run.ts'

const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))

const fieldValue = (value: unknown): RuleValue => {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(fieldValue)
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

const fields = Object.fromEntries(
  Object.entries(recorded.message)
    .filter(([name]) => VALID_NAME.test(name))
    .map(([name, value]) => [name, fieldValue(value)]),
)

/** What the expression gives to a field of the message. */
function outcomeOf(expression: string): unknown {
  const run = createTestRun(fields)
  const source = `rule "r" when true then set_field("r", ${expression}); end`
  const compiled = compileRule(source, { functions, tools: run.tools })
  if (!compiled.ok) return { parse_errors: typesOf(compiled.errors.map(({ type }) => type)) }
  try {
    compiled.rule.execute(run)
  } catch (error) {
    if (error instanceof Error) return { value: null, failed: true }
    throw error
  }
  const value = plain(run.message.field('r'))
  return { value: value === '' ? null : value }
}

const typesOf = (types: readonly string[]) => [...new Set(types)].toSorted()

/** As JSON has it. */
function plain(value: RuleValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'string') return value.trim()
  if (value instanceof RuleJson) return value.tree === undefined ? null : JSON.parse(value.toText())
  if (value instanceof RuleObject) return value.toText()
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([key, item]) => [key, plain(item)]))
  return Array.isArray(value) ? value.map(plain) : value
}

const APACHE_LINE = String.raw`127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a.gif HTTP/1.0\" 200 2326 \"http://r/\" \"Moz\"`

interface Difference {
  readonly ours: unknown
  readonly reason: string
}

const TEXT_OF_URL = 'a URL has its text, as when it is stored in a field'
const WHOLE_NUMBERS = 'whole numbers of messages are Longs, and compare by value'

const DIFFERENCES: ReadonlyMap<string, Difference> = new Map([
  ['to_string(to_url("http://a.b/c"))', { ours: 'http://a.b/c', reason: TEXT_OF_URL }],
  ['to_string(to_url("http://a.b/c?d"))', { ours: 'http://a.b/c?d', reason: TEXT_OF_URL }],
  ['to_url("nonsense", "http://d.e/f").host', { ours: 'd.e', reason: 'an invalid URL gives the default' }],
  ['is_long($message.num)', { ours: true, reason: WHOLE_NUMBERS }],
  ['$message.num == 42', { ours: true, reason: WHOLE_NUMBERS }],
  [
    'murmur3_32("éÉ ﬁ 😀x")',
    { ours: '784f609c', reason: 'the reference computes a wrong hash for characters of four bytes' },
  ],
  ['grok_exists("WOR")', { ours: false, reason: 'a part of a name is not the name of a pattern' }],
  [
    `grok(pattern:"%{COMBINEDAPACHELOG}", value:"${APACHE_LINE}", only_named_captures:true)`,
    {
      ours: expect.objectContaining({ clientip: '127.0.0.1', timestamp: '2000-10-10T20:55:36.000Z' }),
      reason: 'dates that grok reads are written as all dates are, with milliseconds',
    },
  ],
  ["'x'", { ours: 'x', reason: 'a character is a text' }],
  ['0x1F', { ours: 31, reason: 'hexadecimal numbers have a value' }],
])

test.each(recorded.expressions)('$expression', ({ expression, ...answer }) => {
  const difference = DIFFERENCES.get(expression)
  const { parse_errors: errors } = answer
  const known = errors === undefined ? answer : { parse_errors: typesOf(errors) }
  const outcome = outcomeOf(expression)
  if (difference === undefined) expect(outcome).toEqual(known)
  else {
    expect(outcome, difference.reason).toEqual({ value: difference.ours })
    expect(outcome, 'no difference any more').not.toEqual(known)
  }
})

test('every difference is that of a recorded expression', () => {
  const expressions = new Set(recorded.expressions.map(({ expression }) => expression))
  expect([...DIFFERENCES.keys()].filter((expression) => !expressions.has(expression))).toEqual([])
})
