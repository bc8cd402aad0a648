import type { Token } from '@logyard/contract/identity/tokens'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'

/** The API returns all tokens at once, so the console filters, sorts and pages them. */
export function tokenRows(tokens: readonly Token[], list: ListPosition): { rows: readonly Token[]; total: number } {
  const wanted = (list.filters['filter'] ?? '').toLowerCase()
  const matches = tokens.filter(
    ({ name, token }) => name.toLowerCase().includes(wanted) || token.toLowerCase().includes(wanted),
  )
  const ascending = matches.toSorted((a, b) => compare(keyOf(a, list.sort), keyOf(b, list.sort)))
  const sorted = list.order === 'asc' ? ascending : ascending.toReversed()
  const start = (list.page - 1) * list.perPage
  return { rows: sorted.slice(start, start + list.perPage), total: matches.length }
}

/** ISO instants compare as text; tokens without expiry sort last. */
function keyOf(token: Token, sort: string | undefined): string {
  switch (sort) {
    case 'created_at':
      return token.created_at
    case 'last_access':
      return token.last_access
    case 'expires_at':
      return token.expires_at ?? '~'
    default:
      return token.name.toLowerCase()
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
