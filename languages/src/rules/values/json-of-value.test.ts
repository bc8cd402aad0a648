import { expect, test } from 'vitest'
import type { RuleValue } from '../rule-values.ts'
import { jsonOfValue } from './json-of-value.ts'
import { RuleDateTime } from './rule-date-time.ts'
import { RuleIp } from './rule-ip.ts'
import { RuleJson } from './rule-json.ts'

const rows: readonly (readonly [RuleValue, string])[] = [
  ['a "b"', '"a \\"b\\""'],
  [9223372036854775807n, '9223372036854775807'],
  [2.5, '2.5'],
  [Number.NaN, 'null'],
  [true, 'true'],
  [null, 'null'],
  [[], '[]'],
  [['a', 1n, [null, ['']]], '["a",1,[null,[""]]]'],
  [
    new Map<string, RuleValue>([
      ['a', 1n],
      ['"', new Map()],
    ]),
    '{"a":1,"\\"":{}}',
  ],
  [[new RuleJson({ a: [1, 2n] }), new RuleJson(undefined)], '[{"a":[1,2]},null]'],
  [[RuleIp.parse('10.0.0.1') ?? null, new RuleDateTime(0)], '["10.0.0.1","1970-01-01T00:00:00.000Z"]'],
]

test.each(rows)('the JSON of %o is %s', (value, json) => {
  expect(jsonOfValue(value)).toBe(json)
})

test('a list that contains the same list over and over has no endless JSON', () => {
  let list: RuleValue = ['x'.repeat(1000)]
  for (let depth = 0; depth < 40; depth += 1) list = [list, list]
  expect(() => jsonOfValue(list)).toThrow('more than 8388608 characters')
})
