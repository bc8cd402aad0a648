import type { TreeCursor } from '@lezer/common'
import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { Span } from './query-tree.ts'

/** One node of the grammar; groups, ranges and field names have children. */
export interface QueryItem extends Span {
  readonly name: string
  readonly children: readonly QueryItem[]
}

const MAX_DEPTH = 100
/** Operators written as words have no children, unlike `&&` and `!`. */
const OPERATORS = new Set(['And', 'Or', 'Not'])

/** The children of the cursor's node, in order. Moves the cursor back to where it was. */
export function readItems(cursor: TreeCursor, errors: QuerySyntaxError[], depth = 0): readonly QueryItem[] {
  const items: QueryItem[] = []
  if (!cursor.firstChild()) return items
  do {
    const { name, from, to } = cursor
    const tooDeep = depth === MAX_DEPTH && name === 'Group'
    if (tooDeep) errors.push({ message: `More than ${MAX_DEPTH} brackets within each other are too many`, from, to })
    const last = items.at(-1)
    // `NOT&` is one word, so its start is not an operator.
    if (name === 'Word' && last?.to === from && OPERATORS.has(last.name) && last.children.length === 0) {
      items[items.length - 1] = { ...last, name: 'Word' }
    }
    items.push({ name, from, to, children: tooDeep ? [] : readItems(cursor, errors, depth + 1) })
  } while (cursor.nextSibling())
  cursor.parent()
  return items
}
