import { expect, test } from 'vitest'
import type { RuleValue } from '../rule-values.ts'
import { textOfValue } from './text-of-value.ts'

const rows: readonly (readonly [RuleValue, string])[] = [
  ['text', 'text'],
  [7n, '7'],
  [-9223372036854775808n, '-9223372036854775808'],
  [2, '2.0'],
  [2.5, '2.5'],
  [0, '0.0'],
  [-0, '-0.0'],
  [1e10, '1.0E10'],
  [9999999, '9999999.0'],
  [1e7, '1.0E7'],
  [1234567.125, '1234567.125'],
  [12345678.5, '1.23456785E7'],
  [0.001, '0.001'],
  [0.00001, '1.0E-5'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  [true, 'true'],
  [null, 'null'],
  [[], '[]'],
  [['a', 1n, 2, null, [true]], '[a, 1, 2.0, null, [true]]'],
  [
    new Map<string, RuleValue>([
      ['a', 1n],
      ['b', new Map([['c', 'd']])],
    ]),
    '{a=1, b={c=d}}',
  ],
]

test.each(rows)('the text of %o is %s', (value, text) => {
  expect(textOfValue(value)).toBe(text)
})

test('a list that contains the same list over and over has no endless text', () => {
  let list: RuleValue = ['x'.repeat(1000)]
  for (let depth = 0; depth < 40; depth += 1) list = [list, list]
  expect(() => textOfValue(list)).toThrow('more than 8388608 characters')
})
