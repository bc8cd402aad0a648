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
  { text: 'x'.repeat(5000), says: 'Invalid argument in search query: more than 4096 characters' },
  { text: 'x,'.repeat(200), says: 'Invalid argument in search query: more than 100 values' },
])('refused: $says', ({ text, says }) => {
  expect(() => parse(text)).toThrow(ListQueryError)
  expect(() => parse(text)).toThrow(says)
})
