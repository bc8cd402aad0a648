import { expect, test } from 'vitest'
import { type ColumnChoices, NO_CHOICES, readChoices, withChoices, writeChoices } from './column-choices.ts'

test('stored choices are read again', () => {
  const choices: ColumnChoices = { hidden: ['size'], widths: { title: 300 } }
  expect(readChoices(writeChoices({ Streams: choices }))).toEqual({ Streams: choices })
})

test.each([
  { stored: undefined },
  { stored: '' },
  { stored: '{' },
  { stored: 'null' },
  { stored: '[]' },
  { stored: '{"version":2,"lists":{"Streams":{"hidden":["size"],"widths":{}}}}' },
  { stored: '{"version":1,"lists":[]}' },
])('what is not ours is ignored: $stored', ({ stored }) => {
  expect(readChoices(stored)).toEqual({})
})

test('invalid parts of stored choices are dropped, and widths are bounded', () => {
  const lists = { Streams: { hidden: ['size', 1], widths: { a: '9', b: 1, c: 99_999, d: null } }, Users: 7 }
  expect(readChoices(JSON.stringify({ version: 1, lists }))).toEqual({
    Streams: { hidden: ['size'], widths: { b: 60, c: 1200 } },
    Users: NO_CHOICES,
  })
})

test('the choices of the lists that were changed first are dropped beyond a hundred', () => {
  let lists = {}
  for (let number = 0; number < 120; number++)
    lists = withChoices(lists, `List ${number}`, { hidden: ['a'], widths: {} })
  expect(Object.keys(lists)).toHaveLength(100)
  expect(Object.keys(lists)[0]).toBe('List 20')
  expect(withChoices(lists, 'List 20', NO_CHOICES)).not.toHaveProperty('List 20')
})
