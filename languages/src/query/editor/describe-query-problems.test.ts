import { expect, test } from 'vitest'
import { parseQuery } from '../parse-query.ts'
import { describeQueryProblems } from './describe-query-problems.ts'

const KNOWN = {
  types: new Map([
    ['level', 'long'],
    ['took_ms', 'float'],
    ['app', 'string'],
    ['ok', 'boolean'],
    ['mixed', 'compound(long,string)'],
  ]),
  parameters: new Set(['known']),
}

/** Code and position of each problem. */
function problems(query: string): readonly string[] {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  return describeQueryProblems(query, parsed.tree, KNOWN).map(
    ({ code, from, to }) => `${code} ${query.slice(from, to)}`,
  )
}

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
  ['nope:1', ['unknown-field nope']],
  ['_exists_:nope', ['unknown-field _exists_:nope']],
  ['level:abc', ['value-does-not-fit level:abc']],
  ['level:1.5', ['value-does-not-fit level:1.5']],
  ['NOT (level:[a TO 5] OR x)', ['value-does-not-fit level:[a TO 5]']],
  ['took_ms:"fast"', ['value-does-not-fit took_ms:"fast"']],
  ['ok:yes', ['value-does-not-fit ok:yes']],
  ['timestamp:[foo TO now]', ['value-does-not-fit timestamp:[foo TO now]']],
  ['level:3*', ['pattern-does-not-fit level:3*']],
  ['level:/3/', ['pattern-does-not-fit level:/3/']],
  ['ssh and login or not root', ['lower-case-operator and', 'lower-case-operator or', 'lower-case-operator not']],
  ['app:x and level:3', ['lower-case-operator and']],
  ['app:$other$ AND $x_1$', ['undeclared-parameter $other$', 'undeclared-parameter $x_1$']],
  ['app:/^a.*$/', ['anchor-in-regex ^', 'anchor-in-regex $']],
])('%s: %j', (query, found) => {
  expect(problems(query)).toEqual(found)
})

test('a misspelt field name is reported with the similar name', () => {
  const parsed = parseQuery('leevl:3', { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  expect(describeQueryProblems('leevl:3', parsed.tree, KNOWN)).toEqual([
    { code: 'unknown-field', field: 'leevl', similar: 'level', from: 0, to: 5 },
  ])
})
