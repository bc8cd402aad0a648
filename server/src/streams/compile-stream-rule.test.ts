import type { FieldValue } from '@logyard/codecs/codec'
import { expect, test } from 'vitest'
import type { Message } from '../store/messages/message.ts'
import { compileStreamRule } from './compile-stream-rule.ts'

const message = (value: FieldValue | undefined): Message => ({
  timestampMs: 0,
  source: 'web-1',
  message: 'a text',
  fields: new Map(value === undefined ? [] : [['f', value]]),
  inputId: 'aBc123',
  nodeId: 'node',
  remoteAddress: '10.0.0.1',
  remotePort: 514,
  receivedAtMs: 0,
  place: 0,
  streams: [],
})

const ABSENT = undefined
const EXACT = 1
const REGEX = 2
const GREATER = 3
const SMALLER = 4
const PRESENT = 5
const CONTAINS = 6
const ALWAYS = 7
const INPUT = 8

interface Row {
  readonly type: number
  readonly value: string
  readonly given: FieldValue | undefined
  readonly plain: boolean
  readonly inverted: boolean
  readonly field?: string
}
const row = (
  type: number,
  value: string,
  given: FieldValue | undefined,
  plain: boolean,
  inverted = !plain,
  field = 'f',
): Row => ({
  type,
  value,
  given,
  plain,
  inverted,
  field,
})

test.each([
  row(EXACT, 'ada', 'ada', true),
  row(EXACT, 'ada', ' ada\t', true),
  row(EXACT, ' ada', ' ada', false),
  row(EXACT, 'Ada', 'ada', false),
  row(EXACT, '5', 5, true),
  row(EXACT, 'true', true, true),
  row(EXACT, '9007199254740993', 9007199254740993n, true),
  row(EXACT, '[a, b]', ['a', 'b'], true),
  row(EXACT, 'ada', ABSENT, false),
  row(EXACT, 'a text', ABSENT, true, false, 'message'),
  row(EXACT, 'web-1', ABSENT, true, false, 'source'),
  row(EXACT, '514', ABSENT, true, false, 'gl2_remote_port'),
  row(REGEX, 'b.d', 'abcd', true),
  row(REGEX, 'b.d', 'ab\nd', true),
  row(REGEX, '^b', 'abc', false),
  row(REGEX, '(?i)ABC', 'xabc', true),
  row(REGEX, '\\Qa.b\\E', 'a.b', true),
  row(REGEX, '\\Qa.b\\E', 'axb', false),
  row(REGEX, '^\\p{Alpha}+\\z', 'abc', true),
  row(REGEX, '^\\p{Alpha}+\\z', 'abc1', false),
  row(REGEX, '[\\p{Upper}_]{3}', 'A_B', true),
  row(REGEX, '\\d+\\-\\d+', '1-2', true),
  row(REGEX, '.', '', false),
  row(REGEX, 'x', ABSENT, false),
  row(REGEX, '(', 'x', false, false),
  row(REGEX, '(', ABSENT, false, false),
  row(GREATER, '5', 6, true),
  row(GREATER, '5', 5, false),
  row(GREATER, '5', ' 5.5 ', true),
  row(GREATER, '5', 'much', false, false),
  row(GREATER, 'five', 6, false, false),
  row(GREATER, '5', ABSENT, false, false),
  row(GREATER, '-1e3', -999, true),
  row(SMALLER, '5', 4, true),
  row(SMALLER, '5', 5, false),
  row(SMALLER, '5', true, false, false),
  row(PRESENT, '', 'x', true),
  row(PRESENT, '', '  ', false),
  row(PRESENT, '', 0, true),
  row(PRESENT, '', false, true),
  row(PRESENT, '', ABSENT, false),
  row(CONTAINS, 'da', 'ada', true),
  row(CONTAINS, 'DA', 'ada', false),
  row(CONTAINS, '', 'ada', true),
  row(CONTAINS, 'da', ABSENT, false),
  row(ALWAYS, '', ABSENT, true, true),
  row(INPUT, 'ABC123', ABSENT, true),
  row(INPUT, 'abc', ABSENT, false),
  row(99, '', 'x', false, false),
])(
  'type $type, "$value", on $given: $plain, inverted $inverted',
  ({ type, value, given, plain, inverted, field = 'f' }) => {
    const matches = (isInverted: boolean) =>
      compileStreamRule({ id: 'r', field, type, value, inverted: isInverted }, (run) => run())(message(given))
    expect({ plain: matches(false), inverted: matches(true) }).toEqual({ plain, inverted })
  },
)
