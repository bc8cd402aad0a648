import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'
import { expect, test } from 'vitest'
import { callFunction } from './testing/call-function.ts'
import { showValue } from './testing/show-value.ts'
import { createTestRun } from './testing/test-run.ts'

function outcome(name: string, args: readonly (RuleValue | undefined)[]): string {
  try {
    return showValue(callFunction(name, args, createTestRun()))
  } catch (error) {
    return `fails: ${error instanceof Error ? error.message : String(error)}`
  }
}

const map = (entries: Readonly<Record<string, RuleValue>>): RuleValue => new Map(Object.entries(entries))

const nested = '{"a": {"b": 1, "c": [true, {"d": "x"}]}, "e": null, "f": []}'

type Row = readonly [name: string, args: readonly (RuleValue | undefined)[], result: string]

const rows: readonly Row[] = [
  ['array_contains', [['A', 1n], 'a'], 'true'],
  ['array_contains', [['A', 1n], 'a', true], 'false'],
  ['array_contains', [['A', 1n], 1n], 'true'],
  ['array_contains', [['A', 1n], 1], 'false'],
  ['array_contains', [[['x']], ['x']], 'true'],
  ['array_contains', [null, 'a'], 'false'],
  ['array_contains', ['a', 'a'], 'fails: The argument elements must be a list, not a text'],
  ['array_remove', [['a', 'b', 'a'], 'a'], '["b", "a"]'],
  ['array_remove', [['a', 'b', 'a'], 'a', true], '["b"]'],
  ['array_remove', [['a'], 'x'], '["a"]'],
  ['array_remove', [null, 'x'], '[]'],
  ['string_array_add', [['a'], 'b'], '["a", "b"]'],
  [
    'string_array_add',
    [
      ['a', 1n],
      ['a', 2n],
    ],
    '["a", "a"]',
  ],
  ['string_array_add', [['a', 'a'], 'a', true], '["a"]'],
  ['string_array_add', [null, null], '[]'],
  ['string_array_add', [new Array<string>(10_000).fill('a'), 'b'], 'fails: The result has more than 10000 items'],
  ['list_count', [['a', null]], '2'],
  ['list_count', [null], '0'],
  ['list_get', [['a', 'b'], 1n], '"b"'],
  ['list_get', [['a', 'b'], 2n], 'null'],
  ['list_get', [['a', 'b'], -1n], 'null'],
  ['list_get', [['a', 'b'], 9223372036854775807n], 'null'],
  ['list_get', [null, 0n], 'null'],

  ['map_copy', [null], '{}'],
  ['map_get', [map({ a: 1n }), 'b'], 'null'],
  ['map_get', [null, 'b'], 'null'],
  ['map_set', [map({ a: 1n }), 'a', 2n], '{a: 2}'],
  ['map_set', [map({ a: 1n }), 'a', null], '{}'],
  ['map_set', [null, 'a', 'x'], '{a: "x"}'],
  ['map_set', [map({}), null, 'x'], 'fails: The argument key is null'],
  ['map_remove', [map({ a: 1n }), 'x'], '{a: 1}'],

  ['csv_to_map', ['1, 2', 'a, b'], '{a: "1", b: " 2"}'],
  ['csv_to_map', ['"1,5",2', ['a', 'b', 'c']], '{a: "1,5", b: "2"}'],
  ['csv_to_map', ['1,2', 'a'], 'fails: The line has 2 values for 1 names'],
  ['csv_to_map', ['1,2', 'a', undefined, undefined, undefined, undefined, undefined, true], '{a: "1"}'],
  ['csv_to_map', ['"1', 'a'], 'fails: A value in quotes does not end'],
  ['csv_to_map', ['1', 'a', ';;'], 'fails: The argument separator must be one character'],
  ['csv_to_map', ['1', 1n], 'fails: The argument field_names must be a list or a text, not a whole number'],
  ['csv_to_map', [null, 'a'], '{}'],

  ['flatten_json', [nested, 'ignore'], '{"a_b":1,"e":null}'],
  ['flatten_json', [nested, 'json'], '{"a_b":1,"a_c":"[true,{\\"d\\":\\"x\\"}]","e":null,"f":"[]"}'],
  ['flatten_json', [nested, 'flatten'], '{"a_b":1,"a_c_0":true,"a_c_1_d":"x","e":null}'],
  ['flatten_json', [nested, 'flatten', true], '{"a_b":"1","a_c_0":"true","a_c_1_d":"x","e":null}'],
  ['flatten_json', ['[1, [2]]', 'flatten'], '{"0":1,"1_0":2}'],
  ['flatten_json', ['{"n": 9223372036854775807}', 'json'], '{"n":9223372036854775807}'],
  ['flatten_json', ['{"__proto__": {"x": 1}}', 'json'], '{"__proto___x":1}'],
  ['flatten_json', ['3', 'json'], ''],
  ['flatten_json', ['no json', 'json'], ''],
  ['flatten_json', [null, 'json'], ''],
  ['flatten_json', ['{}', 'explode'], 'fails: Expected ignore, json or flatten, not explode'],
  [
    'flatten_json',
    [JSON.stringify(new Array(10_001).fill(1)), 'flatten'],
    'fails: The result has more than 10000 items',
  ],

  ['to_list', [['a']], '["a"]'],
  ['to_list', [new RuleJson([1, 'a'])], '[1, "a"]'],
  ['to_list', [new RuleJson({})], '[]'],
  ['to_list', ['a', ['b']], '["b"]'],
  ['to_list', ['a', null], 'null'],

  ['multi_grok', [['%{IP:ip}', '%{WORD:w}'], 'word', true], '{w: "word"}'],
  ['multi_grok', [['%{IP:ip}'], 'word', true], '{}'],
  ['multi_grok', [['%{NOSUCH:x}'], 'a'], "fails: No definition for key 'NOSUCH' found, aborting"],
  ['multi_grok', [[1n], 'a'], 'fails: The argument patterns must be a text, not a whole number'],
  ['multi_grok', [new Array<string>(101).fill('a'), 'a'], 'fails: There are more than 100 patterns'],
  ['multi_grok', [null, 'a'], 'null'],

  ['date_diff', [new RuleDateTime(0), new RuleDateTime(90_000_000), 'days'], '1'],
  ['date_diff', [new RuleDateTime(90_000_000), new RuleDateTime(0), 'hours'], '-25'],
  ['date_diff', [new RuleDateTime(0), new RuleDateTime(5)], '5'],
  ['date_diff', [new RuleDateTime(0), new RuleDateTime(5), 'moons'], 'fails: The unit moons is unknown'],
  ['date_diff', [null, new RuleDateTime(5)], 'fails: The argument from is null'],
  ['anonymize_ip', [new RuleIp([10, 1, 2, 3])], '10.1.2.0'],
  ['anonymize_ip', [null], 'null'],
  ['string_entropy', ['aaaa'], '0.0'],
  ['string_entropy', [''], '0.0'],
  ['string_entropy', ['abcd'], '2.0'],
  ['string_entropy', [null], 'fails: The argument value is null'],
]

test.each(rows)('%s %o is %s', (name, args, result) => {
  expect(outcome(name, args)).toBe(result)
})

/** The fields that the function leaves, without those that every message has. */
function fieldsAfter(name: string, args: readonly RuleValue[], fields: Readonly<Record<string, RuleValue>>) {
  const run = createTestRun(fields)
  callFunction(name, args, run)
  const left = [...run.message.fields].filter(([field]) => !['message', 'source', 'timestamp'].includes(field))
  return Object.fromEntries(left)
}

test.each<
  readonly [string, readonly RuleValue[], Readonly<Record<string, RuleValue>>, Readonly<Record<string, RuleValue>>]
>([
  ['normalize_fields', [], { User: 'a', user: 'b', IP: 'x' }, { user: 'a', ip: 'x' }],
  ['rename_fields', [map({ a: 'b', missing: 'c', b: 'd' })], { a: 1n }, { d: 1n }],
  ['rename_fields', [map({ a: 'not valid' })], { a: 1n }, { a: 1n }],
  ['rename_fields', [map({ a: ' a ' })], { a: 1n }, { a: 1n }],
  ['remove_single_field', ['a'], { a: 1n, ab: 2n }, { ab: 2n }],
  ['remove_multiple_fields', ['^t.p_', ['x']], { tmp_a: 1n, top_b: 1n, x: 1n, y: 1n, atmp_: 1n }, { y: 1n, atmp_: 1n }],
  ['remove_multiple_fields', [], { a: 1n }, { a: 1n }],
])('%s %o makes of %o the fields %o', (name, args, fields, left) => {
  expect(fieldsAfter(name, args, fields)).toEqual(left)
})

test('reserved fields stay, and get_field reads by a computed name', () => {
  const run = createTestRun({ a: 'x' })
  callFunction('remove_multiple_fields', ['.*'], run)
  expect([...run.message.fields.keys()]).toEqual(['message', 'source', 'timestamp'])
  expect(callFunction('get_field', ['source'], run)).toBe('web-1')
  expect(callFunction('get_field', ['missing'], run)).toBeNull()
})
