import { compareCodePoints } from '@logyard/languages/list-query/compare-code-points'
import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import type { PageOf, PageRequest } from '../platform/settings/settings-store.ts'

/** Pages a list in memory like the settings store; `fieldsOf` returns the fields to filter and sort by. */
export function pageOfList<T>(list: readonly T[], request: PageRequest, fieldsOf: (row: T) => object): PageOf<T> {
  const read = (row: T, field: string): unknown => Reflect.get(fieldsOf(row), field)
  const matching = list.filter((row) => matchesListQuery(request.query, (field) => read(row, field)))
  const keyed = matching.map((row) => ({ row, key: read(row, request.sort) }))
  const direction = request.order === 'desc' ? -1 : 1
  keyed.sort((a, b) => direction * compareStored(a.key, b.key))

  const start = (request.page - 1) * request.perPage
  const rows = request.perPage === 0 ? keyed : keyed.slice(start, start + request.perPage)
  return { rows: rows.map(({ row }) => row), total: matching.length, grandTotal: list.length }
}

/** Missing values first, then numbers with booleans as 0 and 1, then text. */
function compareStored(a: unknown, b: unknown): number {
  const [textA, textB] = [typeof a === 'string', typeof b === 'string']
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  if (textA || textB) return textA ? 1 : -1
  const [numberA, numberB] = [numberOf(a), numberOf(b)]
  return numberA === numberB ? 0 : numberA < numberB ? -1 : 1
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NEGATIVE_INFINITY
