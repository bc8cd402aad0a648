import { expect, test } from 'vitest'
import { BUILT_IN_PATTERNS } from '../grok/built-in-patterns.ts'
import { applyFix } from '../query/query-fix.ts'
import { compileSteps } from './check-steps.ts'
import { splitSteps } from './split-steps.ts'
import type { StepEnvironment } from './step-scope.ts'

const TYPES: ReadonlyMap<string, 'text' | 'number' | 'time'> = new Map([
  ['timestamp', 'time'],
  ['took_ms', 'number'],
  ['level', 'number'],
  ...['user', 'source', 'message', 'data', 'ip', 'odd-name'].map((name) => [name, 'text'] as const),
])
const ENVIRONMENT: StepEnvironment = {
  fieldType: (name) => TYPES.get(name) ?? 'nothing',
  grok: (name) => BUILT_IN_PATTERNS.get(name),
  nowMs: 1_000_000,
  rangeMs: 3_600_000,
}

const check = (steps: string) => compileSteps(steps, 0, ENVIRONMENT)

test.each([
  ['level:3 | where took_ms > 5', 'level:3', '| where took_ms > 5'],
  ['| top 3 user', '', '| top 3 user'],
  ['"a | b" |top 3 user', '"a | b"', '|top 3 user'],
  ['/a | b/ | top 3 user', '/a | b/', '| top 3 user'],
  ['(a | b) AND [1 TO 3] | top 3 user', '(a | b) AND [1 TO 3]', '| top 3 user'],
  ['a || b', 'a || b', undefined],
  ['a|b', 'a|b', undefined],
  ['a \\| b', 'a \\| b', undefined],
  ['path:"x" AND (a | b', 'path:"x" AND (a | b', undefined],
  ['a |', 'a', '|'],
])('in %j the steps are behind the query', (text, query, steps) => {
  const split = splitSteps(text)
  expect(split.query).toBe(query)
  expect(split.stepsFrom === undefined ? undefined : text.slice(split.stepsFrom)).toBe(steps)
})

test.each([
  ['| where took_ms > 5', 'timestamp source message'],
  ['| let seconds = took_ms / 1000, slow = seconds > 2', 'timestamp source message seconds slow'],
  ['| parse message grok "%{IP:client} %{NUMBER:ms:int}" | fields client, ms', 'client ms'],
  ['| parse message regex "(?<status>[0-9]+)" | stats count() by status', 'status count'],
  ['| parse data json user.name as who, n | fields -message, -source', 'timestamp who n'],
  [
    '| stats avg(took_ms), percentile(took_ms, 95), count() as all by user, bin(timestamp, 5m)',
    'user timestamp avg_took_ms p95_took_ms all',
  ],
  ['| timechart 5m count() by source', 'timestamp source count'],
  ['| top 5 user | rare 2 count', 'count rows'],
  ['| transaction by user maxpause=5m', 'user start end duration count'],
  ['| join user-names on user', 'timestamp source message user_names'],
  ['| join users on user (city, age as years)', 'timestamp source message city years'],
  ['| stats count() by `odd-name` | sort -count, `odd-name` | limit 3', 'odd-name count'],
])('%s has the columns %s', (steps, columns) => {
  const checked = check(steps)
  expect(checked.ok ? checked.program.columns.map(({ name }) => name).join(' ') : checked.errors).toBe(columns)
})

/** The steps with the place of the problem in «», what the message says, and the steps with the fix. */
test.each([
  ['«|»', 'Behind | belongs a step', ''],
  ['| «wher» a', 'Did you mean where?', '| where a'],
  ['| «frobnicate» a', 'There is no step frobnicate', undefined],
  ['| where «took_ms»', 'took_ms is a number, but where needs a condition', undefined],
  ['| where took_ms «=» 5', 'two equals signs', '| where took_ms == 5'],
  ['| where took_ms > «"5"»', 'a number and a text', '| where took_ms > 5'],
  ['| where user == «5»', 'a text and a number', '| where user == "5"'],
  ['| where timestamp > «"2026-03-01"»', 'a time and a text', '| where timestamp > time("2026-03-01")'],
  ['| where «user» + 1 > 2', 'user is a text, but + calculates with numbers', '| where number(user) + 1 > 2'],
  ['| where «user + source» == "x"', 'concat(a, b)', undefined],
  ['| where «lowr»(user) == "x"', 'Did you mean lower?', '| where lower(user) == "x"'],
  ['| where «lower()» == "x"', 'too few arguments: lower(text)', undefined],
  ['| where «lower(user, 1)» == "x"', 'too many arguments', undefined],
  ['| where lower(user«»', 'never closed', '| where lower(user)'],
  ['| where (took_ms > 1«»', 'A bracket ( is never closed', '| where (took_ms > 1)'],
  ['| where user == «"x»', 'A quote " is never closed', '| where user == "x"'],
  ['| where took_ms > 1 «>» 0', 'join them with and', undefined],
  ['| where «count»() > 1', 'belongs to stats', undefined],
  ['| where matches(user, «user»)', 'Here belongs a regular expression, in quotes', undefined],
  ['| where matches(user, "a(b«"»)', 'Unclosed group', undefined],
  ['| where matches(user, «"(?=a)b"»)', 'Look-around', undefined],
  ['| where in_network(ip, «"10.0.0"»)', 'not a network', undefined],
  ['| where matches(user, «/»a/)', 'a text in quotes', undefined],
  ['| where bin(timestamp, «5») == timestamp', 'has a unit', '| where bin(timestamp, 5m) == timestamp'],
  ['| let «=» 3', 'let needs a name', undefined],
  ['| let x «==» 3', 'one equals sign', '| let x = 3'],
  ['| parse message «grock» "x"', 'grok, regex, json or kv', '| parse message grok "x"'],
  ['| parse message grok «"%{NOPE:x}"»', "No definition for key 'NOPE'", undefined],
  ['| parse message grok «"%{IP}"»', 'names no field', undefined],
  ['| parse message grok «"%{IP:when:date}"»', 'time(…)', undefined],
  ['| parse message regex «"[0-9]+"»', 'no group with a name', undefined],
  ['| parse data json user,«»', 'json needs the names', undefined],
  ['| stats «cout»() by user', 'Did you mean count?', '| stats count() by user'],
  ['| stats «count» by user', 'Here belongs an aggregate', '| stats count() by user'],
  ['| stats sum(«user»)', 'user is a text, but sum calculates', '| stats sum(number(user))'],
  ['| stats count() by «hour(timestamp)»', 'needs a name', '| stats count() by hour(timestamp) as name'],
  ['| stats count(), «count()»', 'two columns count', undefined],
  ['| stats percentile(took_ms, «120»)', 'from 0 to 100', undefined],
  ['| stats count() by user | where «took_ms» > 1', 'there are user and count', undefined],
  ['| stats count() by user | sort -«cuont»', 'did you mean count?', '| stats count() by user | sort -count'],
  ['| stats count() by user | fields «usr»', 'did you mean user?', '| stats count() by user | fields user'],
  ['| stats count() by user | stats first(«user»)', 'is about messages', undefined],
  ['| fields a, -«b»', 'either names the columns to keep', undefined],
  ['| fields user | fields -«user»', 'No column is left', undefined],
  ['| top «user»', 'top needs a number', '| top 10 user'],
  ['| limit «many»', 'limit needs a number', undefined],
  ['| limit «20000»', 'at most 10000', undefined],
  ['| transaction «user»', 'transaction needs by', undefined],
  ['| transaction by user «maxpase»=5m', 'maxspan and maxpause', '| transaction by user maxpause=5m'],
  ['| transaction by user maxpause=«5»', 'belongs a duration', undefined],
  ['| stats count() by user | «transaction» by user', 'no column timestamp', undefined],
  ['| join users «user»', 'on and a field', undefined],
  ['| dedup user «source»', 'next step begins with |', undefined],
  ['| stats count() by user | «timechart» count()', 'no column timestamp', undefined],
])('%s is refused: %s', (marked, message, fixed) => {
  const from = marked.indexOf('«')
  const to = marked.indexOf('»') - 1
  const steps = marked.replace('«', '').replace('»', '')
  const checked = check(steps)
  const [error] = checked.ok ? [] : checked.errors
  expect(error?.message).toContain(message)
  expect({ from: error?.from, to: error?.to }).toEqual({ from, to })
  expect(error?.fix === undefined ? undefined : applyFix(steps, error.fix)).toBe(fixed)
})

test('problems of several steps are found at once', () => {
  const checked = check('| where a = 1 | stts count() | limit x')
  expect(checked.ok ? [] : checked.errors.map(({ from }) => from)).toEqual([10, 16, 37])
})

test.each([
  ['brackets', `| where ${'('.repeat(10_000)}true`],
  ['minus signs', `| where ${'-'.repeat(10_000)}1 > 0`],
  ['nots', `| where ${'not '.repeat(10_000)}true`],
  ['sums', `| where ${'1 + '.repeat(10_000)}1 > 0`],
  ['steps', '| limit 1 '.repeat(10_000)],
  ['items', `| fields ${'a, '.repeat(10_000)}a`],
  ['quotes', `| where ${'"\\'.repeat(20_000)}`],
  ['signs', '| \\ ~ ` \u0000'.repeat(10_000)],
])('very many %s are refused in little time', (_, steps) => {
  const startMs = performance.now()
  expect(check(steps).ok).toBe(false)
  expect(performance.now() - startMs).toBeLessThan(20_000)
})
