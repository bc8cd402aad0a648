import { expect, test } from 'vitest'
import { parseQuery } from '../parse-query.ts'
import { applyFix } from '../query-fix.ts'
import { describeQueryProblems } from './describe-query-problems.ts'

const KNOWN = {
  types: new Map([
    ['level', 'long'],
    ['took_ms', 'float'],
    ['count', 'long'],
    ['http_status', 'long'],
    ['app', 'string'],
    ['path', 'string'],
    ['ok', 'boolean'],
    ['mixed', 'compound(long,string)'],
  ]),
  holdsNumbers: (name: string) => ['level', 'took_ms', 'count', 'http_status', 'mixed'].includes(name),
  parameters: new Set(['known']),
}

function problemsOf(query: string) {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  return describeQueryProblems(query, parsed.tree, KNOWN)
}

/** Code and text of each problem, and the query once it is fixed. */
const problems = (query: string): readonly string[] =>
  problemsOf(query).map(({ code, from, to, fix }) =>
    [code, query.slice(from, to), ...(fix ? ['=>', applyFix(query, fix)] : [])].join(' '),
  )

test.each([
  'level:3 AND app:x* AND mixed:abc',
  'level:[1 TO 3] AND took_ms:1.5 AND ok:true',
  'level:>1.5',
  '_id:x OR _index:y OR gl2_source_input:z OR streams:1 OR message:a OR source:b',
  'timestamp:[now-5m TO now] OR timestamp:"2021-06-09 00:00:00.000"',
  'lev\\*:x OR *:y',
  'and',
  'error and',
  '"a and b" AND app:and',
  'app:$known$',
  'app:/a\\$/ OR app:/a^b/',
  '*',
])('%s has no problems', (query) => {
  expect(problems(query)).toEqual([])
})

test.each([
  'level:error OR level:(warn OR 3) OR level:>4',
  'path:/checkout AND http_status:>=500',
  'path:/a.*/ OR path:/checkout/',
  '198.18.0.0/16',
  'nope=1 AND "app=x" AND app:a=b AND (app:(x=y))',
  'mixed:>4 AND app:10s',
])('%s has no problems either', (query) => {
  expect(problems(query)).toEqual([])
})

test.each([
  ['nope:1', ['unknown-field nope']],
  ['_exists_:nope', ['unknown-field _exists_:nope']],
  ['leevl:3', ['unknown-field leevl => level:3']],
  ['Level:3', ['unknown-field Level => level:3']],
  ['_exists_:leevl', ['unknown-field _exists_:leevl => _exists_:level']],
  ['10:30:15 x', ['unknown-field 10 => "10:30:15" x']],
  ['http://a.example/b?c', ['unknown-field http => "http://a.example/b?c"']],
  ['level:abc', ['value-does-not-fit level:abc']],
  ['level:eror', ['value-does-not-fit level:eror => level:error']],
  ['level:1.5', ['value-does-not-fit level:1.5']],
  ['NOT (level:[a TO 5] OR x)', ['value-does-not-fit level:[a TO 5]']],
  ['took_ms:"fast"', ['value-does-not-fit took_ms:"fast"']],
  ['ok:yes', ['value-does-not-fit ok:yes']],
  ['timestamp:[foo TO now]', ['value-does-not-fit timestamp:[foo TO now]']],
  ['level:3*', ['pattern-does-not-fit level:3* => level:[30 TO 39]']],
  ['level:err*', ['pattern-does-not-fit level:err* => level:error']],
  ['level:/3/', ['pattern-does-not-fit level:/3/']],
  ['http_status:5*', ['pattern-does-not-fit http_status:5* => http_status:[500 TO 599]']],
  ['http_status:50* AND x', ['pattern-does-not-fit http_status:50* => http_status:[500 TO 509] AND x']],
  ['count:4??', ['pattern-does-not-fit count:4?? => count:[400 TO 499]']],
  ['count:*4', ['pattern-does-not-fit count:*4']],
  ['took_ms:>1s', ['unit-read took_ms:>1s']],
  [
    'took_ms:[1s TO 10MB]',
    ['unit-read took_ms:[1s TO 10MB]', 'unit-does-not-fit took_ms:[1s TO 10MB] => took_ms:[1s TO 10]'],
  ],
  ['count:>10MB', ['unit-does-not-fit count:>10MB => count:>10']],
  ['level:>=warning', ['level-comparison level:>=warning']],
  [
    'ssh and login or not root',
    [
      'lower-case-operator and => ssh AND login or not root',
      'lower-case-operator or => ssh and login OR not root',
      'lower-case-operator not => ssh and login or NOT root',
    ],
  ],
  ['app:x and level:3', ['lower-case-operator and => app:x AND level:3']],
  ['app:$other$ AND $x_1$', ['undeclared-parameter $other$', 'undeclared-parameter $x_1$']],
  ['app:/^a.*$/', ['anchor-in-regex ^ => app:/a.*$/', 'anchor-in-regex $ => app:/^a.*/']],
  ['app=cart', ['comparison-as-text app=cart => app:cart']],
  ['x took_ms>100 y', ['comparison-as-text took_ms>100 => x took_ms:>100 y']],
  ['took_ms<=5', ['comparison-as-text took_ms<=5 => took_ms:<=5']],
  ['took_ms =< 5', ['comparison-as-text took_ms =< 5 => took_ms:<=5']],
  [
    'took_ms > 100 AND app == "a b"',
    [
      'comparison-as-text took_ms > 100 => took_ms:>100 AND app == "a b"',
      'comparison-as-text app == "a b" => took_ms > 100 AND app:"a b"',
    ],
  ],
  ['app!=cart', ['comparison-as-text app!=cart => NOT app:cart']],
  ['source=web-1', ['comparison-as-text source=web-1 => source:web-1']],
  ['path:/api/users', ['path-as-regex /api/users => path:"/api/users"']],
  ['path:/api/*', ['path-as-regex /api/* => path:\\/api\\/*']],
  ['/a/b', ['path-as-regex /a/b => "/a/b"']],
  ['app:1.0/8 OR app:2.0/8', ['path-as-regex /8 OR app:2.0/ => app:1.0\\/8 OR app:2.0\\/8']],
  ['path:/time.*out', ['regex-as-text /time.*out => path:/time.*out/']],
])('%s: %j', (query, found) => {
  expect(problems(query)).toEqual(found)
})

test('problems say what they are about', () => {
  expect(problemsOf('leevl:3')).toMatchObject([{ code: 'unknown-field', field: 'leevl', similar: 'level' }])
  expect(problemsOf('took_ms:>1s')).toMatchObject([{ code: 'unit-read', value: '1s', number: '1000' }])
  expect(problemsOf('level:>=warning')).toMatchObject([
    { code: 'level-comparison', most: 'emergency', least: 'warning' },
  ])
})

test('texts that look like many comparisons are described in bounded time', () => {
  for (const piece of ['app="', 'app=x ', 'app>', '/a/b ', 'a:1s ', 'took_ms:1s ']) {
    const text = piece.repeat(Math.floor(20_000 / piece.length))
    const cpuBefore = process.threadCpuUsage()
    const parsed = parseQuery(text, { allowLeadingWildcard: true })
    describeQueryProblems(text, parsed.ok ? parsed.tree : { kind: 'all' }, KNOWN)
    expect(process.threadCpuUsage(cpuBefore).user, piece).toBeLessThan(2_000_000)
  }
})

test('similar names are looked for in bounded time', () => {
  const types = new Map(Array.from({ length: 5000 }, (_, index) => [`field_number_${index}`, 'long']))
  const query = Array.from({ length: 1000 }, (_, index) => `fxeldnumber${index}zz:a`).join(' ')
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const before = process.threadCpuUsage()
  expect(describeQueryProblems(query, parsed.tree, { ...KNOWN, types })).toHaveLength(1000)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(3000)
})
