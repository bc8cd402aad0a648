/**
 * From the grammar's items to the meaning of the query: which words are one operand, which operands are required, and
 * which field an operand belongs to. All syntax errors beyond the grammar are reported here and in the files beside.
 */
import { createLeafBuilder, type Fail } from './build-leaf.ts'
import {
  buildComparison,
  buildPhrase,
  buildWords,
  escaped,
  isSign,
  rawText,
  skipBoost,
  type WordContext,
} from './build-words.ts'
import { withoutEscapes } from './escape-rules.ts'
import { createItemReader, type ItemReader } from './item-reader.ts'
import type { QueryFix } from './query-fix.ts'
import type { QueryItem } from './query-item.ts'
import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { FieldRef, QueryNode, Span } from './query-tree.ts'

export interface BuildTreeOptions {
  readonly text: string
  readonly allowLeadingWildcard: boolean
  readonly errors: QuerySyntaxError[]
}

/** Twice as many as a lookup may fill in; queries with more clauses would take too long. */
const MAX_CLAUSES = 2048
/** Reading ends after this many errors. Fewer are reported. */
const ENOUGH_ERRORS = 100
const ALL: QueryNode = { kind: 'all' }

type Occurrence = 'must' | 'should' | 'mustNot'
interface Clause {
  readonly node: QueryNode
  occurrence: Occurrence
}

interface BuildContext extends WordContext {
  readonly errors: readonly QuerySyntaxError[]
  clauseCount: number
}

/** The field of an operand, and whether it may be a run of words. */
interface OperandContext {
  readonly field: FieldRef | undefined
  readonly run: boolean
}

const isConjunction = (item: QueryItem) => item.name === 'And' || item.name === 'Or'
const isPrefix = (item: QueryItem) => item.name === 'Not' || isSign(item)

export function buildTree(
  { text, allowLeadingWildcard, errors }: BuildTreeOptions,
  items: readonly QueryItem[],
): QueryNode {
  const fail: Fail = ({ from, to }, message, fix) => {
    errors.push({ message, from, to, ...(fix && { fix }) })
    return ALL
  }
  const leaves = createLeafBuilder({ text, allowLeadingWildcard, fail })
  return buildClauses({ text, leaves, fail, errors, clauseCount: 0 }, items, undefined, { from: 0, to: text.length })
}

/** The clauses of a query or a group; the field applies to clauses without one. */
function buildClauses(
  context: BuildContext,
  items: readonly QueryItem[],
  field: FieldRef | undefined,
  span: Span,
): QueryNode {
  const { fail } = context
  const clauses: Clause[] = []
  let conjunction: QueryItem | undefined
  let prefix: QueryItem | undefined
  const reader = createItemReader(items)
  const goesOn = () => context.clauseCount <= MAX_CLAUSES && context.errors.length < ENOUGH_ERRORS
  for (let item = reader.peek(); item !== undefined && goesOn(); item = reader.peek()) {
    if (isConjunction(item)) {
      if (prefix !== undefined) failUnapplied(context, prefix)
      else if (conjunction !== undefined || clauses.length === 0) {
        fail(item, `${rawText(context, item)} needs a term before it`, removed(context, item))
      }
      conjunction = reader.next()
      prefix = undefined
    } else if (isPrefix(item)) {
      if (prefix !== undefined) failUnapplied(context, prefix)
      prefix = reader.next()
    } else {
      const node = readOperand(context, reader, { field, run: prefix === undefined })
      addClause(clauses, node, { conjunction, prefix })
      conjunction = undefined
      prefix = undefined
    }
  }
  const dangling = prefix ?? conjunction
  if (dangling !== undefined) {
    fail(dangling, `${rawText(context, dangling)} needs a term after it`, removed(context, dangling))
  }
  return clauses.length === 0 ? ALL : combine(clauses, span)
}

function addClause(
  clauses: Clause[],
  node: QueryNode,
  { conjunction, prefix }: { readonly conjunction: QueryItem | undefined; readonly prefix: QueryItem | undefined },
): void {
  const previous = clauses.at(-1)
  const isRequired = conjunction?.name === 'And'
  if (isRequired && previous?.occurrence === 'should') previous.occurrence = 'must'
  const isProhibited = prefix !== undefined && prefix.name !== 'Required'
  clauses.push({ node, occurrence: isProhibited ? 'mustNot' : isRequired || prefix !== undefined ? 'must' : 'should' })
}

function combine(clauses: readonly Clause[], span: Span): QueryNode {
  const of = (wanted: Occurrence) => clauses.filter(({ occurrence }) => occurrence === wanted).map(({ node }) => node)
  const [first] = clauses
  if (first !== undefined && clauses.length === 1 && first.occurrence !== 'mustNot') return first.node
  return { kind: 'bool', must: of('must'), should: of('should'), mustNot: of('mustNot'), span }
}

const failUnapplied = (context: BuildContext, prefix: QueryItem): QueryNode =>
  context.fail(prefix, `${rawText(context, prefix)} needs a term after it`, removed(context, prefix))

/** Removes the item and the space before it, or after it at the start. */
function removed({ text }: WordContext, { from, to }: Span): QueryFix {
  const start = from - (/\s*$/.exec(text.slice(Math.max(0, from - 100), from))?.[0].length ?? 0)
  if (start > 0) return { from: start, to, insert: '' }
  return { from: 0, to: to + (/^\s*/.exec(text.slice(to, to + 100))?.[0].length ?? 0), insert: '' }
}

function readOperand(context: BuildContext, reader: ItemReader, operand: OperandContext): QueryNode {
  const item = reader.next()
  if (item === undefined) return ALL
  if (++context.clauseCount === MAX_CLAUSES + 1) {
    context.fail(item, `A query can have at most ${MAX_CLAUSES} clauses`)
  }
  if (item.name === 'Field') return readFielded(context, reader, item)
  const node = readValue(context, reader, item, { ...operand, from: item.from })
  skipBoost(context, reader)
  return node
}

function readFielded(context: BuildContext, reader: ItemReader, item: QueryItem): QueryNode {
  const { fail } = context
  const name = readFieldName(context, item)
  const value = reader.peek()
  if (value === undefined || !startsValue(context, value)) {
    const insert = value?.from === item.to ? '* ' : '*'
    return fail(item, `${rawText(context, item)} needs a value`, { from: item.to, to: item.to, insert })
  }
  if (isPrefix(value)) return fail(reader.next() ?? value, needsBackslash(context, value), escaped(value))
  reader.next()
  const node = readValue(context, reader, value, { field: name, run: false, from: item.from })
  skipBoost(context, reader)
  return node
}

const startsValue = (context: BuildContext, item: QueryItem): boolean =>
  !isConjunction(item) && item.name !== 'Field' && !(item.name === 'Not' && rawText(context, item) === 'NOT')

/** `undefined` for any field, as in `*:ssh`. */
function readFieldName(context: BuildContext, item: QueryItem): FieldRef | undefined {
  const [word] = item.children
  if (word === undefined) return undefined
  const written = rawText(context, word)
  if (word.name === 'Pattern' && written !== '*') {
    const insert = written.replaceAll(/[*?]/g, '\\$&')
    context.fail(word, 'A wildcard in a field name needs a backslash: \\*', { from: word.from, to: word.to, insert })
  }
  const name = withoutEscapes(written)
  return name === '*' ? undefined : { name, pattern: /[*?]/.test(name), span: { from: word.from, to: word.to } }
}

function needsBackslash(context: BuildContext, item: QueryItem): string {
  const raw = rawText(context, item)
  return `${raw} needs a backslash to search for it: \\${raw}`
}

function readValue(
  context: BuildContext,
  reader: ItemReader,
  item: QueryItem,
  operand: OperandContext & { readonly from: number },
): QueryNode {
  const { leaves } = context
  const { field, from } = operand
  const span = { from, to: item.to }
  switch (item.name) {
    case 'Word':
      return buildWords(context, reader, item, operand)
    case 'CompareOperator':
      return field === undefined
        ? buildWords(context, reader, item, operand)
        : buildComparison(context, reader, item, { field, from })
    case 'Pattern':
      return leaves.buildWildcard(item, field, span)
    case 'Phrase':
      return buildPhrase(context, reader, item, { field, span })
    case 'Regex':
      return leaves.buildRegex(item, field, span)
    case 'Range':
      return leaves.buildRange(item, field, span)
    case 'Group':
      return buildGroup(context, item, field)
    default:
      return failAtStart(context, item)
  }
}

/** The item cannot be the start of a value. */
function failAtStart(context: BuildContext, item: QueryItem): QueryNode {
  const { fail } = context
  switch (item.name) {
    case 'UnclosedPhrase':
      return fail(item, 'Missing closing "', { from: item.to, to: item.to, insert: '"' })
    case 'UnmatchedClose':
      return fail(item, 'Missing opening (', { from: item.from, to: item.to, insert: '' })
    case 'Tilde':
      return fail(item, '~ needs a word or a phrase directly before it', escaped(item))
    case 'Boost':
      return fail(item, '^ needs a term directly before it', escaped(item))
    default:
      return rawText(context, item) === '\\'
        ? fail(item, '\\ needs a character after it', { from: item.from, to: item.to, insert: '' })
        : fail(item, needsBackslash(context, item), escaped(item))
  }
}

function buildGroup(context: BuildContext, item: QueryItem, field: FieldRef | undefined): QueryNode {
  const isClosed = item.children.at(-1)?.name === ')'
  const items = item.children.slice(1, isClosed ? -1 : undefined).filter(({ name }) => name !== '⚠')
  // Too deeply nested: its children were not read, and the error has been reported.
  if (item.children.length === 0) return ALL
  const last = items.at(-1)
  if (!isClosed && last?.name === 'UnclosedPhrase') return failAtStart(context, last)
  if (!isClosed && last?.name === 'Range' && !/[\]}]$/.test(rawText(context, last))) {
    return context.leaves.buildRange(last, field, last)
  }
  if (!isClosed) {
    const close = { from: item.to, to: item.to, insert: ')' }
    return context.fail({ from: item.from, to: item.from + 1 }, 'Missing closing )', close)
  }
  if (items.length === 0) return context.fail(item, '() is empty', removed(context, item))
  return buildClauses(context, items, field, item)
}
