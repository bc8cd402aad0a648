/** Problems of a valid query, which are found without running it. */
import { escapeFieldName } from '../escape-value.ts'
import { queryParser } from '../grammar/query-parser.ts'
import { isWithinEdits } from '../is-within-edits.ts'
import type { Leaf } from '../leaf.ts'
import type { FieldRef, FuzzyEdits, QueryNode } from '../query-tree.ts'
import { comparisonProblems } from './comparison-problems.ts'
import { isKnownField, type KnownToQuery, type QueryProblem } from './query-problem.ts'
import { pathProblems, unclosedRegexes } from './slash-problems.ts'
import { valueProblems } from './value-problems.ts'

const EXISTS = '_exists_:'
/** Two edits make any short name of another one. */
const SHORT_NAME = 4
/** Each is compared with all known names; further unknown fields get no suggestion. */
const MAX_COMPARED_NAMES = 20

/** Ordered by position. */
export function describeQueryProblems(text: string, tree: QueryNode, known: KnownToQuery): readonly QueryProblem[] {
  return [
    ...problemsOf(text, tree, { ...known, similarField: createSimilarField(known) }),
    ...unclosedRegexes(text),
    ...comparisonProblems(text, known),
    ...lowerCaseOperators(text),
    ...undeclaredParameters(text, known),
  ].toSorted((one, other) => one.from - other.from)
}

interface Known extends KnownToQuery {
  readonly similarField: (written: string) => string | undefined
}

function problemsOf(text: string, node: QueryNode, known: Known): readonly QueryProblem[] {
  switch (node.kind) {
    case 'all':
      return []
    case 'bool':
      return [...node.must, ...node.should, ...node.mustNot].flatMap((inner) => problemsOf(text, inner, known))
    case 'exists':
      return unknownField(text, node.field, known)
    case 'term':
    case 'phrase':
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const path = pathProblems(text, node)
      const others = path.length > 0 ? path : [...valueProblems(text, node, known), ...anchors(node)]
      return [...unknownField(text, node.field, known, node), ...others]
    }
    default:
      throw node satisfies never
  }
}

function unknownField(text: string, field: FieldRef | undefined, known: Known, leaf?: Leaf): readonly QueryProblem[] {
  if (field === undefined || field.pattern || isKnownField(field.name, known)) return []
  const similar = known.similarField(field.name)
  const { span } = field
  const prefix = text.startsWith(EXISTS, span.from) ? EXISTS : ''
  const fix = similar === undefined ? asText(text, field, leaf) : { ...span, insert: prefix + escapeFieldName(similar) }
  return [{ code: 'unknown-field', field: field.name, similar, ...span, ...(fix && { fix }) }]
}

function createSimilarField({ types }: KnownToQuery): Known['similarField'] {
  const compared = new Map<string, string | undefined>()
  const find = (written: string) => {
    const characters = [...written.toLowerCase()]
    const most = characters.length <= SHORT_NAME ? 1 : 2
    const within = (edits: FuzzyEdits) =>
      [...types.keys()].find((name) => isWithinEdits(characters, [...name.toLowerCase()], edits))
    return within(0) ?? within(1) ?? (most === 2 ? within(2) : undefined)
  }
  return (written) =>
    compared.size < MAX_COMPARED_NAMES ? compared.getOrInsertComputed(written, find) : compared.get(written)
}

/** The first part of a time or an address on the web looks like the name of a field. */
function asText(text: string, field: FieldRef, leaf: Leaf | undefined) {
  if (leaf?.kind !== 'term' && leaf?.kind !== 'wildcard') return undefined
  const { from, to } = leaf.span
  const written = text.slice(from, to)
  const isMeantAsText = /^\d+$/.test(field.name) || text.startsWith('://', field.span.to)
  return isMeantAsText && !/["\\\s]/.test(written) ? { from, to, insert: `"${written}"` } : undefined
}

function anchors(leaf: Leaf): readonly QueryProblem[] {
  if (leaf.kind !== 'regex') return []
  const end = leaf.span.to - 1
  const start = end - leaf.pattern.length
  const anchor = (sign: string, from: number): QueryProblem => {
    const span = { from, to: from + 1 }
    return { code: 'anchor-in-regex', sign, ...span, fix: { ...span, insert: '' } }
  }
  const isLast = /(?:^|[^\\])(?:\\\\)*\$$/.test(leaf.pattern)
  return [...(leaf.pattern.startsWith('^') ? [anchor('^', start)] : []), ...(isLast ? [anchor('$', end - 1)] : [])]
}

function lowerCaseOperators(text: string): readonly QueryProblem[] {
  const problems: QueryProblem[] = []
  queryParser.parse(text).iterate({
    enter({ name, from, to, node }) {
      if (name !== 'Word' || node.parent?.name === 'Field') return
      const word = text.slice(from, to)
      const isMeantAs = /^(?:and|or)$/i.test(word) ? node.prevSibling !== null && node.nextSibling !== null : false
      const isNot = /^not$/i.test(word) && node.nextSibling !== null
      const fix = { from, to, insert: word.toUpperCase() }
      if (isMeantAs || isNot) problems.push({ code: 'lower-case-operator', word, from, to, fix })
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
