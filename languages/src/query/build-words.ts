/** Operands that start with a word, a quoted text or a comparison: which items belong to them. */
import type { createLeafBuilder, Fail } from './build-leaf.ts'
import { withoutEscapes } from './escape-rules.ts'
import type { ItemReader } from './item-reader.ts'
import type { QueryFix } from './query-fix.ts'
import type { QueryItem } from './query-item.ts'
import type { FieldRef, QueryNode, Span } from './query-tree.ts'

const MAX_SLOP = 1_000_000

export interface WordContext {
  readonly text: string
  readonly leaves: ReturnType<typeof createLeafBuilder>
  readonly fail: Fail
}

export const isSign = (item: QueryItem) => item.name === 'Required' || item.name === 'Prohibited'
export const rawText = ({ text }: Pick<WordContext, 'text'>, { from, to }: Span) => text.slice(from, to)

/** A backslash before the item. */
export const escaped = ({ from }: Span): QueryFix => ({ from, to: from, insert: '\\' })

/** A word may consist of several adjacent items, as `R&D&` and `>-5` do. */
function readWord(reader: ItemReader, first: QueryItem): Span {
  let last = first
  for (let next = reader.peek(); next !== undefined && next.from === last.to; next = reader.peek()) {
    const belongs = next.name === 'Word' || next.name === 'CompareOperator'
    if (!belongs && !(isSign(next) && last.name === 'CompareOperator')) break
    last = next
    reader.next()
  }
  return { from: first.from, to: last.to }
}

const isTildeAt = (item: QueryItem | undefined, position: number): item is QueryItem =>
  item?.name === 'Tilde' && item.from === position

/** One word or, if `run`, all words up to the next operator: together they are one operand. */
export function buildWords(
  context: WordContext,
  reader: ItemReader,
  first: QueryItem,
  { field, run, from }: { readonly field: FieldRef | undefined; readonly run: boolean; readonly from: number },
): QueryNode {
  const { leaves } = context
  let { to } = readWord(reader, first)
  const words = [withoutEscapes(rawText(context, { from: first.from, to }))]
  const tilde = reader.peek()
  if (isTildeAt(tilde, to)) {
    reader.next()
    return leaves.buildFuzzy(words[0] ?? '', tilde, field, { from, to: tilde.to })
  }
  while (run) {
    skipBoost(context, reader)
    const word = readNextOfRun(reader, field)
    if (word === undefined) break
    words.push(withoutEscapes(rawText(context, word)))
    to = word.to
  }
  return leaves.withField({ kind: 'term', text: words.join(' '), span: { from, to } }, field)
}

/** The next word of a run; a fuzzy word is an operand of its own and is not read. */
function readNextOfRun(reader: ItemReader, field: FieldRef | undefined): Span | undefined {
  const mark = reader.mark()
  const next = reader.peek()
  const isWord = next?.name === 'Word' || (next?.name === 'CompareOperator' && field === undefined)
  if (next === undefined || !isWord) return undefined
  reader.next()
  const word = readWord(reader, next)
  if (!isTildeAt(reader.peek(), word.to)) return word
  reader.reset(mark)
  return undefined
}

export function buildPhrase(
  context: WordContext,
  reader: ItemReader,
  item: QueryItem,
  { field, span }: { readonly field: FieldRef | undefined; readonly span: Span },
): QueryNode {
  const { leaves } = context
  const tilde = reader.peek()
  const isSloppy = isTildeAt(tilde, item.to)
  if (isSloppy) reader.next()
  const slop = isSloppy ? Math.min(MAX_SLOP, Math.trunc(Number(rawText(context, tilde).slice(1)))) : 0
  const to = isSloppy ? tilde.to : span.to
  return leaves.withField({ kind: 'phrase', text: leaves.quoted(item), slop, span: { from: span.from, to } }, field)
}

export function buildComparison(
  context: WordContext,
  reader: ItemReader,
  operator: QueryItem,
  { field, from }: { readonly field: FieldRef; readonly from: number },
): QueryNode {
  const { leaves } = context
  const sign = rawText(context, operator)
  const value = reader.peek()
  const isSigned = value !== undefined && isSign(value) && value.from === operator.to
  if (value === undefined || !(isSigned || value.name === 'Word' || value.name === 'Phrase')) {
    return context.fail(operator, `${sign} needs a value to compare with`)
  }
  reader.next()
  const { to } = value.name === 'Phrase' ? value : readWord(reader, value)
  const bound =
    value.name === 'Phrase' ? leaves.quoted(value) : withoutEscapes(rawText(context, { from: value.from, to }))
  const end = { text: bound, inclusive: sign.endsWith('=') }
  return leaves.withField(
    { kind: 'range', ...(sign.startsWith('>') ? { lower: end } : { upper: end }), span: { from, to } },
    field,
  )
}

export function skipBoost(context: WordContext, reader: ItemReader): void {
  const item = reader.peek()
  if (item?.name !== 'Boost' || item.from !== reader.end()) return
  reader.next()
  if (item.to === item.from + 1) {
    context.fail(item, '^ needs a number after it, or a backslash to search for it: \\^', escaped(item))
  }
}
