import { expect, test } from 'vitest'
import { ruleContext } from './rule-context.ts'

const at = (marked: string) => {
  const position = marked.indexOf('|')
  const { place, from, call, variables } = ruleContext(marked.replace('|', ''), position)
  const typed = marked.slice(from, position)
  const around = call === undefined ? '' : ` ${call.name}#${call.argument}${call.parameter ?? ''}`
  return `${place} [${typed}]${around}${variables.length === 0 ? '' : ` ${variables.join(',')}`}`
}

test.each([
  ['|', 'head []'],
  ['rule "a" |', 'head []'],
  ['rule "a" when |', 'expression []'],
  ['rule "a" when has_f|', 'expression [has_f]'],
  ['rule "a" when has_field("ht|', 'string [ht] has_field#0'],
  ['rule "a" when $message.ht|', 'field [ht]'],
  ['rule "a" when $message.|', 'field []'],
  ['rule "a" when $message.`http-|', 'field [`http-]'],
  ['rule "a" when e.prop|', 'nothing [prop]'],
  ['rule "a" when true then |', 'statement []'],
  ['rule "a" when true then set_field("a", |', 'expression [] set_field#1'],
  ['rule "a" when true then set_field(field: "a", value: to_|', 'expression [to_] set_field#1value'],
  ['rule "a" when true then let x = 1; se|', 'statement [se] x'],
  ['rule "a" when true then let |', 'nothing []'],
  ['rule "a" when true then let a = 1; let b = f(a, [1, 2], |', 'expression [] f#2 a,b'],
  ['rule "a" // a "comment|', 'nothing []'],
  ['rule "a" // a comment\nwhen |', 'expression []'],
  ['rule "a" when /* x |', 'nothing []'],
  ['rule "a" when /* " */ "b|', 'string [b]'],
  ['rule "a" when "a\\"|', 'string [a\\"]'],
  ['rule "a" when (|', 'expression []'],
])('%s', (marked, is) => {
  expect(at(marked)).toBe(is)
})
