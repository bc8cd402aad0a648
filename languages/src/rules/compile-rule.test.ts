import { expect, test } from 'vitest'
import { compileRule } from './compile-rule.ts'
import type { RuleValue } from './rule-values.ts'
import { stubFunctions } from './testing/stub-functions.ts'
import { testRun } from './testing/test-run.ts'
import { RuleDateTime } from './values/rule-date-time.ts'
import { RuleDuration } from './values/rule-duration.ts'
import { RuleIp } from './values/rule-ip.ts'
import { RuleJson } from './values/rule-json.ts'

function compile(source: string) {
  const compiled = compileRule(source, { functions: stubFunctions, tools: null })
  if (!compiled.ok) throw new Error(compiled.errors.map(({ type, reason }) => `${type}: ${reason}`).join('\n'))
  return compiled.rule
}

const FIELDS: Readonly<Record<string, RuleValue>> = {
  n: 42n,
  d: 2.5,
  s: 'text',
  b: true,
  list: ['a', 'b'],
  map: new Map<string, RuleValue>([
    ['k', 'v'],
    ['snake_key', 1n],
  ]),
  json: new RuleJson({ a: [1, { b: 2 }] }),
  match: 'reserved',
  'my-field': 'dashed',
}

/** The value of an expression. */
function resultOf(expression: string): RuleValue | undefined {
  const run = testRun(FIELDS)
  compile(`rule "a" when true then let x = ${expression}; set_field("result", x); end`).execute(run)
  return run.fields.get('result')
}

const matches = (condition: string): boolean => compile(`rule "a" when ${condition} then end`).matches(testRun(FIELDS))

test.each<readonly [string, RuleValue]>([
  ['5 - 3', 2n],
  ['7 / 2', 3n],
  ['-7 / 2', -3n],
  ['-7 % 3', -1n],
  ['9223372036854775807 + 1', -9_223_372_036_854_775_808n],
  ['-(-9223372036854775808)', -9_223_372_036_854_775_808n],
  ['-9223372036854775808 / -1', -9_223_372_036_854_775_808n],
  ['9223372036854775807 * 2', -2n],
  ['1 + 2 * 3 - 4', 3n],
  ['(1 + 2) * 3', 9n],
  ['10 - 2 - 3', 5n],
  ['7.0 / 2.0', 3.5],
  ['7.0 / 0.0', Number.POSITIVE_INFINITY],
  ['-(2.5)', -2.5],
  ['+5', 5n],
  ['- 5', -5n],
  ['"a" + "b"', 'ab'],
  ['0x1F', 31n],
  ['-0x1F', -31n],
  ['0b101', 5n],
  ['1_000', 1000n],
  ['5L', 5n],
  ['010', 10n],
  ['.5', 0.5],
  ['1.', 1],
  ['1e3', 1000],
  ['1.5e-3', 0.0015],
  ['2d', 2],
  ['1_0.5f', 10.5],
  ['0x1.8p3', 12],
  [`'x'`, 'x'],
  [`'\\n'`, '\n'],
  ['"\\u0041\\t\\"\\101\\0"', 'A\t"A\0'],
  ['"\\\\s+$"', '\\s+$'],
  ['"two\nlines"', 'two\nlines'],
  ['[1, "a", 2.5]', [1n, 'a', 2.5]],
  ['[]', []],
  ['{a: $message.missing, b: 1}', new Map([['b', 1n]])],
  ['{`my key`: 1}.`my key`', 1n],
  ['{}', new Map()],
  ['["x", "y"][1]', 'y'],
  ['to_map($message.map)["k"]', 'v'],
  ['$message.n', 42n],
  ['$message.`match`', 'reserved'],
  ['$message."match"', 'reserved'],
  ['$message."my-field"', 'dashed'],
  ['$message.map.k', 'v'],
  ['$message.map.snake_key', 1n],
  ['$message.json.a', new RuleJson([1, { b: 2 }])],
  ['regex("(cd\\\\.e)", "abcd.efg")["0"]', 'cd.e'],
  ['regex("a", "a").matches', true],
  ['now().day_of_month', 4n],
  ['now().dayOfMonth', 4n],
  ['now().before_now', false],
  ['now() - (now() - days(1))', new RuleDuration(86_400_000)],
  ['(now() - days(1)) - now()', new RuleDuration(86_400_000)],
  ['days(1) - now()', new RuleDateTime(1_614_834_367_089 - 86_400_000)],
  ['to_ip("2001:db8::1").anonymized', RuleIp.parse('2001:db8::') ?? null],
  ['to_long("9223372036854775807")', 9_223_372_036_854_775_807n],
  ['to_string(null, null)', ''],
])('%s is %o', (expression, value) => {
  expect(resultOf(expression)).toEqual(value)
})

test.each([
  '$message.missing',
  '$message.n.nope',
  '$message.missing.nope',
  '{a: 1}.b',
  'regex("(a)", "a")["1"]',
  'to_map($message.map)["missing"]',
  'to_map($message.map)[to_string($message.missing)]',
  'null',
])('%s is null', (expression) => {
  expect(resultOf(expression)).toBeNull()
})

test.each([
  ['true', true],
  ['(true)', true],
  ['!true', false],
  ['NOT false', true],
  ['has_field("n") OR has_field("x") AND NOT has_field("n")', true],
  ['! true == false', true],
  ['1 > 2 == false', true],
  ['1 == 1.0', false],
  ['1 != 1.0', true],
  ['"1" == 1', false],
  ['$message.n == 42', true],
  ['$message.missing == "x"', false],
  ['$message.missing != "x"', false],
  ['"x" != $message.missing', true],
  ['$message.list == ["a", "b"]', true],
  ['$message.list == ["a"]', false],
  ['$message.map == {k: "v", snake_key: 1}', true],
  ['to_ip("8.8.8.8") == to_ip("8.8.8.8")', true],
  ['now() == now()', true],
  ['now() + days(1) > now()', true],
  ['1 < 2 && 2 <= 2 && 3 >= 3 && 3 > 2', true],
  ['1.5 < 2.5', true],
  ['5 - 3 == 2', true],
  ['9223372036854775807 + 1 == -9223372036854775808', true],
  ['false and 1 / 0 == 1', false],
  ['true or 1 / 0 == 1', true],
  // These are of no Boolean type, and never match.
  ['1', false],
  ['"x"', false],
  ['$message.b', false],
  ['($message.b)', false],
  ['regex("a", "a").matches', false],
  ['regex("a", "a").matches == true', true],
  ['to_bool($message.b)', true],
  ['to_long("1")', false],
])('when %s matches: %s', (condition, result) => {
  expect(matches(condition)).toBe(result)
})

test('a Boolean variable is an operand, and a second declaration of a name replaces the first', () => {
  const run = testRun(FIELDS)
  compile(`rule "a" when true then
    let flag = $message.n == 42;
    let \`my var\` = "b";
    let x = 1; let x = to_string(x) + \`my var\`;
    set_field("both", flag and not false);
    set_field("x", x);
  end`).execute(run)
  expect([run.fields.get('both'), run.fields.get('x')]).toEqual([true, '1b'])
})

test('$message.foo is the field foo, also where a variable has this name', () => {
  const run = testRun({ foo: 'field', bar: 'other' })
  compile('rule "a" when true then let foo = "bar"; set_field("r", $message.foo); end').execute(run)
  expect(run.fields.get('r')).toBe('field')
})

test('variables do not survive a call of the rule', () => {
  const rule = compile('rule "a" when true then let x = $message.v; set_field("r", x); end')
  rule.execute(testRun({ v: 1n }))
  const run = testRun()
  rule.execute(run)
  expect(run.fields.get('r')).toBeNull()
})

test.each([
  ['let x = 1 / to_long($message.missing);', 'At 2:8 an exception was thrown: / by zero'],
  ['let x = [1][to_long("5")];', 'At 2:8 an exception was thrown: Index 5 is out of bounds for length 1'],
  ['let x = [1][-1];', 'At 2:8 an exception was thrown: Index -1 is out of bounds for length 1'],
  ['let x = "a" < "b";', 'At 2:8 an exception was thrown: String and String cannot be compared by "<"'],
  ['let x = $message.n < $message.d;', 'At 2:8 an exception was thrown: Long and Double cannot be compared by "<"'],
  [
    'let x = true and ($message.n == 42 and $message.s == "text") and (1 and 2);',
    'At 2:66 an exception was thrown: Expected Boolean but found Long',
  ],
  ['let x = -lowercase("a");', 'At 2:8 an exception was thrown: A sign cannot be applied to String'],
  ['let x = to_ip("x", "y");', `In call to function 'to_ip' at 2:8 an exception was thrown: not an address`],
  ['set_field("x", to_ip("x", "y"));', `In call to function 'to_ip' at 2:15 an exception was thrown: not an address`],
  ['set_field("x", 1 % to_long("0"));', `In call to function 'set_field' at 2:0 an exception was thrown: / by zero`],
  [
    'let x = regex(to_string("("), "a");',
    `In call to function 'regex' at 2:8 an exception was thrown: Invalid regular expression: /(/: Unterminated group`,
  ],
])('%s fails with its place', (statement, message) => {
  const rule = compile(`rule "a" when true then\n${statement}\nend`)
  expect(() => rule.execute(testRun(FIELDS))).toThrow(message)
})

test('what was done before a failure stays done', () => {
  const run = testRun()
  const rule = compile(
    'rule "a" when true then set_field("a", 1); set_field("b", to_ip("x", "y")); set_field("c", 1); end',
  )
  expect(() => rule.execute(run)).toThrow()
  expect([...run.fields.keys()]).toEqual(['a'])
})

test('a function that catches errors gets null for an argument that fails', () => {
  expect(matches('is_null(to_ip("x", "y"))')).toBe(true)
  expect(matches('is_null(1 / to_long("0"))')).toBe(true)
})

test('a parameter may have a second name', () => {
  expect(resultOf('cut(value: "abc", indexEnd: 2)')).toBe('ab')
  expect(resultOf('cut(value: "abc", `end`: 1)')).toBe('a')
})

test('texts that double in each step end at a limit', () => {
  const doubling = Array.from({ length: 30 }, () => 'let a = a + a;').join('\n')
  const rule = compile(`rule "a" when true then let a = "0123456789"; ${doubling} end`)
  expect(() => rule.execute(testRun())).toThrow('The text is too long')
})

test('lists that double in each step are not compared for ever', () => {
  const doubling = (name: string) => Array.from({ length: 60 }, () => `let ${name} = [${name}, ${name}];`).join('\n')
  const rule = compile(
    `rule "a" when true then let a = [1]; let b = [1]; ${doubling('a')} ${doubling('b')} let c = a == b; end`,
  )
  expect(() => rule.execute(testRun())).toThrow('too large to be compared')
})

test('the functions that a rule uses are known', () => {
  const rule = compile('rule "a" when has_field("x") then set_field("a", to_long(now().year)); end')
  expect([...rule.usedFunctions].toSorted()).toEqual(['has_field', 'now', 'set_field', 'to_long'])
})
