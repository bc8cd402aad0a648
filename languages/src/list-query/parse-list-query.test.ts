import { expect, test } from 'vitest'
import { ListQueryError, parseListQuery } from './parse-list-query.ts'

const parse = (text: string) => parseListQuery(text, { fields: ['name', 'mail'], defaultField: 'name' }).chunks
const contains = (...texts: string[]) => texts.map((text) => ({ operator: 'contains' as const, text }))

test.each([
  { text: '', chunks: [] },
  { text: 'ada', chunks: [{ field: 'name', negated: false, values: contains('ada') }] },
  { text: 'mail:a,b', chunks: [{ field: 'mail', negated: false, values: contains('a', 'b') }] },
  { text: 'ada bob', chunks: [{ field: 'name', negated: false, values: contains('ada', 'bob') }] },
  {
    text: 'name:a mail:b',
    chunks: [
      { field: 'name', negated: false, values: contains('a') },
      { field: 'mail', negated: false, values: contains('b') },
    ],
  },
  { text: '-mail:b', chunks: [{ field: 'mail', negated: true, values: contains('b') }] },
  { text: '"ada lovelace"', chunks: [{ field: 'name', negated: false, values: contains('ada lovelace') }] },
  { text: "mail:'a b',c", chunks: [{ field: 'mail', negated: false, values: contains('a b', 'c') }] },
  { text: 'nofield:x', chunks: [{ field: 'name', negated: false, values: contains('x') }] },
  { text: 'mail:', chunks: [] },
  { text: 'ada%2Clovelace', chunks: [{ field: 'name', negated: false, values: contains('ada', 'lovelace') }] },
  { text: 'mail%3Ax', chunks: [{ field: 'mail', negated: false, values: contains('x') }] },
  { text: '100%', chunks: [{ field: 'name', negated: false, values: contains('100%') }] },
  { text: '100%25 5%', chunks: [{ field: 'name', negated: false, values: contains('100%', '5%') }] },
  { text: 'ada+lovelace', chunks: [{ field: 'name', negated: false, values: contains('ada', 'lovelace') }] },
  { text: "O'Brien", chunks: [{ field: 'name', negated: false, values: contains("O'Brien") }] },
  { text: '"mail:a,b"c', chunks: [{ field: 'name', negated: false, values: contains('mail:a,bc') }] },
  {
    text: '-ada --x - ,',
    chunks: [
      { field: 'name', negated: true, values: contains('ada', '-x') },
      { field: 'name', negated: false, values: contains('-') },
    ],
  },
  { text: 'grn::::user:ada', chunks: [{ field: 'name', negated: false, values: contains(':::user:ada') }] },
  {
    text: 'mail:x -mail:y mail:z',
    chunks: [
      { field: 'mail', negated: false, values: contains('x', 'z') },
      { field: 'mail', negated: true, values: contains('y') },
    ],
  },
  {
    text: 'mail:="" mail:"" mail:> mail:,',
    chunks: [{ field: 'mail', negated: false, values: [{ operator: 'equals', text: '' }] }],
  },
  { text: ' * ', chunks: [] },
  { text: 'name:=Ada', chunks: [{ field: 'name', negated: false, values: [{ operator: 'equals', text: 'Ada' }] }] },
  { text: 'name:=~Ada', chunks: [{ field: 'name', negated: false, values: contains('Ada') }] },
  {
    text: 'name:>=a,<c',
    chunks: [
      {
        field: 'name',
        negated: false,
        values: [
          { operator: 'greater-or-equal', text: 'a' },
          { operator: 'less', text: 'c' },
        ],
      },
    ],
  },
])('$text', ({ text, chunks }) => {
  expect(parse(text)).toEqual(chunks)
})

test.each([
  { text: '"never closed', says: 'Invalid argument in search query: the quote " is never closed' },
  { text: 'ada :', says: 'Invalid argument in search query: Chunk [:] is not a valid entry' },
  { text: 'x'.repeat(5000), says: 'Invalid argument in search query: more than 4096 characters' },
  { text: 'x,'.repeat(200), says: 'Invalid argument in search query: more than 100 values' },
])('refused: $says', ({ text, says }) => {
  expect(() => parse(text)).toThrow(ListQueryError)
  expect(() => parse(text)).toThrow(says)
})

test('any text is either parsed or refused', () => {
  const pieces = [
    'name:',
    'mail:',
    'x:',
    '-',
    '=',
    '=~',
    '>',
    '>=',
    '"',
    "'",
    ',',
    ' ',
    '%',
    '%2',
    '%25',
    '%ff',
    '+',
    'a',
    '\ud800',
    ':',
    '*',
  ]
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces) {
        try {
          for (const { values } of parse(first + second + third)) expect(values.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(ListQueryError)
        }
      }
})
