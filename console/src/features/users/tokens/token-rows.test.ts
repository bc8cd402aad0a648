import type { Token } from '@logyard/contract/identity/tokens'
import { expect, test } from 'vitest'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { TOKENS_IN_MEMORY } from './token-rows.ts'

const token = (name: string, more: Partial<Token> = {}): Token => ({
  id: name,
  name,
  token: '****abcd',
  last_access: '1970-01-01T00:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
  expires_at: null,
  ...more,
})
const tokens = [
  token('backup', { expires_at: '2026-05-01T00:00:00.000Z' }),
  token('Terraform', { token: '****wxyz' }),
  token('ci', { expires_at: '2026-04-01T00:00:00.000Z' }),
]
const list = { page: 1, perPage: 10, query: '', sort: 'name', order: 'asc', filters: {} } as const
const tokenRows = (all: readonly Token[], position: ListPosition) => pageInMemory(all, position, TOKENS_IN_MEMORY)
const names = (result: { rows: readonly Token[] }) => result.rows.map(({ name }) => name)

test.each([
  { query: '', finds: ['backup', 'ci', 'Terraform'] },
  { query: 'TERRA', finds: ['Terraform'] },
  { query: 'wxyz', finds: ['Terraform'] },
  { query: 'none of them', finds: [] },
])('a search for "$query" finds $finds by name and by value, whatever the case', ({ query, finds }) => {
  expect(names(tokenRows(tokens, { ...list, query }))).toEqual(finds)
})

test('tokens that never expire sort after those that do', () => {
  expect(names(tokenRows(tokens, { ...list, sort: 'expires_at' }))).toEqual(['ci', 'backup', 'Terraform'])
  expect(names(tokenRows(tokens, { ...list, sort: 'expires_at', order: 'desc' }))).toEqual([
    'Terraform',
    'backup',
    'ci',
  ])
})

test('a page contains only its rows, and the total counts all matches', () => {
  expect(tokenRows(tokens, { ...list, page: 2, perPage: 2 })).toMatchObject({ total: 3, rows: [{ name: 'Terraform' }] })
})
