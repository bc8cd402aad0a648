/** Warnings about a valid query that probably does not find what the user wants. */
import { readDateText } from '../date-text.ts'
import { queryParser } from '../grammar/query-parser.ts'
import { isWithinEdits } from '../is-within-edits.ts'
import type { Leaf } from '../leaf.ts'
import { readNumber } from '../number-text.ts'
import type { FieldRef, QueryNode, Span } from '../query-tree.ts'

export type QueryProblem = Span &
  (
    | { readonly code: 'unknown-field'; readonly field: string; readonly similar: string | undefined }
    | { readonly code: 'value-does-not-fit'; readonly field: string; readonly type: string; readonly value: string }
    /** Patterns match texts only. */
    | { readonly code: 'pattern-does-not-fit'; readonly field: string; readonly type: string }
    /** `and`, `or` and `not` are words; operators are upper case. */
    | { readonly code: 'lower-case-operator'; readonly word: string }
    | { readonly code: 'undeclared-parameter'; readonly name: string }
    /** `^` and `$` are ordinary characters: an expression always has to match the whole value. */
    | { readonly code: 'anchor-in-regex'; readonly sign: string }
  )

export interface KnownToQuery {
  /** Types by field name, as in the list of fields: `long`, `string`, `date`, ... */
  readonly types: ReadonlyMap<string, string>
  readonly parameters: ReadonlySet<string>
}

const NUMBER_TYPES = new Set(['byte', 'short', 'integer', 'long', 'float', 'double'])
const WHOLE_NUMBER_TYPES = new Set(['byte', 'short', 'integer', 'long'])
/** Fields that any message can have, even if they are not listed. */
const ALWAYS_KNOWN = /^(?:_id|_index|message|full_message|source|timestamp|streams|gl2_.*)$/

/** Ordered by position. */
export function describeQueryProblems(text: string, tree: QueryNode, known: KnownToQuery): readonly QueryProblem[] {
  return [...problemsOf(tree, known), ...lowerCaseOperators(text), ...undeclaredParameters(text, known)].toSorted(
    (one, other) => one.from - other.from,
  )
}

function problemsOf(node: QueryNode, known: KnownToQuery): readonly QueryProblem[] {
  switch (node.kind) {
    case 'all':
      return []
    case 'bool':
      return [...node.must, ...node.should, ...node.mustNot].flatMap((inner) => problemsOf(inner, known))
    case 'exists':
      return unknownField(node.field, known)
    case 'term':
    case 'phrase':
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range':
      return [...unknownField(node.field, known), ...misfit(node, known), ...anchors(node)]
    default:
      throw node satisfies never
  }
}

function unknownField(field: FieldRef | undefined, { types }: KnownToQuery): readonly QueryProblem[] {
  if (field === undefined || field.pattern || types.has(field.name) || ALWAYS_KNOWN.test(field.name)) return []
  const written = [...field.name.toLowerCase()]
  const similar = [...types.keys()].find((name) => isWithinEdits(written, [...name.toLowerCase()], 2))
  return [{ code: 'unknown-field', field: field.name, similar, ...field.span }]
}

function misfit(leaf: Leaf, { types }: KnownToQuery): readonly QueryProblem[] {
  const name = leaf.field?.name
  const type = name === 'timestamp' ? 'date' : name === undefined || leaf.field?.pattern ? undefined : types.get(name)
  const fits = type === undefined || name === undefined ? undefined : fitOf(name, type)
  if (name === undefined || type === undefined || fits === undefined) return []
  const at = { from: leaf.span.from, to: leaf.span.to }
  switch (leaf.kind) {
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return [{ code: 'pattern-does-not-fit', field: name, type, ...at }]
    case 'term':
    case 'phrase':
      return fits(leaf.text, true) ? [] : [{ code: 'value-does-not-fit', field: name, type, value: leaf.text, ...at }]
    case 'range':
      return [leaf.lower, leaf.upper].flatMap((end) =>
        end === undefined || fits(end.text, false)
          ? []
          : [{ code: 'value-does-not-fit' as const, field: name, type, value: end.text, ...at }],
      )
    default:
      throw leaf satisfies never
  }
}

/** Returns undefined if every value fits. */
function fitOf(name: string, type: string): ((text: string, isEquality: boolean) => boolean) | undefined {
  if (name === 'timestamp') return (text) => readDateText(text, 0) !== undefined
  if (type === 'boolean') return (text, isEquality) => isEquality && (text === 'true' || text === 'false')
  if (!NUMBER_TYPES.has(type)) return undefined
  return (text, isEquality) => {
    const number = readNumber(text)
    return number !== undefined && !(isEquality && WHOLE_NUMBER_TYPES.has(type) && number.kind === 'decimal')
  }
}

function anchors(leaf: Leaf): readonly QueryProblem[] {
  if (leaf.kind !== 'regex') return []
  const to = leaf.span.to - 1
  const from = to - leaf.pattern.length
  const isLast = /(?:^|[^\\])(?:\\\\)*\$$/.test(leaf.pattern)
  return [
    ...(leaf.pattern.startsWith('^') ? [{ code: 'anchor-in-regex' as const, sign: '^', from, to: from + 1 }] : []),
    ...(isLast ? [{ code: 'anchor-in-regex' as const, sign: '$', from: to - 1, to }] : []),
  ]
}

function lowerCaseOperators(text: string): readonly QueryProblem[] {
  const problems: QueryProblem[] = []
  queryParser.parse(text).iterate({
    enter({ name, from, to, node }) {
      if (name !== 'Word' || node.parent?.name === 'Field') return
      const word = text.slice(from, to)
      const isMeantAs = /^(?:and|or)$/i.test(word) ? node.prevSibling !== null && node.nextSibling !== null : false
      const isNot = /^not$/i.test(word) && node.nextSibling !== null
      if (isMeantAs || isNot) problems.push({ code: 'lower-case-operator', word, from, to })
    },
  })
  return problems
}

function undeclaredParameters(text: string, { parameters }: KnownToQuery): readonly QueryProblem[] {
  return Array.from(text.matchAll(/\$([A-Za-z_]\w*)\$/g), ({ 0: written, 1: name = '', index }) => ({
    code: 'undeclared-parameter' as const,
    name,
    from: index,
    to: index + written.length,
  })).filter(({ name }) => !parameters.has(name))
}
