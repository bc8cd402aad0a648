/** Reads a page of the values of one data adapter. Only the values of the page are decoded where that is possible. */
import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import { pageOfList } from '../../http/page-of-list.ts'
import type { PageOf, PageRequest } from '../../platform/settings/settings-store.ts'
import { inChunks } from './in-chunks.ts'
import type { KeptValue, ValueTable } from './value-table.ts'

interface Found {
  readonly key: string
  readonly sortedBy: unknown
}

export async function pageOfValues(table: ValueTable, request: PageRequest): Promise<PageOf<KeptValue>> {
  const found = await findKeys(table, request)
  const all = { ...request, query: { chunks: [] } }
  const page = pageOfList(found, all, ({ sortedBy }) => ({ [request.sort]: sortedBy }))
  const rows: KeptValue[] = []
  await inChunks(page.rows, (chunk) => {
    rows.push(...chunk.flatMap(({ key }) => table.find(key) ?? []))
  })
  return { ...page, rows, grandTotal: table.size() }
}

async function findKeys(table: ValueTable, { query, sort }: PageRequest): Promise<readonly Found[]> {
  const found: Found[] = []
  if (sort === 'key' && query.chunks.length === 0) {
    await inChunks(table.keys(), (chunk) => {
      found.push(...chunk.map((key) => ({ key, sortedBy: key })))
    })
    return found
  }
  await inChunks(table.values(), (chunk) => {
    for (const value of chunk) {
      const fields = fieldsOf(value)
      if (!matchesListQuery(query, (field) => Reflect.get(fields, field))) continue
      found.push({ key: value.key, sortedBy: Reflect.get(fields, sort) })
    }
  })
  return found
}

const fieldsOf = ({ key, value, updatedAtMs, expiresAtMs }: KeptValue) => ({
  key,
  value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  updated_at: updatedAtMs,
  expires_at: expiresAtMs,
})
