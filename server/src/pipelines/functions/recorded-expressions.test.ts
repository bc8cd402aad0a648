import type { FieldValue } from '@logyard/codecs/codec'
import { UTC } from '@logyard/codecs/time-zone'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileRule } from '@logyard/languages/rules/compile-rule'
import { expect, test } from 'vitest'
import type { Message } from '../../store/messages/message.ts'
import { createFieldSetter } from '../../store/messages/normalise-fields.ts'
import type { EvaluationEnvironment } from '../evaluation/evaluation-environment.ts'
import { createMessageRun } from '../evaluation/message-run.ts'
import type { RuleTools } from '../evaluation/rule-run.ts'
import { ruleFunctions } from './rule-functions.ts'
import recorded from './testing/recorded-expressions.json' with { type: 'json' }

const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))

/** The recorded message as processing has it: fields with invalid names are not stored. */
function messageOf(values: Readonly<Record<string, unknown>>): Message {
  const { message, source, timestamp, ...others } = values
  const fields = new Map<string, FieldValue>()
  for (const [name, value] of Object.entries(others)) if (isFieldValue(value)) setField(fields, name, value)
  const timestampMs = Date.parse(String(timestamp))
  return {
    message: String(message),
    source: String(source),
    timestampMs,
    receivedAtMs: timestampMs,
    fields,
    inputId: '65f000000000000000000001',
    nodeId: '5ca1ab1e-0000-4000-8000-000000000001',
    remoteAddress: '',
    remotePort: 0,
    place: 0,
    streams: [DEFAULT_STREAM_ID],
  }
}

const isFieldValue = (value: unknown): value is FieldValue =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)

const setField = createFieldSetter()
const tools: RuleTools = { grokPatterns: BUILT_IN_PATTERNS, guard: (run) => run(), zone: UTC }

/** Years of two digits are near the current one. */
const RECORDED_AT = Date.parse('2026-11-22T12:00:00Z')

const environment: EvaluationEnvironment = {
  nowMs: () => RECORDED_AT,
  monotonicMs: () => 0,
  setField,
  idOf: () => recorded.message._id,
  places: { next: () => 1, mark: () => 0, reset: () => undefined },
  lookupTables: { find: () => undefined },
  settings: () => ({
    streamsById: new Map(),
    streamsByTitle: new Map(),
    inputs: new Map(),
    threatIntel: { tor: false, spamhaus: false, abuseCh: false },
  }),
  writesToTables: false,
  effects: {
    debug: () => undefined,
    count: () => undefined,
    onInvalidTimestamp: () => undefined,
    onLimit: () => undefined,
  },
}

/** What the expression gives to a field of the message. */
function outcomeOf(expression: string, known: unknown): unknown {
  const source = `rule "r" when true then set_field("r", ${expression}); end`
  const compiled = compileRule(source, { functions, tools })
  if (!compiled.ok) return { parse_errors: typesOf(compiled.errors.map(({ type }) => type)) }
  const run = createMessageRun(environment, tools)
  run.incoming.message = messageOf(recorded.message)
  try {
    compiled.rule.execute(run.rules)
  } catch (error) {
    if (error instanceof Error) return { value: null, failed: true }
    throw error
  }
  return { value: withoutJson(run.incoming.message.fields.get('r'), known) }
}

const typesOf = (types: readonly string[]) => [...new Set(types)].toSorted()

/** Fields have no structure: maps and trees are stored as JSON. */
function withoutJson(stored: FieldValue | undefined, known: unknown): unknown {
  if (typeof stored === 'bigint') return Number(stored)
  const isJson = typeof stored === 'string' && typeof known === 'object' && known !== null
  return isJson ? JSON.parse(stored) : (stored ?? null)
}

const APACHE_LINE = String.raw`127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a.gif HTTP/1.0\" 200 2326 \"http://r/\" \"Moz\"`

interface Difference {
  readonly ours: unknown
  readonly reason: string
}

const TEXT_OF_URL = 'a URL has its text, as when it is stored in a field'
const NOT_FINITE = 'fields hold no infinite numbers'
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
  ['to_double("Infinity")', { ours: null, reason: NOT_FINITE }],
  ['to_double("NaN")', { ours: null, reason: NOT_FINITE }],
  ['$message.timestamp.year', { ours: 2021, reason: 'the timestamp of a message is a date' }],
  ["'x'", { ours: 'x', reason: 'a character is a text' }],
  ['0x1F', { ours: 31, reason: 'hexadecimal numbers have a value' }],
])

test.each(recorded.expressions)('$expression', ({ expression, ...answer }) => {
  const difference = DIFFERENCES.get(expression)
  const { parse_errors: errors } = answer
  const known = errors === undefined ? answer : { parse_errors: typesOf(errors) }
  const outcome = outcomeOf(expression, answer.value)
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
