/**
 * From the row of words and marks that the grammar has found to what the query means: which words are one operand,
 * which operands are required, and whose field is whose. Everything that makes a text no query is said here.
 */
import { createLeafBuilder } from './build-leaf.ts'
import { withoutEscapes } from './escape-rules.ts'
import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { FieldRef, QueryNode, Span } from './query-tree.ts'
import type { QueryItem } from './read-items.ts'

export interface BuildTreeOptions {
  readonly text: string
  readonly allowLeadingWildcard: boolean
  readonly errors: QuerySyntaxError[]
}

/** As in the reference; what a query of more clauses costs is beyond what people wait for. */
const MAX_CLAUSES = 1024
const MAX_SLOP = 1_000_000
const ALL: QueryNode = { kind: 'all' }

type Occurrence = 'must' | 'should' | 'mustNot'
interface Clause {
  readonly node: QueryNode
  occurrence: Occurrence
}
/** What an operand is read with: its field, and whether it may be a run of words. */
interface OperandContext {
  readonly field: FieldRef | undefined
  readonly run: boolean
}

const isConjunction = (item: QueryItem) => item.name === 'And' || item.name === 'Or'
const isSign = (item: QueryItem) => item.name === 'Required' || item.name === 'Prohibited'
const isPrefix = (item: QueryItem) => item.name === 'Not' || isSign(item)

function combine(clauses: readonly Clause[], span: Span): QueryNode {
  const of = (wanted: Occurrence) => clauses.filter(({ occurrence }) => occurrence === wanted).map(({ node }) => node)
  const [first] = clauses
  if (first !== undefined && clauses.length === 1 && first.occurrence !== 'mustNot') return first.node
  return { kind: 'bool', must: of('must'), should: of('should'), mustNot: of('mustNot'), span }
}

export function createTreeBuilder({ text, allowLeadingWildcard, errors }: BuildTreeOptions) {
  let clauseCount = 0
  const raw = ({ from, to }: Span) => text.slice(from, to)
  const fail = ({ from, to }: Span, message: string): QueryNode => {
    errors.push({ message, from, to })
    return ALL
  }
  const leaves = createLeafBuilder({ text, allowLeadingWildcard, fail })
  const { quoted, withField } = leaves

  /** The clauses of a query or of a group, which hands its field to those without one. */
  function buildClauses(items: readonly QueryItem[], field: FieldRef | undefined, span: Span): QueryNode {
    const clauses: Clause[] = []
    let conjunction: QueryItem | undefined
    let prefix: QueryItem | undefined
    const reader = createItemReader(items)
    for (let item = reader.peek(); item !== undefined && clauseCount <= MAX_CLAUSES; item = reader.peek()) {
      if (isConjunction(item)) {
        if (prefix !== undefined) fail(prefix, `${raw(prefix)} has nothing to apply to`)
        else if (conjunction !== undefined || clauses.length === 0) fail(item, `${raw(item)} has nothing before it`)
        conjunction = reader.next()
        prefix = undefined
      } else if (isPrefix(item)) {
        if (prefix !== undefined) fail(prefix, `${raw(prefix)} has nothing to apply to`)
        prefix = reader.next()
      } else {
        const node = readOperand(reader, { field, run: prefix === undefined })
        const previous = clauses.at(-1)
        const isRequired = conjunction?.name === 'And'
        if (isRequired && previous?.occurrence === 'should') previous.occurrence = 'must'
        const isProhibited = prefix !== undefined && prefix.name !== 'Required'
        const occurrence = isProhibited ? 'mustNot' : isRequired || prefix !== undefined ? 'must' : 'should'
        clauses.push({ node, occurrence })
        conjunction = undefined
        prefix = undefined
      }
    }
    const dangling = prefix ?? conjunction
    if (dangling !== undefined) fail(dangling, `${raw(dangling)} has nothing behind it`)
    return clauses.length === 0 ? ALL : combine(clauses, span)
  }

  function readOperand(reader: ItemReader, context: OperandContext): QueryNode {
    const item = reader.next()
    if (item === undefined) return ALL
    if (++clauseCount === MAX_CLAUSES + 1) fail(item, `A query can have at most ${MAX_CLAUSES} clauses`)
    if (item.name === 'Field') return readFielded(reader, item)
    const node = readValue(reader, item, context, item.from)
    skipBoost(reader)
    return node
  }

  function readFielded(reader: ItemReader, item: QueryItem): QueryNode {
    const name = readFieldName(item)
    const value = reader.peek()
    if (value === undefined || isConjunction(value) || (value.name === 'Not' && raw(value) === 'NOT')) {
      return fail(item, `${raw(item)} has no value`)
    }
    if (isPrefix(value)) return fail(reader.next() ?? value, needsBackslash(value))
    if (value.name === 'Field') {
      reader.next()
      return fail({ from: value.to - 1, to: value.to }, 'A colon within a value needs a backslash: \\:')
    }
    reader.next()
    const node = readValue(reader, value, { field: name, run: false }, item.from)
    skipBoost(reader)
    return node
  }

  /** `undefined` is any field, as in `*:ssh`. */
  function readFieldName(item: QueryItem): FieldRef | undefined {
    const [word] = item.children
    if (word === undefined) return undefined
    const written = raw(word)
    if (word.name === 'Pattern' && written !== '*') {
      fail(word, 'A wildcard in the name of a field needs a backslash: \\*')
    }
    const name = withoutEscapes(written)
    return name === '*' ? undefined : { name, pattern: /[*?]/.test(name), span: { from: word.from, to: word.to } }
  }

  function needsBackslash(item: QueryItem): string {
    return `${raw(item)} needs a backslash to be searched for: \\${raw(item)}`
  }

  function readValue(reader: ItemReader, item: QueryItem, context: OperandContext, from: number): QueryNode {
    const { field } = context
    const span = { from, to: item.to }
    switch (item.name) {
      case 'Word':
        return readWords(reader, item, context, from)
      case 'CompareOperator':
        return field === undefined ? readWords(reader, item, context, from) : readComparison(reader, item, field, from)
      case 'Pattern':
        return leaves.buildWildcard(item, field, span)
      case 'Phrase':
        return readPhrase(reader, item, field, span)
      case 'Regex':
        return leaves.buildRegex(item, field, span)
      case 'Range':
        return leaves.buildRange(item, field, span)
      case 'Group':
        return buildGroup(item, field)
      case 'UnclosedPhrase':
        return fail(item, 'The quote " is never closed')
      case 'UnclosedRegex':
        return fail(item, 'The / begins a regular expression that never ends; write \\/ for the character')
      case 'UnmatchedClose':
        return fail(item, 'The bracket ) was never opened')
      case 'Tilde':
        return fail(item, '~ has to follow a word or a quoted text directly; write \\~ for the character')
      case 'Boost':
        return fail(item, '^ has to follow something to search for directly; write \\^ for the character')
      default:
        return fail(item, raw(item) === '\\' ? 'Nothing follows the backslash' : needsBackslash(item))
    }
  }

  /** A word may come in pieces with no blank between them, as `R&D&` and `>-5` do. */
  function readPieces(reader: ItemReader, first: QueryItem): Span {
    let last = first
    for (let next = reader.peek(); next !== undefined && next.from === last.to; next = reader.peek()) {
      const belongs = next.name === 'Word' || next.name === 'CompareOperator'
      if (!belongs && !(isSign(next) && last.name === 'CompareOperator')) break
      last = next
      reader.next()
    }
    return { from: first.from, to: last.to }
  }

  /** One word, or as many as stand side by side without an operator: they are one operand. */
  function readWords(reader: ItemReader, first: QueryItem, { field, run }: OperandContext, from: number): QueryNode {
    const isWord = (item: QueryItem | undefined): item is QueryItem =>
      item?.name === 'Word' || (item?.name === 'CompareOperator' && field === undefined)
    let { to } = readPieces(reader, first)
    const words = [withoutEscapes(raw({ from: first.from, to }))]
    const tilde = reader.peek()
    if (tilde?.name === 'Tilde' && tilde.from === to) {
      reader.next()
      return leaves.buildFuzzy(words[0] ?? '', tilde, field, { from, to: tilde.to })
    }
    while (run) {
      skipBoost(reader)
      const next = reader.peek()
      if (!isWord(next)) break
      const mark = reader.mark()
      reader.next()
      const word = readPieces(reader, next)
      const behind = reader.peek()
      if (behind?.name === 'Tilde' && behind.from === word.to) {
        reader.reset(mark)
        break
      }
      words.push(withoutEscapes(raw(word)))
      to = word.to
    }
    return withField({ kind: 'term', text: words.join(' '), span: { from, to } }, field)
  }

  function readPhrase(reader: ItemReader, item: QueryItem, field: FieldRef | undefined, span: Span): QueryNode {
    const tilde = reader.peek()
    const isSloppy = tilde?.name === 'Tilde' && tilde.from === item.to
    if (isSloppy) reader.next()
    const slop = isSloppy ? Math.min(MAX_SLOP, Math.trunc(Number(raw(tilde).slice(1)))) : 0
    const to = isSloppy ? tilde.to : span.to
    return withField({ kind: 'phrase', text: quoted(item), slop, span: { from: span.from, to } }, field)
  }

  function readComparison(reader: ItemReader, operator: QueryItem, field: FieldRef, from: number): QueryNode {
    const sign = raw(operator)
    const value = reader.peek()
    const isSigned = value !== undefined && isSign(value) && value.from === operator.to
    if (value === undefined || !(isSigned || value.name === 'Word' || value.name === 'Phrase')) {
      return fail(operator, `${sign} has no value to compare with; write \\${sign} for the character`)
    }
    reader.next()
    const { to } = value.name === 'Phrase' ? value : readPieces(reader, value)
    const bound = value.name === 'Phrase' ? quoted(value) : withoutEscapes(raw({ from: value.from, to }))
    const end = { text: bound, inclusive: sign.endsWith('=') }
    return withField(
      { kind: 'range', ...(sign.startsWith('>') ? { lower: end } : { upper: end }), span: { from, to } },
      field,
    )
  }

  function buildGroup(item: QueryItem, field: FieldRef | undefined): QueryNode {
    const isClosed = item.children.at(-1)?.name === ')'
    const items = item.children.slice(1, isClosed ? -1 : undefined).filter(({ name }) => name !== '⚠')
    // Its children were not read: the depth has been complained about already.
    if (item.children.length === 0) return ALL
    if (!isClosed) return fail({ from: item.from, to: item.from + 1 }, 'The bracket ( is never closed')
    if (items.length === 0) return fail(item, 'Nothing stands between the brackets')
    return buildClauses(items, field, item)
  }

  function skipBoost(reader: ItemReader): void {
    const item = reader.peek()
    if (item?.name !== 'Boost' || item.from !== reader.end()) return
    reader.next()
    if (item.to === item.from + 1) fail(item, '^ needs a number behind it, or a backslash to be searched for: \\^')
  }

  return { build: (items: readonly QueryItem[]) => buildClauses(items, undefined, { from: 0, to: text.length }) }
}

function createItemReader(items: readonly QueryItem[]) {
  let at = 0
  return {
    peek: () => items[at],
    next: () => items[at++],
    /** Where the last item that was read ends. */
    end: () => items[at - 1]?.to,
    mark: () => at,
    reset(mark: number) {
      at = mark
    },
  }
}
type ItemReader = ReturnType<typeof createItemReader>
