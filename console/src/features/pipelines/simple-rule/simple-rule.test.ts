import { expect, test } from 'vitest'
import { readSimpleRule } from './read-simple-rule.ts'
import { EMPTY_ACTION, gapOfAction, gapOfCondition, hasGaps, OPERATORS, type SimpleRule } from './simple-rule.ts'
import { writeSimpleRule } from './write-simple-rule.ts'

const rule: SimpleRule = {
  title: 'Slow "checkout"',
  joined: 'all',
  conditions: [
    { field: 'http_path', operator: 'startsWith', value: '/checkout' },
    { field: 'took_ms', operator: 'greater', value: '500' },
  ],
  actions: [
    { kind: 'set', field: 'team', value: 'payments' },
    { kind: 'route', field: '', value: '5f0000000000000000000001' },
  ],
}

test('the form writes a rule', () => {
  expect(writeSimpleRule(rule)).toBe(
    [
      'rule "Slow \\"checkout\\""',
      'when',
      '  starts_with(to_string($message.http_path), "/checkout")',
      '  and has_field("took_ms") and to_double($message.took_ms) > 500.0',
      'then',
      '  set_field("team", "payments");',
      '  route_to_stream(id: "5f0000000000000000000001");',
      'end',
    ].join('\n'),
  )
})

const everything: SimpleRule = {
  title: 'a\nb \\ c',
  joined: 'any',
  conditions: [
    ...OPERATORS.map((operator) => ({
      field: 'http-status',
      operator,
      value:
        operator === 'greater' || operator === 'less'
          ? '-1.5'
          : operator === 'exists' || operator === 'missing'
            ? ''
            : 'say "a\\d"',
    })),
    { field: 'match', operator: 'is', value: '' },
  ],
  actions: [
    { kind: 'set', field: 'a', value: '12' },
    { kind: 'setNumber', field: 'a', value: '12' },
    { kind: 'setNumber', field: 'a', value: '-1.5' },
    { kind: 'copy', field: 'a', value: 'when' },
    { kind: 'lookup', field: 'office', value: 'client-ip', table: 'say "offices"' },
    { kind: 'rename', field: 'a', value: 'b' },
    { kind: 'remove', field: 'a', value: '' },
    { kind: 'drop', field: '', value: '' },
  ],
}

test.each([
  ['all', rule],
  ['every operator and action', everything],
  ['no condition', { ...rule, conditions: [], joined: 'all' as const }],
  ['no action', { ...rule, actions: [] }],
])('the form reads back what it wrote: %s', (_, written) => {
  expect(readSimpleRule(writeSimpleRule(written))).toEqual(written)
})

test('an action that is not chosen changes no message', () => {
  expect(writeSimpleRule({ ...rule, actions: [EMPTY_ACTION] })).toBe(writeSimpleRule({ ...rule, actions: [] }))
})

test('spelling, case and blanks do not matter', () => {
  const source = 'RULE "a" WHEN has_field("x")&&!has_field("y")\nTHEN drop_message() ; END'
  expect(readSimpleRule(source)?.conditions.map(({ operator }) => operator)).toEqual(['exists', 'missing'])
})

test.each([
  ['a comment would be lost', 'rule "a" when true then // because\n drop_message(); end'],
  ['mixed joins', 'rule "a" when has_field("x") and has_field("y") or has_field("z") then end'],
  ['parentheses', 'rule "a" when (has_field("x")) then end'],
  ['another function', 'rule "a" when true then debug("x"); end'],
  ['a named argument', 'rule "a" when has_field(field: "x") then end'],
  ['a third argument', 'rule "a" when true then set_field("x", "y", "z"); end'],
  ['different fields in a comparison', 'rule "a" when has_field("x") and to_double($message.y) > 1.0 then end'],
  ['text behind the end', 'rule "a" when true then end rule'],
  ['no rule', 'pipeline "a" stage 0 match all end'],
  ['nothing', ''],
  ['an open literal', 'rule "a'],
])('the form does not read %s', (_, source) => {
  expect(readSimpleRule(source)).toBeUndefined()
})

test('gaps are named', () => {
  expect(gapOfCondition({ field: ' ', operator: 'is', value: 'x' })).toBe('field')
  expect(gapOfCondition({ field: 'a', operator: 'less', value: 'x' })).toBe('number')
  expect(gapOfCondition({ field: 'a', operator: 'exists', value: '' })).toBeUndefined()
  expect(gapOfAction({ kind: 'rename', field: 'a', value: '' })).toBe('value')
  expect(gapOfAction({ kind: 'drop', field: '', value: '' })).toBeUndefined()
  expect(gapOfAction({ kind: 'lookup', field: 'a', value: 'b', table: '' })).toBe('table')
  expect([hasGaps(everything), hasGaps(rule), hasGaps({ ...rule, actions: [EMPTY_ACTION] })]).toEqual([
    true,
    false,
    true,
  ])
})
