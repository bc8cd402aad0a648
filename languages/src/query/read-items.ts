import type { TreeCursor } from '@lezer/common'
import { isSlashed, isWordOperator, joinFieldValues, joinSlashed } from './join-words.ts'
import type { QueryItem } from './query-item.ts'
import type { QuerySyntaxError } from './query-syntax-error.ts'

const MAX_DEPTH = 100
/** The children of the cursor's node, in order. Moves the cursor back to where it was. */
export function readItems(
  text: string,
  cursor: TreeCursor,
  errors: QuerySyntaxError[],
  depth = 0,
): readonly QueryItem[] {
  const items: QueryItem[] = []
  if (!cursor.firstChild()) return items
  do {
    const { name, from, to } = cursor
    const tooDeep = depth === MAX_DEPTH && name === 'Group'
    if (tooDeep) errors.push({ message: `Too many nested brackets (max. ${MAX_DEPTH})`, from, to })
    const item = { name, from, to, children: tooDeep ? [] : readItems(text, cursor, errors, depth + 1) }
    const last = items.at(-1)
    if (isSlashed(item)) items.push(joinSlashed(items, item, text))
    else {
      // `NOT&` is one word, so its start is not an operator.
      if (name === 'Word' && last?.to === from && isWordOperator(last)) {
        items[items.length - 1] = { ...last, name: 'Word' }
      }
      items.push(item)
    }
  } while (cursor.nextSibling())
  cursor.parent()
  return joinFieldValues(items, text)
}
