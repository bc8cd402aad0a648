import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import type { PageOf, PageRequest } from '../platform/settings/settings-store.ts'

/** A page of what is in memory, by the rules that the settings store pages by; `fieldsOf` has the fields of the rules. */
export function pageOfList<T>(list: readonly T[], request: PageRequest, fieldsOf: (row: T) => object): PageOf<T> {
  const textOf = (row: T, field: string): string | undefined => {
    const value: unknown = Reflect.get(fieldsOf(row), field)
    return value === undefined || value === null ? undefined : String(value)
  }
  const matching = list.filter((row) => matchesListQuery(request.query, (field) => textOf(row, field)))
  const keyed = matching.map((row) => ({ row, key: textOf(row, request.sort) ?? '' }))
  const direction = request.order === 'desc' ? -1 : 1
  keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -direction : direction))

  const start = (request.page - 1) * request.perPage
  const rows = request.perPage === 0 ? keyed : keyed.slice(start, start + request.perPage)
  return { rows: rows.map(({ row }) => row), total: matching.length, grandTotal: list.length }
}
