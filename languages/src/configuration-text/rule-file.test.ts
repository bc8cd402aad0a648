import { expect, test } from 'vitest'
import { ruleFileOf, ruleOf } from './rule-file.ts'

const SOURCE = 'rule "set a field"\nwhen\n  true\nthen\n  set_field("a", 1); // a comment\nend'
const rule = (description: string, source = SOURCE, name = 'set a field') => ({
  type: { name: 'pipeline_rule', version: '1' },
  name,
  data: { title: 'set a field', description, source },
})

test('a rule is its source below its description, and is read back', () => {
  const entity = rule('Sets a field.\n\nTo 1.')
  const text = `// Sets a field.\n// \n// To 1.\n${SOURCE}\n`
  expect(ruleFileOf(entity)).toBe(text)
  expect(ruleOf(text)).toEqual(entity)
  expect(ruleOf(text.replaceAll('\n', '\r\n'))).toEqual(entity)
  expect(ruleOf(`//Short\n${SOURCE}`)).toEqual(rule('Short'))
  expect(ruleFileOf(rule(''))).toBe(`${SOURCE}\n`)
})

test.each([
  ['whose source begins with a comment', rule('', `// own\n${SOURCE}`)],
  ['with an odd end of its source', rule('', `${SOURCE}\n\n`.replaceAll('\n', '\r\n'))],
  ['with another name than its title', rule('', SOURCE, 'set a field (2)')],
  ['of another title than in its source', rule('', SOURCE.replace('set a', 'add a'))],
  ['with a property that the file has no place for', { ...rule(''), data: { ...rule('').data, other: 1 } }],
  ['that is none', { ...rule(''), type: { name: 'stream', version: '1' } }],
])('a rule %s is not written as a rule file', (_which, entity) => {
  expect(ruleFileOf(entity)).toBeUndefined()
})

test.each(['', 'title: x', '// only a comment', 'pipeline "x"\nend', 'rule ""\nend'])('%j is not a rule', (text) => {
  expect(ruleOf(text)).toBeUndefined()
})
