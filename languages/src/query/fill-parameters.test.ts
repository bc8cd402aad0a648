import { expect, test } from 'vitest'
import { fillParameters, parameterNames } from './fill-parameters.ts'
import { parseQuery } from './parse-query.ts'

const filled = (text: string, value: string) => fillParameters(text, (name) => (name === 'x' ? value : undefined))

test.each([
  ['user:$x$', 'ada', 'user:ada'],
  ['user:$x$', 'ada lovelace', 'user:"ada lovelace"'],
  ['user:$x$', 'a*', 'user:a\\*'],
  ['user:$x$', 'OR', 'user:"OR"'],
  ['user:"$x$"', 'say "hi"', 'user:"say \\"hi\\""'],
  ['path:/$x$.*/', 'a.b', 'path:/a\\.b.*/'],
  ['user:$x$ AND $y$', '', 'user: AND $y$'],
  ['user:$x$$x$', 'a&', 'user:a\\&a\\&'],
  ['user:$x$|', 'a||', 'user:a\\|\\||'],
  ['level:>$x$', '=5', 'level:>"=5"'],
  ['level:[$x$ TO 9]', 'TO', 'level:["TO" TO 9]'],
  ['user:$x$', 'two\nlines', 'user:"two\nlines"'],
  ['user:$x$', '$x$', 'user:$x\\$'],
])('%s with %j is %s', (text, value, expected) => {
  expect(filled(text, value)).toBe(expected)
})

test.each([
  ['user:$x$', ['ada', 'bob "b"'], 'user:("ada" OR "bob \\"b\\"")'],
  ['user:$x$', ['ada'], 'user:("ada")'],
  ['path:/$x$.*/', ['a.b', 'c'], 'path:/(a\\.b|c).*/'],
  ['say "$x$"', ['a', 'b'], 'say "a b"'],
])('%s with any of %j is %s', (text, values, expected) => {
  const several = fillParameters(text, () => values)
  expect(several).toBe(expected)
  expect(parseQuery(several, { allowLeadingWildcard: false }).ok).toBe(true)
})

test('a filled-in value is parsed as itself, alone and in quotes', () => {
  for (const value of ['a&', '||', '&&&', 'a&&b', '=5', 'TO', '$x$', 'two\nlines', 'a\\', '"', '5$', 'x y', '-5']) {
    for (const query of ['user:$x$', 'user:"$x$"']) {
      const parsed = parseQuery(filled(query, value), { allowLeadingWildcard: false })
      const tree = parsed.ok ? parsed.tree : undefined
      expect((tree?.kind === 'term' || tree?.kind === 'phrase') && tree.text, `${query}: ${value}`).toBe(value)
    }
  }
})

test('names are listed once, in the order of their appearance', () => {
  expect(parameterNames(['a:$two$ b:$one$', 'c:$two$', 'costs 5$ or 6$'])).toEqual(['two', 'one'])
})

test('filling in ends where the text is longer than a query can be', () => {
  const before = process.threadCpuUsage()
  expect(filled('$x$ '.repeat(16_000), 'v').length).toBe(32_000)
  const many = filled('$x$ '.repeat(16_000), 'v'.repeat(50_000))
  expect(many.length).toBeGreaterThan(65_536)
  expect(many.length).toBeLessThan(300_000)
  const values = Array.from({ length: 1000 }, () => 'v'.repeat(50_000))
  expect(fillParameters('$x$', () => values).length).toBeLessThan(200_000)
  expect(filled('$x$ '.repeat(1_000_000), 'v')).toBe('$x$ '.repeat(1_000_000))
  for (const text of [many, '$x$ '.repeat(1_000_000)])
    expect(parseQuery(text, { allowLeadingWildcard: false }).ok).toBe(false)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})
