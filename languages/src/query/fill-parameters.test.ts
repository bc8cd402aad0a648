import { expect, test } from 'vitest'
import { fillParameters, parameterNames } from './fill-parameters.ts'

const filled = (text: string, value: string) => fillParameters(text, (name) => (name === 'x' ? value : undefined))

test.each([
  ['user:$x$', 'ada', 'user:ada'],
  ['user:$x$', 'ada lovelace', 'user:"ada lovelace"'],
  ['user:$x$', 'a*', 'user:a\\*'],
  ['user:$x$', 'OR', 'user:"OR"'],
  ['user:"$x$"', 'say "hi"', 'user:"say \\"hi\\""'],
  ['path:/$x$.*/', 'a.b', 'path:/a\\.b.*/'],
  ['user:$x$ AND $y$', '', 'user: AND $y$'],
])('%s with %j is %s', (text, value, expected) => {
  expect(filled(text, value)).toBe(expected)
})

test('names are told once, in the order of their appearance', () => {
  expect(parameterNames(['a:$two$ b:$one$', 'c:$two$', 'costs 5$ or 6$'])).toEqual(['two', 'one'])
})
