import { expect, test } from 'vitest'
import { entryProblems } from './whitelist-problems.ts'

test.each([
  ['literal', 'https://example.org/hook', undefined],
  ['literal', 'example.org', 'not-a-url'],
  ['literal', 'mailto:a@b', 'not-a-url'],
  ['literal', ' ', 'required'],
  ['regex', '^https://\\Qexample.org\\E/.*$', undefined],
  ['regex', '(', 'not-a-regex'],
] as const)('%s %s', (type, value, problem) => {
  expect(entryProblems({ id: '1', title: 'Hook', type, value })).toEqual(
    problem === undefined ? {} : { value: problem },
  )
})

test('an entry needs a title', () => {
  expect(entryProblems({ id: '1', title: ' ', type: 'literal', value: 'http://a' })).toEqual({ title: 'required' })
})
