import { compileRule } from '@logyard/languages/rules/compile-rule'
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import { showValue } from './testing/show-value.ts'
import { createTestRun, DEFAULT_STREAM, type TestRun } from './testing/test-run.ts'

const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))

const compile = (statements: string, run: TestRun) =>
  compileRule(`rule "tested" when true then ${statements} end`, { functions, tools: run.tools })

function execute(statements: string, fields: Readonly<Record<string, RuleValue>> = {}): TestRun {
  const run = createTestRun(fields)
  const compiled = compile(statements, run)
  if (!compiled.ok) throw new Error(compiled.errors.map(({ reason }) => reason).join('\n'))
  compiled.rule.execute(run)
  return run
}

test.each([
  ['regex("(", "a");', 'Unclosed group'],
  ['regex_replace("[", "a", "b");', 'Unclosed character class'],
  ['split("*", "a");', 'Dangling meta character'],
  ['cidr_match("not-a-cidr", to_ip("1.1.1.1"));', 'Not a network in CIDR notation: not-a-cidr'],
  ['let a = now() + period("tomorrow");', '"tomorrow" is not a period'],
  ['format_date(now(), "yyyy b");', 'The date format has the letters b'],
  ['format_date(now(), "yyyy", "nonsense");', 'The time zone nonsense is unknown'],
  ['urlencode("a", "no-such-set");', 'The character set no-such-set is unknown'],
  ['select_jsonpath(parse_json("{}"), {a: "no path"});', 'Not a JSONPath: no path'],
  ['join("abc", ",");', 'The argument elements must be a list, not a text'],
  ['split(",", "a", 4294967296);', 'The argument limit is out of range'],
  ['years(9999999999);', 'The period is too long'],
  ['metric_counter_inc("");', 'The name of the counter is empty'],
])('%s is an error of the source', (statement, reason) => {
  const compiled = compile(statement, createTestRun())
  expect(compiled.ok ? [] : compiled.errors).toEqual([
    expect.objectContaining({ type: 'invalid_function_argument', reason: expect.stringContaining(reason) }),
  ])
})

/** The same arguments fail only when they are used if the message decides. */
test.each([
  'regex(to_string($message.bad), "a");',
  'cidr_match(to_string($message.bad), to_ip("1.1.1.1"));',
  'let a = now() + period(to_string($message.bad));',
  'format_date(now(), to_string($message.bad));',
  'select_jsonpath(parse_json("{}"), {a: $message.bad});',
  'parse_date("2021", to_string($message.bad));',
  'grok(to_string($message.bad), "a");',
])('%s fails on a message whose field is invalid', (statement) => {
  const name = /(\w+)\(to_string|(select_jsonpath|format_date|parse_date)/.exec(statement)
  expect(() => execute(statement, { bad: '(%{b}' })).toThrow(`In call to function '${name?.[1] ?? name?.[2]}' at 1:`)
})

test('a computed pattern is compiled for each value', () => {
  const { message } = execute(
    'set_field("a", regex(concat("(", "b)"), "ab")["0"]); set_field("c", regex(concat("(", "a)"), "ab")["0"]);',
  )
  expect([message.field('a'), message.field('c')]).toEqual(['b', 'a'])
})

interface Routing {
  readonly statements: string
  readonly streams: readonly string[]
}

const routings: readonly Routing[] = [
  { statements: 'route_to_stream("Logins");', streams: [DEFAULT_STREAM, 'logins'] },
  { statements: 'route_to_stream(id: "logins", name: "Failures");', streams: [DEFAULT_STREAM, 'logins'] },
  { statements: 'route_to_stream("Failures");', streams: [DEFAULT_STREAM, 'first', 'second'] },
  { statements: 'route_to_stream(name: "Logins", remove_from_default: true);', streams: ['logins'] },
  { statements: 'route_to_stream(name: "Paused", remove_from_default: true);', streams: [DEFAULT_STREAM] },
  { statements: 'route_to_stream(id: "unknown", remove_from_default: true);', streams: [DEFAULT_STREAM] },
  { statements: 'route_to_stream(name: "logins");', streams: [DEFAULT_STREAM] },
  { statements: 'route_to_stream(name: "Default Stream", remove_from_default: true);', streams: [DEFAULT_STREAM] },
  { statements: 'route_to_stream();', streams: [DEFAULT_STREAM] },
  { statements: 'remove_from_stream("Default Stream");', streams: [DEFAULT_STREAM] },
  { statements: 'route_to_stream("Logins"); remove_from_stream("Default Stream");', streams: ['logins'] },
  { statements: 'route_to_stream("Failures"); remove_from_stream(id: "first");', streams: [DEFAULT_STREAM, 'second'] },
  { statements: 'remove_from_stream("Unknown");', streams: [DEFAULT_STREAM] },
]

test.each(routings)('$statements leaves the message on $streams', ({ statements, streams }) => {
  expect(execute(statements).message.streamIds).toEqual(streams)
})

test.each([
  ['set_field("a", "x"); set_field(field: "b", value: 1, prefix: "p_", suffix: "_s");', 'a: "x", p_b_s: 1'],
  ['set_field("", "x");', ''],
  ['set_fields(null);', ''],
  ['set_fields({a: $message.missing, b: 1});', 'b: 1'],
  ['set_fields(fields: {a: 1, b: 2}, suffix: "_x");', 'a_x: 1, b_x: 2'],
  [
    'set_fields(grok(pattern: "%{IP:ip} %{WORD:w}", value: "10.0.0.1 a", only_named_captures: true));',
    'ip: "10.0.0.1", w: "a"',
  ],
  ['set_field("a", 1); rename_field("a", "b");', 'b: 1'],
  ['set_field("a", 1); rename_field("a", "a");', 'a: 1'],
  ['set_field("a", 1); rename_field("a", " a ");', 'a: 1'],
  ['rename_field("missing", "b");', ''],
  ['rename_field("source", "host");', 'host: "web-1"'],
  ['set_field("a", 1); remove_field("a");', ''],
  ['remove_field("a.*"); remove_field("message"); remove_field(null);', ''],
  [
    'set_fields(select_jsonpath(parse_json("{\\"t\\": [{\\"k\\": \\"env\\", \\"v\\": 7}]}"), {env: "$.t[?(@.k == \\"env\\")].v"}));',
    'env: [7]',
  ],
  ['let new = create_message("text"); set_field(field: "a", value: 1, message: new);', ''],
])('%s gives the message the fields %s', (statements, added) => {
  const { message } = execute(statements)
  const own = createTestRun().message.fields
  const shown = [...message.fields]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `${name}: ${showValue(value)}`)
  expect(shown.join(', ')).toBe(added)
  for (const [name, value] of own) expect(message.field(name)).toEqual(value)
})

test('functions on messages work on the message that they are given', () => {
  const { message, created } = execute(`
    let new = create_message(message: "text", source: "origin", timestamp: parse_unix_milliseconds(0));
    set_field(field: "a", value: has_field("source", new), message: new);
    route_to_stream(name: "Logins", message: new);
    drop_message(new);
    let copy = clone_message(new);
    rename_field(old_field: "a", new_field: "b", message: copy);
    remove_field(field: "b", message: copy);
    remove_from_stream(name: "Logins", message: copy);`)
  expect(message.isDropped).toBe(false)
  expect(message.hasField('a')).toBe(false)
  const [first, second] = created
  expect(first?.isDropped).toBe(true)
  expect(Object.fromEntries(Array.from(first?.fields ?? [], ([name, value]) => [name, showValue(value)]))).toEqual({
    message: '"text"',
    source: '"origin"',
    timestamp: '1970-01-01T00:00:00.000Z',
    a: 'true',
  })
  expect(first?.streamIds).toEqual(['logins'])
  expect([...(second?.fields.keys() ?? [])]).toEqual(['message', 'source', 'timestamp'])
  expect(second?.streamIds).toEqual([DEFAULT_STREAM])
})

test('a line of debug is cut, and counters add up', () => {
  const { lines, counters } = execute(`
    debug($message.missing); debug(concat("${'x'.repeat(6000)}", "${'y'.repeat(6000)}"));
    metric_counter_inc("a"); metric_counter_inc("a", 41);
    grok_exists("NOSUCH", true);`)
  expect(lines[0]).toBe('PIPELINE DEBUG: Passed value is NULL.')
  expect(lines[1]).toHaveLength('PIPELINE DEBUG: '.length + 10_000)
  expect(lines[2]).toBe('The grok pattern NOSUCH does not exist')
  expect(counters.get('org.graylog.rulemetrics.a')).toBe(42)
})

test('is_null and is_not_null treat an error of their argument as null', () => {
  const { message } = execute(
    'set_field("a", is_null(1 / to_long($message.missing))); set_field("b", is_not_null(md5(null)));',
  )
  expect([message.field('a'), message.field('b')]).toEqual([true, false])
})
