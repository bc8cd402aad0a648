/** Words that the grammar reads as several items: with slashes, and behind a field also with colons or a sign. */
import type { QueryItem } from './query-item.ts'

const STARTS_OPERAND = new Set(['Phrase', 'Regex', 'Range', 'Group'])
const OPERATORS = new Set(['And', 'Or', 'Not'])
/** Operators written as words have no children, unlike `&&` and `!`. */
export const isWordOperator = ({ name, children }: QueryItem): boolean => OPERATORS.has(name) && children.length === 0

const NAME_OF_SLASHED: ReadonlyMap<string, string> = new Map([
  ['SlashWord', 'Word'],
  ['SlashPattern', 'Pattern'],
])
export const isSlashed = ({ name }: QueryItem): boolean => NAME_OF_SLASHED.has(name)

/**
 * A slash that begins no regular expression belongs to the word before it, as in `10.0.0.0/8`. In `/api/v1/users` the
 * third one shows that the first two do not enclose an expression either. Removes the joined items.
 */
export function joinSlashed(items: QueryItem[], slashed: QueryItem, text: string): QueryItem {
  let name = NAME_OF_SLASHED.get(slashed.name) ?? slashed.name
  let { from } = slashed
  for (let last = items.at(-1); last?.to === from && isPartOfWord(last, text); last = items.at(-1)) {
    if (last.name === 'Pattern') name = 'Pattern'
    from = last.from
    items.pop()
  }
  return { ...slashed, name, from }
}

/** Joins each value with colons, as in `ip:fe80::1`, and each negative number, as in `celsius:-5`. */
export function joinFieldValues(items: readonly QueryItem[], text: string): readonly QueryItem[] {
  const joined: QueryItem[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at]
    if (item === undefined) break
    const field = joined.at(-1)
    const parts = field?.name === 'Field' && field.to === item.from ? partsOfValue(items, at, text) : []
    const last = parts.at(-1)
    joined.push(last === undefined ? item : { name: nameOf(parts), from: item.from, to: last.to, children: [] })
    at += Math.max(1, parts.length)
  }
  return joined
}

const nameOf = (parts: readonly QueryItem[]): string =>
  parts.some(({ name, children }) => name === 'Pattern' || children[0]?.name === 'Pattern') ? 'Pattern' : 'Word'

/** The items of the value at `start`; none if it is not one that has to be joined. */
function partsOfValue(items: readonly QueryItem[], start: number, text: string): readonly QueryItem[] {
  const first = items[start]
  const next = items[start + 1]
  if (first === undefined) return []
  const isFollowed = next !== undefined && next.from === first.to
  if (first.name === 'Prohibited') {
    const isNumber = isFollowed && next.name === 'Word' && /^[.\d]/.test(text.slice(next.from, next.to))
    return isNumber ? [first, next] : []
  }
  const isWordWithColon = isPartOfWord(first, text) && first.name !== 'Regex' && isFollowed && isColon(next, text)
  if (first.name !== 'Field' && !isColon(first, text) && !isWordWithColon) return []
  const parts = [first]
  for (let at = start + 1; at < items.length; at++) {
    const item = items[at]
    const isPart = item !== undefined && (item.name === 'Field' || isColon(item, text) || isPartOfWord(item, text))
    if (!isPart || item.from !== parts.at(-1)?.to) break
    parts.push(item)
  }
  const last = parts.at(-1)
  const after = items[start + parts.length]
  const endsInColon = last?.name === 'Field' || (last !== undefined && isColon(last, text))
  // `url:http:"x"` stays an error: joined it would be two operands.
  return endsInColon && after?.from === last.to && STARTS_OPERAND.has(after.name) ? [] : parts
}

/** A colon that does not end the name of a field. */
const isColon = ({ name, from, to }: QueryItem, text: string): boolean =>
  name === 'Stray' && text.slice(from, to) === ':'

function isPartOfWord(item: QueryItem, text: string): boolean {
  if (item.name === 'Regex') return !/[\s()[\]{}"]/.test(text.slice(item.from, item.to))
  return item.name === 'Word' || item.name === 'Pattern' || isWordOperator(item)
}
