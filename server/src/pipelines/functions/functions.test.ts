// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements have this form
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import { callFunction } from './testing/call-function.ts'
import { showValue } from './testing/show-value.ts'
import { createTestRun } from './testing/test-run.ts'

/** What `call` gives, as the documentation writes it, or `fails: ` and the error. */
function outcome(name: string, args: readonly (RuleValue | undefined)[]): string {
  try {
    return showValue(callFunction(name, args, createTestRun()))
  } catch (error) {
    return `fails: ${error instanceof Error ? error.message : String(error)}`
  }
}

const map = (entries: Readonly<Record<string, RuleValue>>): RuleValue => new Map(Object.entries(entries))

type Row = readonly [name: string, args: readonly (RuleValue | undefined)[], result: string]

const rows: readonly Row[] = [
  ['to_bool', [null, true], 'true'],
  ['to_bool', ['TrUe'], 'true'],
  ['to_bool', [1n], 'false'],
  ['to_double', ['0x10'], '0.0'],
  ['to_double', ['1.5d', 3], '1.5'],
  ['to_double', ['-Infinity'], '-Infinity'],
  ['to_double', [null, 3.5], '3.5'],
  ['to_double', [7n], '7.0'],
  ['to_long', ['9223372036854775807'], '9223372036854775807'],
  ['to_long', ['-9223372036854775808'], '-9223372036854775808'],
  ['to_long', ['9223372036854775808', 1n], '1'],
  ['to_long', ['9'.repeat(2000), 1n], '1'],
  ['to_long', [Number.NaN], '0'],
  ['to_long', [1e300], '9223372036854775807'],
  ['to_long', [-1e300], '-9223372036854775808'],
  ['to_long', [-23.9], '-23'],
  ['to_long', ['x', null], 'null'],
  ['to_double', [null, null], 'null'],
  ['to_bool', [null, null], 'null'],
  ['to_string', [null, null], 'null'],
  ['to_ip', ['x', null], 'null'],
  ['to_string', [null], '""'],
  ['to_string', [2], '"2.0"'],
  ['to_map', ['x'], '{}'],
  ['is_list', [['a']], 'true'],
  ['is_map', [map({ a: 1n })], 'true'],
  ['is_null', [null], 'true'],
  ['is_not_null', [null], 'false'],

  ['abbreviate', ['abcdefg', null], 'null'],
  ['abbreviate', ['abcdefg', -9223372036854775808n], '"a..."'],
  ['abbreviate', ['abcdefg', 9223372036854775807n], '"abcdefg"'],
  ['capitalize', ['ßx'], '"ßx"'],
  ['swapcase', ['Straße İ'], '"sTRAßE i"'],
  ['uncapitalize', [''], '""'],
  ['lowercase', [null], 'null'],
  ['lowercase', ['TITLE', 'not a tag'], '"title"'],
  ['uppercase', ['i', 'tr-TR'], '"İ"'],
  ['uppercase', ['i', 'train'], '"I"'],
  ['concat', [null, 'b'], '"b"'],
  ['concat', ['x'.repeat(5_000_000), 'x'.repeat(5_000_000)], 'fails: The result has more than 8388608 characters'],
  ['contains', [null, 'a'], 'false'],
  ['contains', ['a', null], 'false'],
  ['starts_with', ['aB', 'Ab', true], 'true'],
  ['starts_with', [null, 'a'], 'false'],
  ['starts_with', ['a', null], 'false'],
  ['starts_with', ['a', ''], 'true'],
  ['ends_with', [null, null], 'false'],
  ['ends_with', ['a', ''], 'true'],
  ['ends_with', ['b', 'ab', true], 'false'],
  ['substring', ['abc', -2n, -1n], '"b"'],
  ['substring', ['abc', 2n, 0n], '""'],
  ['substring', ['abc', -9223372036854775808n, 9223372036854775807n], '"abc"'],
  ['substring', [null, 0n], 'null'],
  ['substring', ['abc', null], 'fails: The argument start is null'],
  ['replace', [null, 'a'], 'null'],
  ['replace', ['aaa', 'a', 'b', 2n], '"bba"'],
  ['replace', ['aaa', 'a', 'b', 4294967296n], 'fails: The argument max is out of range: 4294967296'],
  ['replace', ['a'.repeat(100_000), 'a', 'b'.repeat(1000)], 'fails: The result has more than 8388608 characters'],
  ['length', [null], 'fails: The argument value is null'],
  ['length', ['ä😀', true], '6'],
  ['length', ['ä😀'], '3'],
  ['first_non_null', [[null, null, 1n]], '1'],
  ['first_non_null', [[]], 'null'],

  ['regex', ['(cd\\.e)', 'abcd.efg'], '{0: "cd.e"}'],
  ['regex', ['(a)(b)?(c)', 'ac', ['x']], '{x: "a", 2: "c"}'],
  ['regex', ['a', null], 'fails: The argument value is null'],
  ['regex', [null, 'a'], 'fails: The argument pattern is null'],
  ['regex', ['(', 'a'], 'fails: Unclosed group near index 1\n('],
  ['regex_replace', ['(?<n>b)', 'abc', '[${n}$1]'], '"a[bb]c"'],
  ['regex_replace', ['b', 'abc', '$2'], 'fails: No group 2'],
  ['regex_replace', ['x', 'abc', '$2'], '"abc"'],
  ['regex_replace', ['', 'ab', '-'], '"-a-b-"'],
  ['regex_replace', ['b', 'abb', 'x', false], '"axb"'],
  ['regex_replace', ['b', 'abc', null], 'fails: The argument replacement is null'],
  ['regex_replace', ['a', 'a'.repeat(100_000), 'b'.repeat(1000)], 'fails: The result has more than 8388608 characters'],
  ['split', [',', ',,'], '[]'],
  ['split', [',', ''], '[""]'],
  ['split', ['x', 'abc'], '["abc"]'],
  ['split', ['', 'abc', 10n], '["a", "b", "c", ""]'],
  ['split', [',', 'a,b,', 2n], '["a", "b,"]'],
  ['split', [',', ',a', 1n], '[",a"]'],
  ['split', [',', 'a', -1n], 'fails: The argument limit is negative'],
  ['split', ['', 'x'.repeat(20_000)], 'fails: The result has more than 10000 items'],
  ['join', [['1', '2', '3'], ',', 5n], 'fails: The list has only 3 items'],
  ['join', [['1', '2', '3'], ',', -1n, -1n], '"1,2,3"'],
  ['join', [['1', '2', '3'], ',', 2n, 1n], '""'],
  ['join', [['1', null, 2], ','], '"1,,2.0"'],
  [
    'join',
    [Array.from({ length: 10_000 }, () => 'x'.repeat(1000))],
    'fails: The result has more than 8388608 characters',
  ],
  ['grok', ['%{WORD:a} %{WORD:a}', 'x y', true], '{a: ["x", "y"]}'],
  ['grok', ['%{NUMBER:n;double}', null], 'null'],
  ['grok', ['%{NOSUCH:x}', 'a'], "fails: No definition for key 'NOSUCH' found, aborting"],
  ['grok_exists', ['WOR'], 'false'],
  ['grok_exists', [null], 'fails: The argument pattern is null'],
  ['key_value', [null], 'null'],
  ['key_value', ['dup=1 dup=2', undefined, undefined, undefined, undefined, ','], '{dup: "1,2"}'],
  ['key_value', ['a==b=c'], '{a: "b=c"}'],
  ['key_value', ['a=1 b', undefined, undefined, false], 'fails: The text has the key b without a value'],
  ['key_value', ['a: 1; b :2', ';', ':'], '{a: "1", b: "2"}'],
  [
    'key_value',
    [Array.from({ length: 10_001 }, (_, at) => `k${at}=v`).join(' ')],
    'fails: The text has more than 10000 pairs',
  ],
  [
    'key_value',
    [Array.from({ length: 1000 }, () => `k=${'v'.repeat(9000)}`).join(' '), undefined, undefined, undefined, true, ','],
    'fails: The values have more than 8388608 characters',
  ],
  ['parse_cef', ['no cef', true], 'fails: CEF:0| is missing'],

  ['parse_json', [null], ''],
  ['parse_json', ['{"n": 9223372036854775807}'], '{"n":9223372036854775807}'],
  ['parse_json', ['['.repeat(100_000)], ''],
  ['urldecode', ['%u00e4'], 'fails: A percent sign is without two hexadecimal digits'],
  ['urldecode', ['%E4', 'ISO-8859-1'], '"ä"'],
  ['urlencode', ['€', 'windows-1252'], '"%80"'],
  ['urlencode', ['€', 'ISO-8859-1'], '"%3F"'],
  ['urlencode', ['ä', 'UTF-16'], '"%00%E4"'],
  ['urlencode', ['a', 'no-such-set'], 'fails: The character set no-such-set is unknown'],
  ['urlencode', ['a', 'Shift_JIS'], 'fails: The character set Shift_JIS is unknown'],
  ['urlencode', ['a', 'gbk'], 'fails: The character set gbk is unknown'],
  ['urlencode', ['a', 'EUC-KR'], 'fails: The character set EUC-KR is unknown'],
  ['urlencode', ['a', 'ISO-2022-JP'], 'fails: The character set ISO-2022-JP is unknown'],
  ['urlencode', ['я', 'KOI8-R'], '"%D1"'],
  ['urlencode', ['λ', 'ISO-8859-7'], '"%EB"'],
  ['urldecode', ['%F9', 'windows-1255'], '"ש"'],
  ['urlencode', [null], 'null'],
  ['to_url', ['ftp://x'], 'null'],
  ['to_url', ['x', 'http://d.e/f'], 'http://d.e/f'],
  ['to_ip', [-1n], '255.255.255.255'],
  ['to_ip', [134744072n], '8.8.8.8'],
  ['to_ip', ['x', 'y'], 'fails: The argument default is not an IP address: y'],
  ['to_ip', [true], '0.0.0.0'],
  ['cidr_match', ['10.0.0.0', null], 'fails: Not a network in CIDR notation: 10.0.0.0'],
  ['cidr_match', ['10.0.0.0/8', null], 'null'],

  ['flex_parse_date', [null], 'null'],
  ['parse_date', [null, 'yyyy'], 'null'],
  ['parse_date', ['2021', null], 'fails: The argument pattern is null'],
  ['parse_date', ['29 Feb', 'd MMM'], '2000-02-29T00:00:00.000Z'],
  ['parse_date', ['2021', 'yyyy', 'xx yy'], '2021-01-01T00:00:00.000Z'],
  ['parse_unix_milliseconds', [9223372036854775807n], 'fails: The date is outside the years 0 to 9999'],
  ['parse_unix_milliseconds', [null], 'null'],
  ['to_date', ['2020-01-01'], 'null'],
  ['now', ['nonsense'], '2021-03-04T05:06:07.089Z'],
  ['now', ['europe/berlin'], '2021-03-04T06:06:07.089+01:00'],
  ['format_date', [null, 'yyyy'], 'null'],
  ['days', [9223372036854775807n], 'fails: The period is too long'],
  ['days', [null], 'null'],
  ['period', ['1 day'], 'fails: Invalid format: "1 day" is not a period'],

  ['crc32', ['graylog'], '"e3018c57"'],
  ['murmur3_32', ['graylog'], '"67285534"'],
  ['md5', [null], 'fails: The argument value is null'],
  ['base32_encode', ['graylog'], '"CTP62UBCDTJG===="'],
  ['base32human_encode', ['graylog'], '"M5ZGC6LMN5TQ===="'],
  ['base32_decode', ['CTP62UBCDTJG'], '"graylog"'],
  ['base64_decode', ['YQ'], '"a"'],
  ['base64_decode', ['Y'], 'fails: Invalid input length 1'],
  ['base64url_decode', ['-_+'], 'fails: Unrecognized character: +'],
  ['base16_decode', ['616'], 'fails: Invalid input length 3'],
  ['base64_encode', ['x'.repeat(8_000_000)], 'fails: The result has more than 8388608 characters'],
  ['syslog_level', [null], '"Unknown"'],
  ['syslog_facility', ['23'], '"local7"'],
  ['syslog_level', [4294967296n], '"Unknown"'],
  ['expand_syslog_priority', [165n], '{level=5, facility=20}'],
  ['expand_syslog_priority', [null], 'fails: The argument value is not a whole number'],
  ['expand_syslog_priority_as_string', ['165'], '{level=Notice, facility=local4}'],
  ['from_input', [undefined, 'SYSLOG udp'], 'true'],
  ['from_input', ['input-1', 'other'], 'true'],
  ['from_input', [], 'null'],
  ['has_field', [null], 'false'],
  ['metric_counter_inc', ['x'.repeat(201)], 'fails: The name of the counter has more than 200 characters'],
]

test.each(rows)('%s %o is %s', (name, args, result) => {
  expect(outcome(name, args)).toBe(result)
})

const WRONG: Readonly<Record<string, RuleValue>> = {
  String: 1n,
  Long: 'x',
  Double: 1n,
  Boolean: 'true',
  List: 'x',
  Map: 'x',
  DateTime: '2021-03-04',
  JsonNode: '{}',
  IpAddress: '10.0.0.1',
  Message: 'x',
}

const typed = ruleFunctions.flatMap(({ name, params }) =>
  params.flatMap((param, at) => {
    const wrong = WRONG[param.type]
    return wrong === undefined ? [] : [{ name, at, param: param.name, wrong }]
  }),
)

test.each(typed)('$name refuses a value of another type for $param', ({ name, at, param, wrong }) => {
  const args = Array.from({ length: at + 1 }, (_, index) => (index === at ? wrong : undefined))
  expect(outcome(name, args)).toContain(`fails: The argument ${param} must be `)
})

test.each(ruleFunctions)('$name ends without arguments', ({ name, params }) => {
  for (const args of [[], params.map(() => null)]) expect(outcome(name, args)).not.toMatch(/TypeError|undefined/)
})
