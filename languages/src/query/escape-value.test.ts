import { expect, test } from 'vitest'
import { escapeFieldName, escapeValue } from './escape-value.ts'
import { parameterNames } from './fill-parameters.ts'
import { parseQuery } from './parse-query.ts'

test.each([
  ['plain', 'plain'],
  ['foo bar', '"foo bar"'],
  ['a:b', 'a\\:b'],
  ['say "hi" \\o', '"say \\"hi\\" \\\\o"'],
  ['say"hi"', 'say\\"hi\\"'],
  ['two\r\nlines\nhere', '"two lines here"'],
  ['R&D|x', 'R&D|x'],
  ['a&&b||c', 'a\\&&b\\||c'],
  ['/var/log', '\\/var\\/log'],
  ['-5', '\\-5'],
  ['&a|', '\\&a\\|'],
  ['&&', '\\&\\&'],
  ['AND', '"AND"'],
  ['TO', '"TO"'],
  ['=5', '"=5"'],
  ['>5', '">5"'],
  ['', '""'],
  ['$a$b$', '$a\\$b\\$'],
  ['costs $x$ now', '"costs $x\\$ now"'],
])('the value %j is written %s', (value, written) => {
  expect(escapeValue(value)).toBe(written)
})

test('any escaped value or field name is parsed as itself', () => {
  const pieces = [
    'a',
    ' ',
    '&',
    '&&',
    '|',
    '!',
    '+',
    '-',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '^',
    '~',
    '*',
    '?',
    ':',
    '\\',
    '"',
  ]
  pieces.push('/', '<', '>', '=', 'AND', 'OR', 'NOT', 'TO', '\u3000', '\t', '$', '𝄞', '@', '.')
  let state = 11
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = () => Array.from({ length: 1 + random(5) }, () => pieces[random(pieces.length)]).join('')
  for (let round = 0; round < 20_000; round++) {
    const name = text()
    const value = text()
    const query = `${escapeFieldName(name)}:${escapeValue(value)}`
    const parsed = parseQuery(query, { allowLeadingWildcard: false })
    const tree = parsed.ok ? parsed.tree : undefined
    expect(parameterNames([query]), query).toEqual([])
    const isValue = tree?.kind === 'term' || tree?.kind === 'phrase'
    expect(isValue && [tree.field?.name ?? '*', tree.text], query).toEqual([name, value])
  }
})
