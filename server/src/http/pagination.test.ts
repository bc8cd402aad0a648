import { expect, test } from 'vitest'
import { pageAnswer, readPage } from './pagination.ts'

const people = { fields: ['name', 'email'], defaultField: 'name', sort: 'name', sortable: ['name', 'email'] }

test('without parameters a list returns the first fifty rows, in the default order', () => {
  expect(readPage({}, people)).toEqual({
    query: { chunks: [] },
    sort: 'name',
    order: 'asc',
    page: 1,
    perPage: 50,
  })
})

test.each([
  { given: { page: 0 }, reads: { page: 1 } },
  { given: { page: -7 }, reads: { page: 1 } },
  { given: { page: 3, per_page: 0 }, reads: { page: 3, perPage: 0 } },
  { given: { sort: 'email', order: 'DESC' }, reads: { sort: 'email', order: 'desc' } },
  { given: { sort: 'password', order: 'sideways' }, reads: { sort: 'name', order: 'asc' } },
  { given: { query: 'email:ada' }, reads: { query: { chunks: [expect.objectContaining({ field: 'email' })] } } },
])('$given is parsed as $reads', ({ given, reads }) => {
  expect(readPage(given, people)).toMatchObject(reads)
})

test.each([
  { given: { per_page: -1 }, says: 'per_page must be 0 or more, not -1' },
  { given: { query: 'name:"ada' }, says: 'Invalid argument in search query: ' },
])('$given is refused', ({ given, says }) => {
  expect(() => readPage(given, people)).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(says) }),
  )
})

test('the counts of a page are those of the matching rows and of the rows on it', () => {
  const request = readPage({ page: 2, per_page: 2 }, people)
  expect(pageAnswer(request, { rows: ['c'], total: 3, grandTotal: 9 })).toEqual({
    total: 3,
    count: 1,
    page: 2,
    per_page: 2,
  })
})
