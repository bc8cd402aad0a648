import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { expect, test } from 'vitest'
import { pageOfPacks } from './page-of-packs.ts'

const pack = (id: string, name: string, summary = ''): ContentPack => ({
  v: '1',
  id,
  rev: 3,
  name,
  summary,
  description: '',
  vendor: '',
  url: '',
  parameters: [],
  entities: [],
})
const list = {
  total: 3,
  content_packs: [pack('b', 'Pack 10'), pack('a', 'Pack 9', 'about nginx'), pack('c', 'Other')],
  content_packs_metadata: { b: { 1: { installation_count: 2 } } },
}
const BY_NAME = { sort: 'name', order: 'asc' } as const

test('packs are found by name and summary, and an older installed revision counts', () => {
  const { rows, total } = pageOfPacks(list, { ...BY_NAME, query: 'PACK', page: 1, perPage: 10 })
  expect(rows.map(({ pack: { id }, isInstalled }) => [id, isInstalled])).toEqual([
    ['a', false],
    ['b', true],
  ])
  expect(total).toBe(2)
  expect(pageOfPacks(list, { ...BY_NAME, query: 'nginx', page: 1, perPage: 10 }).total).toBe(1)
  expect(pageOfPacks(list, { ...BY_NAME, query: '', page: 2, perPage: 2 }).rows.map((row) => row.pack.id)).toEqual([
    'b',
  ])
})
