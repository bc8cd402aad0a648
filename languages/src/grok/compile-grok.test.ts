import { expect, test } from 'vitest'
import { BUILT_IN_PATTERNS } from './built-in-patterns.ts'
import { compileGrok, type GrokDefinitions } from './compile-grok.ts'
import { GrokSyntaxError } from './grok-syntax-error.ts'
import recorded from './testing/recorded-captures.json' with { type: 'json' }

const OPTIONS = { namedCapturesOnly: true, zone: 'UTC' }
const match = (pattern: string, text: string, namedCapturesOnly = true) => {
  const values = compileGrok(pattern, BUILT_IN_PATTERNS, { ...OPTIONS, namedCapturesOnly }).match(text)
  return values === undefined ? undefined : Object.fromEntries(values)
}

test.each([
  ['%{IP:ip} %{WORD:w}', '1.2.3.4 hello', { ip: '1.2.3.4', w: 'hello' }],
  ['%{NUMBER:n;int} %{NUMBER:f;double}', '5 6.5', { n: 5, f: 6.5 }],
  ['%{NUMBER:n:int}', '5', { n: 5 }],
  ['%{NUMBER:n}', 'x 42 y', { n: '42' }],
  ['%{WORD:a} %{WORD:a}', 'x y', { a: ['x', 'y'] }],
  ['%{WORD:a} %{WORD:a}', 'x x', { a: 'x' }],
  ['(%{BASE10NUM:num}|%{BASE10NUM:num})', '2015', { num: '2015' }],
  ['%{QUOTEDSTRING:q}', 'say "hi there" now', { q: 'hi there' }],
  ['%{TIMESTAMP_ISO8601:t;date}', '2021-03-04T05:06:07Z', { t: new Date('2021-03-04T05:06:07Z') }],
  ['(?<own>\\d+)', 'a17', { own: '17' }],
  ['%{WORD:UNWANTED} %{WORD:k}', 'a b', { k: 'b' }],
  ['%{GREEDYDATA:g}', '', undefined],
  ['%{GREEDYDATA:g}', ' \t\n', undefined],
  ['%{GREEDYDATA}', 'a', {}],
  ['%{WORD:l;boolean}', 'true', { l: true }],
  [
    '%{NUMBER:b;byte}',
    '300',
    { b: '300', b_grokfailure: 'java.lang.NumberFormatException: Value out of range. Value:"300" Radix:10' },
  ],
])('%s on %j captures %j', (pattern, text, captures) => {
  expect(match(pattern, text)).toEqual(captures)
})

test('captures have positions, without the quotes around them', () => {
  const compiled = compileGrok('%{WORD:a} %{QS:q} %{NUMBER:n}', BUILT_IN_PATTERNS, OPTIONS)
  expect(compiled.locate('x word "a b" 42')).toEqual([
    { field: 'a', from: 2, to: 6 },
    { field: 'q', from: 8, to: 11 },
    { field: 'n', from: 13, to: 15 },
  ])
  expect(compiled.locate('nothing here')).toEqual([])
})

test.each([
  ['%{WORD:b;boolean} %{INT:s;short}', 'yes 32768', { b: false, s: '32768' }],
  ['%{NUMBER:l;long}', '9223372036854775807', { l: 9_223_372_036_854_775_807n }],
  ['%{NUMBER:l;long}', '9223372036854775808', { l: '9223372036854775808' }],
  ['%{NUMBER:l;int}', '+2147483648', { l: '+2147483648' }],
  ['%{NOTSPACE:l;integer}', '+5', { l: 5 }],
  ['%{NUMBER:f;float} %{NOTSPACE:d;double}', '0.1 -1.5e3', { f: 0.1, d: -1500 }],
  ['%{NOTSPACE:d;double}', 'NaN', { d: 'NaN' }],
  ['"%{GREEDYDATA:x;date}"', '"no date"', { x: 'no date' }],
  ['%{QS:q;int}', '"42"', { q: '42' }],
  ['%{GREEDYDATA:x;text}', "'a'", { x: 'a' }],
  ['%{DATA:d;date;dd.MM.yyyy HH:mm}$', '04.03.2021 05:06', { d: new Date('2021-03-04T04:06:00Z') }],
])('%s on %s is converted to %o, and failures are told', (pattern, text, captures) => {
  const values = compileGrok(pattern, BUILT_IN_PATTERNS, { ...OPTIONS, zone: 'Europe/Berlin' }).match(text)
  const all = Object.fromEntries(values ?? [])
  expect(all).toMatchObject(captures)
  for (const [field, value] of Object.entries(captures)) {
    const isFailed = typeof value === 'string' && !pattern.includes('text')
    expect(all[`${field}_grokfailure`] !== undefined, field).toBe(isFailed)
  }
})

test('a date without a year is of this year where the time is known, and stays a text elsewhere', () => {
  const pattern = '%{SYSLOGTIMESTAMP:t;date;MMM d HH:mm:ss}'
  const at = (now?: number) => {
    const options = now === undefined ? OPTIONS : { ...OPTIONS, now: () => now }
    return compileGrok(pattern, BUILT_IN_PATTERNS, options).match('Mar 4 05:06:07 x')?.get('t')
  }
  expect(at(Date.UTC(2021, 5, 1))).toEqual(new Date('2021-03-04T05:06:07Z'))
  expect(at()).toBe('Mar 4 05:06:07')
})

test('captures are those of recorded installations, in their order', () => {
  for (const [pattern, text, namedCapturesOnly, captures] of recorded) {
    const compiled = compileGrok(String(pattern), BUILT_IN_PATTERNS, {
      zone: 'UTC',
      namedCapturesOnly: namedCapturesOnly === true,
    })
    const inWords = Array.from(compiled.match(String(text)) ?? [], ([name, value]) => [name, wordsOf(value)])
    expect(inWords, `${pattern} on ${text}`).toEqual(captures)
  }
})

const wordsOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? `[${value.join(', ')}]` : String(value)

test.each([
  ['%{N=[0-9]+} %{N:second}', 'x 1 2', { N: '1', second: '2' }],
  ['%{N:first=[a-z]+}', '1 b', { first: 'b' }],
  ['%{DATE_EU:my.date}', '04.03.2021', { 'my.date': '04.03.2021', MONTHDAY: '04', MONTHNUM: '03', YEAR: '2021' }],
  ["%{WORD:a b-c/d'e,f_1}", 'x', { "a b-c/d'e,f_1": 'x' }],
])('%s on %s captures %j', (pattern, text, captures) => {
  expect(match(pattern, text, false)).toEqual(captures)
})

const chain = (length: number): ReadonlyMap<string, string> =>
  new Map(Array.from({ length }, (_, at) => [`P${at}`, at + 1 === length ? 'x' : `%{P${at + 1}}`]))

test.each<readonly [string, GrokDefinitions, string, number, number]>([
  ['%{WORD:a} %{NO:b}', BUILT_IN_PATTERNS, "No definition for key 'NO' found, aborting", 10, 17],
  ['%{WORD:a;number}', BUILT_IN_PATTERNS, 'Invalid data type :number', 0, 16],
  ['%{INT:a;int} %{INT:a;int}', BUILT_IN_PATTERNS, 'Duplicate key a;int', 13, 25],
  ['%{WORD:a} (', BUILT_IN_PATTERNS, 'Unclosed group near index 11', 11, 11],
  ['%{WORD:a}+*', BUILT_IN_PATTERNS, "Dangling meta character '*' near index 10", 10, 11],
  ['a %{BAD:a}', new Map([['BAD', '[']]), 'in the definition of BAD', 2, 10],
  ['\\%{WORD}', BUILT_IN_PATTERNS, "Unmatched closing ')' in the definition of WORD", 1, 8],
  ['%{foo-bar}', BUILT_IN_PATTERNS, '%{foo-bar} is not a valid reference to a pattern', 0, 10],
  ['(?<a>x)(?<a>y)', BUILT_IN_PATTERNS, 'Named capturing group <a> is already defined', 11, 12],
  ['a %{A}', new Map([['A', 'x%{A}']]), 'Deep recursion pattern compilation of a %{A}', 2, 6],
  ['%{P0}', chain(1001), 'Deep recursion pattern compilation of %{P0}', 0, 5],
  ['%{WORD:a} '.repeat(10_000), BUILT_IN_PATTERNS, 'Deep recursion pattern compilation of %{WORD:a}', 10_000, 10_009],
  ['%{B}%{B}', new Map([['B', 'x'.repeat(400_000)]]), 'The pattern is too long with all patterns that it uses', 4, 8],
  ['%{P0}', chain(300), 'Groups are nested too deeply', 0, 5],
  ['%{DATA:d;date;bbb}', BUILT_IN_PATTERNS, 'b', 0, 18],
])('%.40s is refused, and the place is told', (pattern, definitions, reason, from, to) => {
  const error = errorOf(() => compileGrok(pattern, definitions, OPTIONS))
  expect(error?.message).toContain(reason)
  expect([error?.from, error?.to]).toEqual([from, to])
})

test('an error about a whole pattern does not repeat the pattern', () => {
  const pattern = '(?<=(?>a|b))c'
  const reason = 'Atomic groups and possessive quantifiers inside a look-behind are not supported'
  const error = errorOf(() => compileGrok(pattern, BUILT_IN_PATTERNS, OPTIONS))
  expect(error).toMatchObject({ message: reason, from: 0, to: pattern.length })
})

function errorOf(compile: () => unknown): GrokSyntaxError | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    if (error instanceof GrokSyntaxError) return error
    throw error
  }
}

test('nested repetitions of one class, as in the built-in paths, take no exponential time', () => {
  const before = process.threadCpuUsage()
  for (const pattern of ['%{PATH:a}#', '(?:a+)+$', '(?:(?:\\w+|-)*x)+y']) {
    const compiled = compileGrok(pattern, BUILT_IN_PATTERNS, OPTIONS)
    expect(compiled.match(`${'/aaaaaaaaa'.repeat(10)} #`), pattern).toBe(undefined)
  }
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000)
})

test('texts of a megabyte take linear time with patterns of ordinary users', () => {
  const long = compileGrok('%{DATA:a} status=%{INT:b} %{GREEDYDATA:c}', BUILT_IN_PATTERNS, OPTIONS)
  const access = compileGrok('%{COMBINEDAPACHELOG}', BUILT_IN_PATTERNS, OPTIONS)
  const words = 'word '.repeat(200_000)
  const before = process.threadCpuUsage()
  expect(long.match(words)).toBe(undefined)
  expect(long.match(`${words}status=`)).toBe(undefined)
  expect(long.match(`${words}status=7 x`)?.get('b')).toBe('7')
  expect(access.match('"'.repeat(1_000_000))).toBe(undefined)
  expect(access.match(`a ${'1.2.3.4 - - ['.repeat(80_000)}`)).toBe(undefined)
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000)
})
