import { expect, test } from 'vitest'
import { compileWildcard } from './compile-wildcard.ts'
import { readWildcards } from './escape-rules.ts'

const matches = (pattern: string, text: string) => compileWildcard(readWildcards(pattern))(text)

test.each([
  ['a*', ['a', 'abc', 'a\n'], ['', 'ba', 'A']],
  ['*a', ['a', 'bca'], ['ab', '']],
  ['a?c', ['abc', 'a𝄞c'], ['ac', 'abbc']],
  ['?', ['a', '𝄞'], ['', 'ab']],
  ['*a*b*', ['ab', 'xaxbx', 'aabb'], ['ba', 'a', 'b']],
  ['ab*ab', ['abab', 'abxab'], ['ab', 'aba']],
  ['*aab', ['aaab'], ['aaba']],
  ['a*?b', ['acb', 'axxb', 'a𝄞b'], ['ab']],
  ['a*??', ['abc', 'a𝄞𝄞', 'abcd'], ['ab', 'a𝄞']],
  ['*?x?*', ['axb', '𝄞x𝄞'], ['xb', 'ax']],
  ['a\\*b*', ['a*b', 'a*bc'], ['axb']],
  ['?\\??', ['a?b'], ['abc']],
])('%s', (pattern, yes, no) => {
  expect(yes.filter((text) => !matches(pattern, text))).toEqual([])
  expect(no.filter((text) => matches(pattern, text))).toEqual([])
})

test('agrees with regular expressions on all short texts', () => {
  const texts = (letters: string, length: number): string[] =>
    length === 0 ? [''] : texts(letters, length - 1).flatMap((text) => [...letters].map((letter) => text + letter))
  const upTo = (letters: string, length: number) =>
    Array.from({ length: length + 1 }, (_, at) => texts(letters, at)).flat()
  for (const pattern of upTo('ab?*', 4)) {
    const test = compileWildcard(readWildcards(pattern))
    const expression = new RegExp(`^${pattern.replaceAll('?', '.').replaceAll('*', '.*')}$`)
    for (const text of upTo('ab', 5)) if (test(text) !== expression.test(text)) throw new Error(`${pattern} ${text}`)
  }
})

test('a pattern that backtracks elsewhere takes bounded time', () => {
  const cpuBefore = process.threadCpuUsage()
  expect(matches(`${'a*'.repeat(200)}b`, 'a'.repeat(100_000))).toBe(false)
  expect(matches(`*${'?'.repeat(200)}b*c`, 'a'.repeat(100_000))).toBe(false)
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(2_000_000)
})
