import { expect, test } from 'vitest'
import { generateParser, readParser } from '../../../generate-parsers.ts'
import { grokParser } from './grok-parser.ts'

test('the parser is generated from the grammar: npm run generate -w @logyard/languages', () => {
  expect(readParser('grok')).toEqual(generateParser('grok'))
})

/** The leaves of the tree, as `name:text`. */
function leavesOf(pattern: string, dialect: string): readonly string[] {
  const leaves: string[] = []
  grokParser
    .configure({ dialect })
    .parse(pattern)
    .iterate({
      enter({ name, from, to, node }) {
        if (node.firstChild === null && /^\w/.test(name)) leaves.push(`${name}:${pattern.slice(from, to)}`)
      },
    })
  return leaves
}

test.each([
  ['%{IP:client}', ['PatternName:IP', 'Field:client']],
  [
    '%{HTTPDATE:t;date;dd/MMM/yyyy:HH:mm:ss Z}',
    ['PatternName:HTTPDATE', 'Field:t', 'Type:date', 'Format:dd/MMM/yyyy:HH:mm:ss Z'],
  ],
  ['%{N:n=[0-9]+} 7%', ['PatternName:N', 'Field:n', 'Definition:[0-9]+', 'Literal: 7', 'Literal:%']],
  ['(?<own>\\d+)*?', ['GroupName:own', 'Escape:\\d', 'Quantifier:+', 'Quantifier:*?']],
  ['(?i)(?<!a)', ['Flags:(?i)', 'GroupOpen:(?<!', 'Literal:a']],
  ['[]a&&[^b]]', ['ClassOpen:[]', 'ClassText:a', 'Intersection:&&', 'ClassOpen:[^', 'ClassText:b']],
  ['\\Q(.\\E\\p{L}', ['Quotation:\\Q(.\\E', 'Property:\\p{L}']],
  ['100% [^]"]*', ['Literal:100', 'Literal:%', 'Literal: ', 'ClassOpen:[^]', 'ClassText:"', 'Quantifier:*']],
  ['a %{WORD:', ['Literal:a ', 'PatternName:WORD']],
])('the editor highlights %s', (pattern, leaves) => {
  expect(leavesOf(pattern, 'grok')).toEqual(leaves)
})

test('a regular expression has no references', () => {
  expect(leavesOf('%{2}', '')).toEqual(['Literal:%', 'Quantifier:{2}'])
})
