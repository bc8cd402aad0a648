import { expect, test } from 'vitest'
import { parsePipeline } from './parse-pipeline.ts'
import { parseRule } from './parse-rule.ts'
import { stubFunctions } from './testing/stub-functions.ts'

function errorsOf(source: string): readonly string[] {
  const parsed = parseRule(source, { functions: stubFunctions, tools: null })
  if (parsed.ok) return []
  return parsed.errors.map(
    ({ type, line, position_in_line, reason }) => `${line}:${position_in_line} ${type}: ${reason}`,
  )
}

const ofCondition = (condition: string) => errorsOf(`rule "a" when ${condition} then end`)

const ofStatements = (statements: string) => errorsOf(`rule "a" when true then\n${statements}\nend`)

test.each([
  ['1.0 + 10 == 11', ['1:14 incompatible_types: Incompatible types (1.0) : Double <=> (10) : Long in line 1 pos 14']],
  [
    'NOT to_string($message.f) == "mail"',
    ['1:14 incompatible_type: Expected type Boolean but found String in line 1 pos 14'],
  ],
  ['TRUE', ['1:14 undeclared_variable: Undeclared variable TRUE in line 1 pos 14']],
  [
    '["first"][true]',
    ['1:14 incompatible_index_type: Expected type Long but found Boolean when indexing in line 1 pos 14'],
  ],
  ['$message.m["k"]', ['1:14 non_indexable: Cannot index value of type Object in line 1 pos 14']],
  ['to_map($message.m)["k"] == 1', []],
  ['now() + now() > now()', ['1:14 invalid_operation: Invalid operation: Unable to add two dates']],
  ['lowercase("a") - "b" == "x"', ['1:14 invalid_operation: Invalid operation: Unable to subtract two strings']],
  [
    'drop_message() > drop_message()',
    [
      '1:14 incompatible_types: Incompatible types (drop_message()) : Void <=> (drop_message()) : Void in line 1 pos 14',
    ],
  ],
  [
    'now() > days(1)',
    ['1:14 incompatible_types: Incompatible types (now()) : DateTime <=> (days(1)) : Period in line 1 pos 14'],
  ],
  ['1 and 2', []],
  ['is_null($message)', []],
  [
    'cidr_match("not-a-cidr", to_ip("1.1.1.1"))',
    [
      '1:14 invalid_function_argument: Unable to pre-compute value for 1st argument cidr in call to function cidr_match: not-a-cidr is not a network',
    ],
  ],
  ['lookup_value("no-such-table", "k") == 1', []],
  ['x.foo == 1', ['1:14 undeclared_variable: Undeclared variable x in line 1 pos 14']],
  ['$message.a.b.c == 1', []],
  [
    'nosuch(lowercase(1)).x == z',
    [
      '1:14 undeclared_function: Unknown function nosuch in line 1 pos 14',
      '1:21 incompatible_argument_type: Expected type String for argument value but found Long in call to function lowercase in line 1 pos 21',
      '1:40 undeclared_variable: Undeclared variable z in line 1 pos 40',
    ],
  ],
])('when %s', (condition, errors) => {
  expect(ofCondition(condition)).toEqual(errors)
})

test.each([
  [
    'set_field("foo");',
    ['2:0 wrong_number_of_arguments: Expected 2 arguments but found 1 in call to function set_field in line 2 pos 0'],
  ],
  [
    'set_field();',
    ['2:0 wrong_number_of_arguments: Expected 2 arguments but found 0 in call to function set_field in line 2 pos 0'],
  ],
  [
    'is_null(1, 2);',
    ['2:0 wrong_number_of_arguments: Expected 1 arguments but found 2 in call to function is_null in line 2 pos 0'],
  ],
  [
    'is_null(value: 1, other: 2);',
    ['2:0 wrong_number_of_arguments: Expected 1 arguments but found 2 in call to function is_null in line 2 pos 0'],
  ],
  ['drop_message($message, 1, 2);', []],
  [
    'set_field(field: "a");',
    [
      '2:0 missing_required_param: Missing required parameter value of type Object in call to function set_field in line 2 pos 0',
    ],
  ],
  [
    'set_field(prefix: "a");',
    [
      '2:0 missing_required_param: Missing required parameter field of type String in call to function set_field in line 2 pos 0',
    ],
  ],
  [
    'optional_first("a", "b");',
    [
      '2:0 must_name_optional_params: Function optional_first has optional parameters, must use named parameters to call in line 2 pos 0',
    ],
  ],
  ['optional_first(second: "b");', []],
  [
    'let x = lowercase($message.x);',
    [
      '2:8 incompatible_argument_type: Expected type String for argument value but found Object in call to function lowercase in line 2 pos 8',
    ],
  ],
  ['let x = lowercase(to_string($message.x));', []],
  [
    'set_field(field: "a", value: 1, nope: 2);',
    [
      '2:0 invalid_function_argument: Unable to pre-compute value for 3rd argument nope in call to function set_field: The function has no such parameter',
    ],
  ],
  ['set_field(field: "a", value: 1, nope: now());', []],
  [
    'set_field("a", 7 - 2 * 3);',
    [
      '2:0 invalid_function_argument: Unable to pre-compute value for 2nd argument value in call to function set_field: An argument cannot compute with constants: use "let" before the call',
    ],
  ],
  ['let x = 7 - 2 * 3; set_field("a", x);', []],
  [
    'set_field("a", ["x"][5]);',
    [
      '2:0 invalid_function_argument: Unable to pre-compute value for 2nd argument value in call to function set_field: Index 5 is out of bounds for length 1',
    ],
  ],
  ['set_field("a", 1 < 2);', []],
  ['let x = y; let y = x;', ['2:8 undeclared_variable: Undeclared variable y in line 2 pos 8']],
  ['let x = to_long(1, null);', []],
  [
    'let x = cut(value: "a", indexEnd: "b");',
    [
      '2:8 incompatible_argument_type: Expected type Long for argument end but found String in call to function cut in line 2 pos 8',
    ],
  ],
])('%s', (statements, errors) => {
  expect(ofStatements(statements)).toEqual(errors)
})

test.each([
  ['rule "a" when 5-3 == 2 then end', '1:15', 'a sign belongs to its number'],
  ['rule "a" when 5 -3 == 2 then end', '1:16', 'a sign belongs to its number'],
  [
    'rule "a" when $message.match then end',
    '1:23',
    'Expected a name or a text in double quotes but found "match". Reserved words are names only in backticks',
  ],
  ['rule "a" when during then end', '1:14', 'Expected a value but found "during"'],
  [
    'rule "a" when true then let a = "\\s+$"; end',
    '1:32',
    '"\\s" is not an escape sequence: write "\\\\s" for a backslash',
  ],
  ['rule "a" when true then let x = [1,]; end', '1:35', 'Expected a value but found "]"'],
  ['rule "a" when true then x = 5; end', '1:26', 'Variables are declared with "let"'],
  ['rule "a" when true then f(1, b: 2); end', '1:30', 'Either all arguments of a call are named, or none'],
  ['rule "a" when true then\n  5; end', '2:2', 'Expected a statement or "end" but found "5"'],
  ['rule "a" when true then /* open', '1:24', 'The comment has no end'],
  ['rule "a" when $message.`x then end', '1:23', 'The name has no closing backtick'],
  ['rule "a" when true then set_field("x", 1) end', '1:42', 'Expected ";" but found "end"'],
  ['rule "a" when \'ab\' then end', '1:14', 'Texts are written in double quotes'],
  ['rule "a" when true then let x = 9223372036854775808; end', '1:32', 'has more than 64 bits'],
  ['rule "a" when -(9223372036854775808) == 1 then end', '1:16', 'has more than 64 bits'],
])('%s is wrong at %s', (source, place, reason) => {
  const [error, ...more] = errorsOf(source)
  expect(more).toEqual([])
  expect(error).toContain(`${place} syntax_error`)
  expect(error).toContain(reason)
})

test('what follows the first end of a rule is ignored, but not what follows the end of a pipeline', () => {
  expect(errorsOf('rule "a" when true then end rule "b" \u0000 "')).toEqual([])
  const stages = 'pipeline "a" stage 0 match all end'
  expect(parsePipeline(stages).ok).toBe(true)
  expect(parsePipeline(`${stages} x`)).toMatchObject({
    ok: false,
    errors: [{ type: 'syntax_error', line: 1, position_in_line: 35 }],
  })
})

test.each([
  [
    'pipeline "p" stage 10 match either rule "b" rule "a"; stage -5 match PASS rule "c" stage 3 match all end',
    [
      { stage: -5, match: 'pass', rules: ['c'] },
      { stage: 3, match: 'all', rules: [] },
      { stage: 10, match: 'either', rules: ['b', 'a'] },
    ],
  ],
  [
    'pipeline "p" stage 0 match all rule "first" stage 0 match either rule "second" end',
    [{ stage: 0, match: 'all', rules: ['first'] }],
  ],
])('the stages of %s', (source, stages) => {
  expect(parsePipeline(source)).toEqual({ ok: true, pipeline: { title: 'p', stages } })
})

test.each([
  ['pipeline "p" stage match all end', '1:19', 'Expected a whole number but found "match"'],
  ['pipeline "p" stage 0 match any end', '1:27', 'Expected "all", "either" or "pass" but found "any"'],
  ['pipeline "p" stage 0 match all rule end', '1:36', 'Expected a text in double quotes but found "end"'],
  ['pipeline "p" stage 4294967296 match all end', '1:19', 'at most 32 bits'],
  ['pipeline "p" end', '1:13', 'Expected "stage" but found "end"'],
])('%s is wrong at %s', (source, place, reason) => {
  const parsed = parsePipeline(source)
  const [error] = parsed.ok ? [] : parsed.errors
  expect(`${error?.line}:${error?.position_in_line}`).toBe(place)
  expect(error?.reason).toContain(reason)
})
