import { expect, test } from 'vitest'
import { completePattern } from './complete-pattern.ts'

const patterns = [{ name: 'IP', pattern: '(?:%{IPV6}|%{IPV4})' }]
const at = (text: string) => {
  const position = text.indexOf('|')
  const found = completePattern(text.replace('|', ''), position, patterns)
  return found && `${found.kind} ${text.slice(found.from, position)}`
}

test.each([
  ['%{|', 'name '],
  ['a %{I|}', 'name I'],
  ['%{IP:client|}', undefined],
  ['%{IP:client;|}', 'type '],
  ['%{IP:client:in|}', 'type in'],
  ['%{X:t;date;yyyy-MM-dd HH:|}', 'format yyyy-MM-dd HH:'],
  ['%{X:t;int;|}', undefined],
  ['%{X=|}', undefined],
  ['%{IP} |', undefined],
  ['%|{', undefined],
])('%s', (text, found) => {
  expect(at(text)).toBe(found)
})

test('a name is offered with its definition', () => {
  expect(completePattern('%{', 2, patterns)?.options).toEqual([{ label: 'IP', detail: '(?:%{IPV6}|%{IPV4})' }])
})
