import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${signs[kind]}${text}`)

test.each([
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a', 'a\nb', [' a', '+b']],
  ['a\nb', 'b', ['-a', ' b']],
  ['', '', [' ']],
])('%j to %j', (before, after, diff) => {
  expect(shown(before, after)).toEqual(diff)
})

test('very long texts are compared as wholes', () => {
  const long = 'x\n'.repeat(3000)
  expect(lineDiff(long, long).some(({ kind }) => kind === 'same')).toBe(false)
})
