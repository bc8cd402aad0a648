import { expect, test } from 'vitest'
import { generateParser, readParser } from '../../../generate-parsers.ts'
import { rulesParser } from './rules-parser.ts'

test('the parser is generated from the grammar: npm run generate -w @logyard/languages', () => {
  expect(readParser('rules')).toEqual(generateParser('rules'))
})

/** The leaves of the tree that have a name, as `name:text`. */
function leavesOf(source: string, top: string): readonly string[] {
  const leaves: string[] = []
  rulesParser
    .configure({ top })
    .parse(source)
    .iterate({
      enter({ name, from, to, node }) {
        if (node.firstChild === null && /^\w/.test(name)) leaves.push(`${name}:${source.slice(from, to)}`)
      },
    })
  return leaves
}

test.each([
  ['RULE "a" // c', ['RuleWord:RULE', 'String:"a"', 'LineComment:// c']],
  [
    'rule "a" when $message.x == f(b: 1) then',
    [
      'RuleWord:rule',
      'String:"a"',
      'When:when',
      'Message:$message',
      'Identifier:x',
      'Identifier:f',
      'Identifier:b',
      'Integer:1',
      'Then:then',
    ],
  ],
  [
    'rule "a" when true end rule "',
    ['RuleWord:rule', 'String:"a"', 'When:when', 'Boolean:true', 'End:end', 'Ignored: rule "'],
  ],
])('the editor reads the tokens of %s, whole or not', (source, leaves) => {
  expect(leavesOf(source, 'RuleSource')).toEqual(leaves)
})

test('the editor reads the tokens of a pipeline', () => {
  expect(leavesOf('pipeline "a" stage 0 match all rule "x"; stage 1 match', 'PipelineSource')).toEqual([
    'PipelineWord:pipeline',
    'String:"a"',
    'StageWord:stage',
    'Integer:0',
    'Match:match',
    'All:all',
    'RuleWord:rule',
    'String:"x"',
    'StageWord:stage',
    'Integer:1',
    'Match:match',
  ])
})
