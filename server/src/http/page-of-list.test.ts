import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { pageOfList } from './page-of-list.ts'
import { readPage } from './pagination.ts'

const rowRecords = defineCollection({
  name: 'rows',
  audit: 'note',
  schema: Type.Object({
    id: Type.String(),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    size: Type.Union([Type.Number(), Type.String(), Type.Boolean()]),
    tags: Type.Array(Type.String()),
  }),
})

const ROWS = [
  { id: '01', name: 'Web', size: 10, tags: ['a', 'b'] },
  { id: '02', name: 'api', size: 9, tags: [] },
  { id: '03', name: 'Zürich', size: 9.5, tags: ['B'] },
  { id: '04', name: '\u{1f680} rocket', size: '9', tags: ['a'] },
  { id: '05', name: '\uffee sign', size: true, tags: ['c'] },
  { id: '06', name: null, size: false, tags: ['a'] },
  { id: '07', size: 100, tags: ['a'] },
  { id: '08', name: 'web', size: 10, tags: ['b'] },
]
const OPTIONS = { fields: ['name', 'size', 'tags'], defaultField: 'name', sort: 'name', sortable: ['name', 'size'] }

test('a list in memory is filtered, sorted and paged in the same way as in the settings store', async () => {
  await using world = await temporarySettings()
  const stored = world.settings.collection(rowRecords)
  for (const row of ROWS) await stored.insert(row)
  const queries = ['', 'WEB', 'size:>9', 'size:=9', '-tags:a', 'tags:=b', 'name:>=web', 'zürich', 'size:=true']
  let found = 0
  for (const query of queries)
    for (const sort of ['name', 'size'])
      for (const order of ['asc', 'desc'])
        for (const [page, per_page] of [
          [1, 0],
          [1, 3],
          [2, 3],
        ]) {
          const request = readPage({ query, sort, order, page: page ?? 1, per_page: per_page ?? 0 }, OPTIONS)
          const expected = await stored.page(request)
          expect(
            pageOfList(ROWS, request, (row) => row),
            `${query} by ${sort} ${order}, ${page}`,
          ).toEqual(expected)
          found += expected.rows.length
        }
  expect(found).toBeGreaterThan(100)
})
