import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { translateRegex } from './translate-regex.ts'

function matches(pattern: string, value: string): boolean {
  const translated = translateRegex(pattern)
  if (!translated.ok) throw new Error(translated.message)
  return RE2JS.compile(translated.re2).testExact(value)
}

test.each([
  { pattern: 'ab[cd].*', yes: ['abc', 'abdxyz', 'abc\nx'], no: ['xabc', 'ab', 'ABC'] },
  { pattern: 'a|bc|', yes: ['a', 'bc', ''], no: ['b', 'ac'] },
  { pattern: 'a?b+c*', yes: ['b', 'abbcc'], no: ['a', 'aab'] },
  { pattern: 'a+?', yes: ['', 'aa'], no: ['b'] },
  { pattern: 'a{2}b{1,}c{0,2}', yes: ['aab', 'aabbbcc'], no: ['ab', 'aabccc'] },
  { pattern: '(ab){2}', yes: ['abab'], no: ['ab', 'abb'] },
  { pattern: '[^a-c]', yes: ['d', '𝄞'], no: ['a', '', 'dd'] },
  { pattern: '[]^a-]+', yes: ['^-]a'], no: ['b'] },
  { pattern: '[\\]\\\\&~]+', yes: [']\\&~'], no: ['a'] },
  { pattern: '^a$', yes: ['^a$'], no: ['a'] },
  { pattern: 'a\\.b\\d', yes: ['a.bd'], no: ['axbd', 'a.b1'] },
  { pattern: 'a/\\/b', yes: ['a//b'], no: ['a/b'] },
  { pattern: '"a.*(b"', yes: ['a.*(b'], no: ['axx(b'] },
  { pattern: 'a@z', yes: ['az', 'a\n..z'], no: ['a'] },
  { pattern: 'a|#', yes: ['a'], no: ['', '#'] },
  { pattern: '<5-120>', yes: ['5', '05', '99', '100', '0120'], no: ['4', '121', '', '1000'] },
  { pattern: '<008-120>', yes: ['008', '120', '099'], no: ['8', '007', '0008'] },
  { pattern: '<9-1>', yes: ['1', '9'], no: ['0', '10'] },
  { pattern: '10.<0-255>', yes: ['10.0', '10x255'], no: ['10.256'] },
  { pattern: ']}', yes: [']}'], no: [']'] },
  { pattern: '.', yes: ['𝄞', '\n'], no: ['', 'ab'] },
])('$pattern', ({ pattern, yes, no }) => {
  expect(yes.filter((value) => !matches(pattern, value))).toEqual([])
  expect(no.filter((value) => matches(pattern, value))).toEqual([])
  expect(yes.filter((value) => [...needsOf(pattern)].some((char) => !value.includes(char)))).toEqual([])
})

const needsOf = (pattern: string): string => {
  const translated = translateRegex(pattern)
  return translated.ok ? translated.needs : ''
}

test.each([
  ['error.*time', 'errortime'],
  ['(acc|rej)[a-z]+ed', 'ed'],
  ['(ab|b)c?', 'b'],
  ['(ab)*c{0,3}d{2}(e+)', 'de'],
  ['\\.x|x\\.', '.x'],
  ['"a b"[c]<1-9>', 'a b'],
  ['a|', ''],
])('every match of %s has the characters "%s"', (pattern, needs) => {
  expect(needsOf(pattern)).toBe(needs)
})

test('an interval matches exactly the numbers in it', () => {
  for (const [low, high] of [
    [0, 0],
    [3, 7],
    [7, 13],
    [10, 99],
    [38, 214],
    [99, 1001],
  ] as const) {
    const taken = Array.from({ length: 1200 }, (_, number) => number).filter((number) =>
      matches(`<${low}-${high}>`, String(number)),
    )
    expect([taken[0], taken.at(-1), taken.length]).toEqual([low, high, high - low + 1])
  }
})

test.each([
  { pattern: '', at: 0, message: 'The regular expression is empty; write \\/ for the character' },
  { pattern: 'a(b', at: 1, message: 'A bracket ( is never closed' },
  { pattern: 'a)b', at: 1, message: 'A bracket ) was never opened' },
  { pattern: 'ab[c', at: 2, message: 'A bracket [ is never closed' },
  { pattern: 'a"b', at: 1, message: 'A quote " is never closed' },
  { pattern: '[z-a]', at: 1, message: 'z-a is the wrong way round' },
  { pattern: '*a', at: 0, message: '* has nothing to repeat' },
  { pattern: 'a{x}', at: 1, message: '{ needs numbers as in {2} or {2,5}, or \\{ for the character' },
  { pattern: 'a{3,2}', at: 0, message: 'The repetition ends before it begins' },
  { pattern: '(a{100}){100}', at: 0, message: 'More than 1000 repetitions are not possible' },
  { pattern: 'a<b>', at: 1, message: '< needs two numbers as in <1-99>, or \\< for the character' },
  {
    pattern: 'a&b',
    at: 1,
    message: 'A regular expression cannot hold &: write two of them with AND, or \\& for the character',
  },
  {
    pattern: 'a~b',
    at: 1,
    message: 'A regular expression cannot hold ~: write NOT before it, or \\~ for the character',
  },
  { pattern: 'a'.repeat(1001), at: 0, message: 'The regular expression has more than 1000 characters' },
])('refused: $message', ({ pattern, at, message }) => {
  expect(translateRegex(pattern)).toEqual({ ok: false, message, at })
})

test('every accepted expression is valid RE2', () => {
  const pieces = [
    'a',
    '.',
    '*',
    '+',
    '?',
    '{2}',
    '{1,3}',
    '(',
    ')',
    '[',
    ']',
    '^',
    '-',
    '|',
    '\\',
    '"',
    '<1-9>',
    '@',
    '#',
  ]
  let state = 3
  for (let round = 0; round < 20_000; round++) {
    let pattern = ''
    for (let left = round % 9; left >= 0; left--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      pattern += pieces[(state >>> 8) % pieces.length] ?? ''
    }
    const translated = translateRegex(pattern)
    if (translated.ok) expect(() => RE2JS.compile(translated.re2), pattern).not.toThrow()
  }
})
