import type { MessageHit } from '@logyard/contract/search/search-results'
import type { RowColumn } from './row-columns.ts'
import type { RowTools } from './use-row-tools.ts'

/** Later rows do not change the widths while somebody reads. */
const LOOKED_AT = 100

/** The characters of the longest value of each field column in the first messages. */
export function longestValues(
  messages: readonly MessageHit[],
  columns: readonly RowColumn[],
  { format, typeOf }: Pick<RowTools, 'format' | 'typeOf'>,
): ReadonlyMap<string, number> {
  const first = messages.slice(0, LOOKED_AT)
  if (first.length === 0) return new Map()
  return new Map(
    columns.flatMap((column) => {
      if (column.kind !== 'field') return []
      const type = typeOf(column.field)
      const lengths = first.map(({ message }) => {
        const value = message[column.field]
        return value === undefined || value === null ? 0 : format(value, type).length
      })
      return [[column.field, Math.max(...lengths)]]
    }),
  )
}
