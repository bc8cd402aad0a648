import { expect, test } from 'vitest'
import { pageInMemory } from './rows-in-memory.ts'

const rows = [
  { name: 'web 10', size: 3 },
  { name: 'Web 9', size: null },
  { name: 'db', size: 20 },
]
const list = { page: 1, perPage: 10, query: '', sort: undefined, order: 'asc' } as const
const inMemory = {
  text: ({ name }: (typeof rows)[number]) => name,
  sort: {
    name: ({ name }: (typeof rows)[number]) => name,
    size: ({ size }: (typeof rows)[number]) => size,
  },
}
const namesOf = (position: Parameters<typeof pageInMemory>[1]) =>
  pageInMemory(rows, position, inMemory).rows.map(({ name }) => name)

test.each([
  { sort: undefined, order: 'asc', names: ['web 10', 'Web 9', 'db'] },
  { sort: 'unknown', order: 'desc', names: ['web 10', 'Web 9', 'db'] },
  { sort: 'name', order: 'asc', names: ['db', 'Web 9', 'web 10'] },
  { sort: 'name', order: 'desc', names: ['web 10', 'Web 9', 'db'] },
  { sort: 'size', order: 'asc', names: ['web 10', 'db', 'Web 9'] },
] as const)('rows in memory are ordered by $sort $order', ({ names, ...order }) => {
  expect(namesOf({ ...list, ...order })).toEqual(names)
})

test('a search finds rows whatever the case, and the total counts all pages', () => {
  const found = pageInMemory(rows, { ...list, query: ' WEB ', page: 2, perPage: 1 }, inMemory)
  expect(found).toEqual({ rows: [rows[1]], total: 2 })
})
