/** Builds the leaves of the tree from single items of the grammar. */
import { readWildcards, withoutEscapes } from './escape-rules.ts'
import { writeInQuotes } from './escape-value.ts'
import type { QueryFix } from './query-fix.ts'
import type { QueryItem } from './query-item.ts'
import type { FieldRef, FuzzyEdits, QueryNode, RangeEnd, Span, WildcardPart } from './query-tree.ts'
import { translateRegex } from './translate-regex.ts'

export interface LeafBuilderOptions {
  readonly text: string
  readonly allowLeadingWildcard: boolean
  readonly fail: Fail
}

/** Reports a syntax error and its remedy, if there is one, and returns a placeholder for the node. */
export type Fail = (span: Span, message: string, fix?: QueryFix) => QueryNode

const EXISTS = '_exists_'
const ALL: QueryNode = { kind: 'all' }

const replaced = ({ from, to }: Span, insert: string): QueryFix => ({ from, to, insert })
const inserted = (at: number, insert: string): QueryFix => ({ from: at, to: at, insert })

/** The regular expression that matches what the wildcards match. */
function regexOf(parts: readonly WildcardPart[]): string {
  const written = parts.map((part) => {
    if (part.kind === 'literal') return part.text.replaceAll(/[^\p{L}\p{N}_ ]/gu, '\\$&')
    return part.kind === 'any' ? '.*' : '.'
  })
  return `/${written.join('')}/`
}

/** Lucene's default edit distance, which depends on the length: short words are hardly ever misspelt. */
function defaultEdits(text: string): FuzzyEdits {
  const { length } = [...text]
  return length <= 2 ? 0 : length <= 5 ? 1 : 2
}

export function createLeafBuilder({ text, allowLeadingWildcard, fail }: LeafBuilderOptions) {
  const raw = ({ from, to }: Span) => text.slice(from, to)
  const quoted = (item: Span) => withoutEscapes(text.slice(item.from + 1, item.to - 1))

  function buildFuzzy(word: string, tilde: QueryItem, field: FieldRef | undefined, span: Span): QueryNode {
    const written = raw(tilde).slice(1)
    if (written === '') return withField({ kind: 'fuzzy', text: word, edits: defaultEdits(word), span }, field)
    const number = Number(written)
    if (number > 2) return fail(tilde, '~ takes at most 2', replaced(tilde, '~2'))
    if (number > 1 && number < 2) return fail(tilde, '~ takes 0, 1 or 2', replaced(tilde, '~1'))
    // Old queries give the share of characters that must be equal.
    const isShare = number > 0 && number < 1
    const edits = isShare ? Math.floor((1 - number) * [...word].length) : number
    return withField({ kind: 'fuzzy', text: word, edits: edits >= 2 ? 2 : edits === 1 ? 1 : 0, span }, field)
  }

  const exists = (field: FieldRef | undefined, span: Span): QueryNode =>
    field === undefined || field.name === EXISTS ? ALL : { kind: 'exists', field, span }

  function buildWildcard(item: QueryItem, field: FieldRef | undefined, span: Span): QueryNode {
    const parts = readWildcards(raw(item))
    const [first] = parts
    if (first?.kind === 'any' && parts.length === 1) return exists(field, span)
    if (first?.kind !== 'literal' && !allowLeadingWildcard) {
      const regex = regexOf(parts)
      return fail(item, `Leading wildcards are disabled. Use ${regex}`, replaced(item, regex))
    }
    return withField({ kind: 'wildcard', parts, span }, field)
  }

  function buildRegex(item: QueryItem, field: FieldRef | undefined, span: Span): QueryNode {
    const pattern = raw(item).slice(1, -1)
    const problem = [translateRegex(pattern), translateRegex(pattern.toLowerCase())].find(({ ok }) => !ok)
    if (problem !== undefined && !problem.ok) {
      const asText = replaced(item, `"${writeInQuotes(raw(item))}"`)
      return fail({ from: Math.min(item.from + 1 + problem.at, item.to - 1), to: item.to }, problem.message, asText)
    }
    return withField({ kind: 'regex', pattern, span }, field)
  }

  function buildRange(item: QueryItem, field: FieldRef | undefined, span: Span): QueryNode {
    const open = item.children[0]
    const close = item.children.at(-1)
    const inner = item.children.slice(1, -1)
    if (open === undefined || close === undefined || (close.name !== ']' && close.name !== '}')) {
      const quote = item.children.find(({ name }) => name === 'UnclosedPhrase')
      if (quote !== undefined) return fail(quote, 'Missing closing "', inserted(quote.to, '"'))
      const end = text[item.from] === '{' ? '}' : ']'
      return fail(item, `Missing closing ${end}`, inserted(item.to, end))
    }
    const [low, to, high] = inner
    if (low === undefined || to?.name !== 'To' || high === undefined || inner.length !== 3) {
      return fail(item, 'Write ranges as [low TO high]', fixedRange(item, inner))
    }
    const lower = readRangeEnd(low, open.name === '[')
    const upper = readRangeEnd(high, close.name === ']')
    if (lower === undefined && upper === undefined) return exists(field, span)
    const ends = { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) }
    return withField({ kind: 'range', ...ends, span }, field)
  }

  /** For `[1 to 3]`, `[1 3]`, `[1-3]`, `[1..3]` and `[1,3]`. */
  function fixedRange(item: QueryItem, inner: readonly QueryItem[]): QueryFix | undefined {
    const written = inner.map(raw)
    const ends =
      written.length === 1
        ? /^([^-.,]+)(?:-|\.\.+|,)([^-.,]+)$/.exec(written[0] ?? '')?.slice(1)
        : written.filter((end) => !/^(?:to|-|\.\.+|,)$/i.test(end)).map((end) => end.replace(/,$/, ''))
    const [low, high] = ends ?? []
    if (ends?.length !== 2 || low === undefined || high === undefined) return undefined
    return replaced({ from: item.from + 1, to: item.to - 1 }, `${low} TO ${high}`)
  }

  /** `undefined` for an open end. */
  function readRangeEnd(item: QueryItem, inclusive: boolean): RangeEnd | undefined {
    if (item.name === 'Phrase') return { text: quoted(item), inclusive }
    return raw(item) === '*' ? undefined : { text: withoutEscapes(raw(item)), inclusive }
  }

  /** `_exists_` is not a field: its value is the name of a field. */
  function withField(node: QueryNode, field: FieldRef | undefined): QueryNode {
    if (field === undefined || node.kind === 'bool' || node.kind === 'all') return node
    if (field.name !== EXISTS) return { ...node, field }
    const name = fieldNamed(node)
    if (name === undefined) return fail(node.span, '_exists_ needs the name of a field')
    return { kind: 'exists', field: { ...name, span: node.span }, span: node.span }
  }

  return { quoted, withField, buildFuzzy, buildWildcard, buildRegex, buildRange }
}

function fieldNamed(node: QueryNode): { readonly name: string; readonly pattern: boolean } | undefined {
  if (node.kind === 'term' || node.kind === 'phrase') return { name: node.text, pattern: false }
  if (node.kind !== 'wildcard') return undefined
  const signs = { any: '*', one: '?' }
  return {
    name: node.parts.map((part) => (part.kind === 'literal' ? part.text : signs[part.kind])).join(''),
    pattern: true,
  }
}
