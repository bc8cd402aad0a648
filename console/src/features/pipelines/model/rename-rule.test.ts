import { expect, test } from 'vitest'
import { renameRule } from './rename-rule.ts'

test('references change, comments and other names stay', () => {
  const source = [
    'pipeline "rule \\"old\\""',
    'stage 0 match all // rule "old"',
    '  rule "old"; RULE"old"',
    '  rule "older"',
    '  /* rule "old" */ rule "o\\u006cd"',
    'end',
  ].join('\n')
  expect(renameRule(source, 'old', 'a "new" one')).toBe(
    [
      'pipeline "rule \\"old\\""',
      'stage 0 match all // rule "old"',
      '  rule "a \\"new\\" one"; RULE"a \\"new\\" one"',
      '  rule "older"',
      '  /* rule "old" */ rule "a \\"new\\" one"',
      'end',
    ].join('\n'),
  )
})
