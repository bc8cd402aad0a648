import type { ListQuery, ListQueryValue } from './list-query.ts'

/** Whether a record, read field by field, is what the query asks for. A field that is absent has no value at all. */
export function matchesListQuery(query: ListQuery, read: (field: string) => string | undefined): boolean {
  return query.chunks.every(({ field, negated, values }) => {
    const stored = read(field)
    const holds = stored !== undefined && values.some((value) => matchesValue(value, stored))
    return holds !== negated
  })
}

function matchesValue({ operator, text }: ListQueryValue, stored: string): boolean {
  switch (operator) {
    case 'contains':
      return stored.toLowerCase().includes(text.toLowerCase())
    case 'equals':
      return stored === text
    case 'greater':
      return stored > text
    case 'greater-or-equal':
      return stored >= text
    case 'less':
      return stored < text
    case 'less-or-equal':
      return stored <= text
    default:
      return operator satisfies never
  }
}
