import { expect, test } from 'vitest'
import { compileJavaPattern, compileJavaRegex, findJavaRegexProblem } from './java-pattern.ts'

const find = (pattern: string, text: string, dotMatchesNewline = false) =>
  compileJavaRegex(pattern, { dotMatchesNewline }).exec(text)

/** The whole match and its groups; null where there is no match. */
const groupsOf = (pattern: string, text: string) => {
  const match = find(pattern, text)
  return match && [...match]
}

test.each([
  // Atomic groups, possessive quantifiers, and the numbers of the groups around them.
  ['(?>a|ab)c', 'abc', null],
  ['(?>ab|a)c', 'xabc', ['abc']],
  ['a*+a', 'aaa', null],
  ['(?:ab){1,2}+(ab)?', 'ababab', ['ababab', 'ab']],
  ['(a)(?>b|bc)(c)\\1\\2', 'abcac', ['abcac', 'a', 'c']],
  ['(?>(a+))(b)', 'aab', ['aab', 'aa', 'b']],
  ['x++(?<y>y)\\k<y>', 'xxyy', ['xxyy', 'y']],
  // References: as many digits as there are groups.
  ['(a)\\11', 'aa1', ['aa1', 'a']],
  ['a\\1', 'aa', null],
  // Flags, in the middle and scoped.
  ['a(?i)b', 'AB', null],
  ['a(?i)b', 'aB', ['aB']],
  ['a(?i:b)c', 'aBc', ['aBc']],
  ['a(?i:b)c', 'aBC', null],
  ['((?i)a)b', 'Ab', ['Ab', 'A']],
  ['((?i)a)b', 'AB', null],
  ['(?i)a(?-i)b', 'AB', null],
  ['(?i)[x-z][^a]', 'YA', null],
  ['(?i)ä', 'Ä', null],
  ['(?iu)ä', 'Ä', ['Ä']],
  ['(?s)a.b', 'a\nb', ['a\nb']],
  ['a.b', 'a\u0085b', null],
  ['(?d)a.b', 'a\rb', ['a\rb']],
  ['(?m)^b$', 'a\r\nb\nc', ['b']],
  ['^b', 'a\nb', null],
  ['a$', 'a\n', ['a']],
  ['a$', 'a\nb', null],
  ['a\\z', 'a\n', null],
  ['a\\Z', 'a\r\n', ['a']],
  ['\\Aa', 'ba', null],
  ['(?x) a \\  b # comment\n [c d]', 'a bd', ['a bd']],
  // Escapes.
  ['\\Q(a.\\E+b', '(a..b', ['(a..b']],
  ['\\Q\\E[\\Q]^\\E]+', ']^', [']^']],
  ['\\x41\\x{1F600}\\u0042\\0103\\cA\\t\\e\\a', 'A😀BC\u0001\t\u001b\u0007', ['A😀BC\u0001\t\u001b\u0007']],
  ['\\uD83D\\uDE00', '😀', ['😀']],
  ['^.$', '😀', ['😀']],
  ['\\h+', 'a \u00a0\tb', [' \u00a0\t']],
  ['\\H+', ' ab ', ['ab']],
  ['a\\Rb', 'a\r\nb', ['a\r\nb']],
  ['a\\vb', 'a\u2028b', ['a\u2028b']],
  ['a\\sb', 'a\u00a0b', null],
  ['\\w+', 'é', null],
  ['a\\b', 'aé', ['a']],
  ['\\d', '٣', null],
  ['\\-\\"\\#\\:\\@\\/\\<', '-"#:@/<', ['-"#:@/<']],
  // Character classes.
  ['[a-z&&[^aeiou]]+', 'aeist', ['st']],
  ['[a-c[x-z]]+', 'mbyn', ['by']],
  ['[\\w&&[^\\d_]]+', '1_ab2', ['ab']],
  ['[^a-c&&[b-d]]', 'bd', ['d']],
  ['[]a]+', 'b]a', [']a']],
  ['[^]a]', ']ab', ['b']],
  ['[a\\-z-]+', 'm-az', ['-az']],
  ['[\\w.-]+', ' a.b-c ', ['a.b-c']],
  ['[!&&#]', '!', null],
  ['[(){}|/"\'`~@^]+', '^(|)@', ['^(|)@']],
  ['\\p{Alpha}\\P{Digit}\\p{Punct}[\\p{Upper}_]', 'ab-_', ['ab-_']],
  ['\\pL\\p{Lu}\\p{IsAlphabetic}\\p{IsLatin}\\p{IsLu}', 'äÄöxY', ['äÄöxY']],
  ['\\p{javaLowerCase}\\p{javaUpperCase}\\p{InGreek}\\p{script=Cyrillic}', 'aBωж', ['aBωж']],
  // Anything may be repeated.
  ['(?=a)*a{2}', 'aa', ['aa']],
  ['(?<=\\$)\\d+(?!\\d)', 'a$12', ['12']],
  ['(?<!x{1,3})y', 'xy y', ['y']],
  ['a{2}?', 'aaa', ['aa']],
  ['a{0}b|', '', ['']],
  ['a}b]', 'a}b]', ['a}b]']],
])('%s on %j finds %j', (pattern, text, groups) => {
  expect(groupsOf(pattern, text)).toEqual(groups)
})

test('groups keep their numbers, names and positions, also where all matches are wanted', () => {
  const regex = compileJavaRegex('(?>x+)(?<key>\\w)(=)', { dotMatchesNewline: true, all: true, positions: true })
  expect([regex.groupCount, [...regex.groupNames]]).toEqual([2, ['key']])
  const text = 'xxa= xb='
  const matches = [regex.exec(text), regex.exec(text)]
  expect(matches.map((match) => match && [match[1], match.indices?.[1], match.groups?.['key']])).toEqual([
    ['a', [2, 3], 'a'],
    ['b', [6, 7], 'b'],
  ])
  expect(regex.exec(text)).toBe(null)
  expect([text, 'xxx', 'xa='].map(regex.canMatch)).toEqual([true, false, true])
})

test.each([
  ['a(b', 'Unclosed group near index 3\na(b'],
  ['[z-a]', 'Illegal character range near index 3\n[z-a]\n   ^'],
  ['[a', 'Unclosed character class near index 1\n[a\n ^'],
  ['*a', "Dangling meta character '*' near index 0\n*a\n^"],
  ['a)', "Unmatched closing ')' near index 0\na)\n^"],
  ['%{FOO', 'Illegal repetition near index 0\n%{FOO\n^'],
  ['a{2', 'Unclosed counted closure near index 3\na{2'],
  ['a{3,2}', 'Illegal repetition range near index 5\na{3,2}\n     ^'],
  ['a\\', 'Unexpected internal error near index 2\na\\'],
  ['\\y', 'Illegal/unsupported escape sequence near index 1\n\\y\n ^'],
  ['\\p{Foo}', 'Unknown character property name {Foo} near index 6\n\\p{Foo}\n      ^'],
  ['(?<n>a)(?<n>b)', 'Named capturing group <n> is already defined near index 11'],
  ['\\k<n>', 'named capturing group <n> does not exist near index 4'],
  ['(?m)+', "Dangling meta character '+' near index 4"],
  ['a\\E', 'Illegal/unsupported escape sequence near index 2'],
  ['(?y)', 'Unknown inline modifier near index 2'],
  ['\\Ga', 'The end of the previous match (\\G) is not supported near index 1'],
  ['(?<=(?>a|b))c', 'Atomic groups and possessive quantifiers inside a look-behind are not supported'],
  ['('.repeat(300), 'Groups are nested too deeply near index 250'],
  ['[^'.repeat(300), 'Groups are nested too deeply near index'],
  ['()'.repeat(70_000), 'The expression is too large'],
  [`${'(|)'.repeat(40)}x`, 'The expression matches an empty text in too many ways'],
  [`x${String.raw`(\b|a?|)`.repeat(9)}`, 'The expression matches an empty text in too many ways'],
  ['a'.repeat(1_000_001), 'The expression is too long near index 0'],
])('%.40s is refused in words', (pattern, problem) => {
  expect(findJavaRegexProblem(pattern)).toContain(problem)
  expect(compileJavaPattern(pattern)).toBe(undefined)
})

const PARTS = [
  ...'abc01&&[]^-\\.*+?{}()|$#/"\'~`!@%=<>:;,_é \n'.split(''),
  ...['😀', '(?', '(?:', '(?<n>', '(?=', '(?<!', '(?>', '(?i)', '(?x)', '(?iu:', '{2}', '{1,}', '[^', '&&[', ']]'],
  ...['\\Q', '\\E', '\\p{', '\\pL', '\\p{Alpha}', '\\P{IsLatin}', '\\d', '\\S', '\\h', '\\x41', '\\k<n>', '\\1', '\\b'],
  ...['++', '*?', '\\R', '\\Z', '\\u00e9', '\\0', '\\c', 'a-z', '\\-'],
]

test('any text is either translated or refused in words', () => {
  let state = 20_211_122
  const random = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  let valid = 0
  for (let n = 0; n < 30_000; n++) {
    const pattern = Array.from({ length: 1 + random(8) }, () => PARTS[random(PARTS.length)]).join('')
    const problem = findJavaRegexProblem(pattern)
    if (problem === undefined) valid++
    // JavaScript must not refuse what Java's syntax allows.
    else expect(problem, pattern).not.toContain('The expression is too large')
  }
  expect(valid).toBeGreaterThan(5000)
})

test('an expression that begins with .* does not take quadratic time where nothing matches', () => {
  const text = 'a'.repeat(300_000)
  const before = process.threadCpuUsage()
  expect(compileJavaPattern('(.*)x(.)')?.test(text)).toBe(false)
  expect(compileJavaPattern('\\S+ \\w+')?.test(text)).toBe(false)
  const { user } = process.threadCpuUsage(before)
  expect(user / 1000).toBeLessThan(1000)
})

test('a pattern of the longest length is compiled in linear time', () => {
  const before = process.threadCpuUsage()
  expect(findJavaRegexProblem('[a-c]|(?:b)'.repeat(20_000))).toBe(undefined)
  const { user } = process.threadCpuUsage(before)
  expect(user / 1000).toBeLessThan(5000)
})
