/** Changes of a query that may find more or fit better; only the stored messages tell which of them do. */
import type { Leaf } from '../leaf.ts'
import type { QueryFix } from '../query-fix.ts'
import type { QueryNode, Span, TermNode } from '../query-tree.ts'

/** A value as it is written in the query. */
export interface WrittenValue extends Span {
  readonly field: string | undefined
  readonly text: string
  readonly written: string
}

const MAX_VALUES = 3
const MAX_WORDS = 4
const OPERATOR = /^(?:AND|OR|NOT)$/

/** The plain values that messages must have, of at most three clauses. */
export function writtenValues(text: string, tree: QueryNode): readonly WrittenValue[] {
  const values = requiredTerms(tree).flatMap((leaf): readonly WrittenValue[] => {
    if (leaf.field?.pattern === true) return []
    const from = valueStart(text, leaf)
    const { to } = leaf.span
    return [{ field: leaf.field?.name, text: leaf.text, written: text.slice(from, to), from, to }]
  })
  return values.slice(0, MAX_VALUES)
}

/** `gatew*`, then `*gatew*`; none for several words. */
export function partsOfWord(value: WrittenValue, allowLeadingWildcard: boolean): readonly QueryFix[] {
  const { written, from, to } = value
  if (!/^[^\s"*?\\]{2,100}$/.test(written)) return []
  const patterns = allowLeadingWildcard ? [`${written}*`, `*${written}*`] : [`${written}*`]
  return patterns.map((insert) => ({ from, to, insert }))
}

/** For `failed login`, which finds either word: both words, then the phrase. */
export function strictWords(
  text: string,
  tree: QueryNode,
): (Span & { readonly fixes: readonly QueryFix[] }) | undefined {
  const leaf = requiredTerms(tree).find(({ field, text: words }) => field === undefined && words.includes(' '))
  if (leaf === undefined) return undefined
  const { from, to } = leaf.span
  const words = text.slice(from, to).split(/\s+/)
  const isPlain = words.every((word) => /^[^\s"*?\\^~]+$/.test(word) && !OPERATOR.test(word))
  if (!isPlain || words.length < 2 || words.length > MAX_WORDS) return undefined
  const all = words.join(' AND ')
  const isWhole = text.trim() === text.slice(from, to)
  const fixes = [isWhole ? all : `(${all})`, `"${words.join(' ')}"`]
  return { from, to, fixes: fixes.map((insert) => ({ from, to, insert })) }
}

function requiredTerms(node: QueryNode): readonly TermNode[] {
  if (node.kind === 'bool') return [...node.must, ...node.should].flatMap(requiredTerms)
  return node.kind === 'term' ? [node] : []
}

/** Behind the name of the field, unless the field is in front of a group. */
function valueStart(text: string, { field, span }: Leaf): number {
  if (field === undefined || field.span.from !== span.from) return span.from
  return field.span.to + (/^:\s*/.exec(text.slice(field.span.to, span.to))?.[0].length ?? 0)
}
