/**
 * From the grammar's items to the meaning of the query: which words are one operand, which operands are required, and
 * which field an operand belongs to. All syntax errors beyond the grammar are reported here and in the files beside.
 */
import { createLeafBuilder } from './build-leaf.ts'
import {
  buildComparison,
  buildPhrase,
  buildWords,
  isSign,
  rawText,
  skipBoost,
  type WordContext,
} from './build-words.ts'
import { withoutEscapes } from './escape-rules.ts'
import { createItemReader, type ItemReader } from './item-reader.ts'
import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { FieldRef, QueryNode, Span } from './query-tree.ts'
import type { QueryItem } from './read-items.ts'

export interface BuildTreeOptions {
  readonly text: string
  readonly allowLeadingWildcard: boolean
  readonly errors: QuerySyntaxError[]
}

/** As in the reference; queries with more clauses would take too long. */
const MAX_CLAUSES = 1024
const ALL: QueryNode = { kind: 'all' }

type Occurrence = 'must' | 'should' | 'mustNot'
interface Clause {
  readonly node: QueryNode
  occurrence: Occurrence
}

interface BuildContext extends WordContext {
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
  const fail = ({ from, to }: Span, message: string): QueryNode => {
    errors.push({ message, from, to })
    return ALL
  }
  const leaves = createLeafBuilder({ text, allowLeadingWildcard, fail })
  return buildClauses({ text, leaves, fail, clauseCount: 0 }, items, undefined, { from: 0, to: text.length })
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
  for (let item = reader.peek(); item !== undefined && context.clauseCount <= MAX_CLAUSES; item = reader.peek()) {
    if (isConjunction(item)) {
      if (prefix !== undefined) failUnapplied(context, prefix)
      else if (conjunction !== undefined || clauses.length === 0) {
        fail(item, `${rawText(context, item)} has nothing before it`)
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
  if (dangling !== undefined) fail(dangling, `${rawText(context, dangling)} has nothing behind it`)
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
  context.fail(prefix, `${rawText(context, prefix)} has nothing to apply to`)

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
  if (value === undefined || isConjunction(value) || (value.name === 'Not' && rawText(context, value) === 'NOT')) {
    return fail(item, `${rawText(context, item)} has no value`)
  }
  if (isPrefix(value)) return fail(reader.next() ?? value, needsBackslash(context, value))
  if (value.name === 'Field') {
    reader.next()
    return fail({ from: value.to - 1, to: value.to }, 'A colon within a value needs a backslash: \\:')
  }
  reader.next()
  const node = readValue(context, reader, value, { field: name, run: false, from: item.from })
  skipBoost(context, reader)
  return node
}

/** `undefined` for any field, as in `*:ssh`. */
function readFieldName(context: BuildContext, item: QueryItem): FieldRef | undefined {
  const [word] = item.children
  if (word === undefined) return undefined
  const written = rawText(context, word)
  if (word.name === 'Pattern' && written !== '*') {
    context.fail(word, 'A wildcard in the name of a field needs a backslash: \\*')
  }
  const name = withoutEscapes(written)
  return name === '*' ? undefined : { name, pattern: /[*?]/.test(name), span: { from: word.from, to: word.to } }
}

function needsBackslash(context: BuildContext, item: QueryItem): string {
  const raw = rawText(context, item)
  return `${raw} needs a backslash to be searched for: \\${raw}`
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
      return context.fail(item, problemOf(context, item))
  }
}

/** Why an item cannot be the start of a value. */
function problemOf(context: BuildContext, item: QueryItem): string {
  switch (item.name) {
    case 'UnclosedPhrase':
      return 'The quote " is never closed'
    case 'UnclosedRegex':
      return 'The / begins a regular expression that never ends; write \\/ for the character'
    case 'UnmatchedClose':
      return 'The bracket ) was never opened'
    case 'Tilde':
      return '~ has to follow a word or a quoted text directly; write \\~ for the character'
    case 'Boost':
      return '^ has to follow something to search for directly; write \\^ for the character'
    default:
      return rawText(context, item) === '\\' ? 'Nothing follows the backslash' : needsBackslash(context, item)
  }
}

function buildGroup(context: BuildContext, item: QueryItem, field: FieldRef | undefined): QueryNode {
  const isClosed = item.children.at(-1)?.name === ')'
  const items = item.children.slice(1, isClosed ? -1 : undefined).filter(({ name }) => name !== '⚠')
  // Too deeply nested: its children were not read, and the error has been reported.
  if (item.children.length === 0) return ALL
  if (!isClosed) return context.fail({ from: item.from, to: item.from + 1 }, 'The bracket ( is never closed')
  if (items.length === 0) return context.fail(item, 'Nothing stands between the brackets')
  return buildClauses(context, items, field, item)
}
