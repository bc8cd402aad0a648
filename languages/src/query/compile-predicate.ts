/**
 * Compiles a query to a predicate of one message in memory, for live tails, and for tests that the store's SQL has the
 * same meaning.
 */

import { FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import { type Analyzer, forEachAnalyzer } from './analyzers.ts'
import { compileFieldMatchers } from './compile-field-matchers.ts'
import { type AnalyzedText, compileTextMatcher, createAnalyzedText } from './compile-text-matcher.ts'
import { compileValueMatcher, matchesValue } from './compile-value-matcher.ts'
import { compileWildcard } from './compile-wildcard.ts'
import { readDateText } from './date-text.ts'
import { readWildcards } from './escape-rules.ts'
import { spanOf } from './instant-span.ts'
import { inLowerCase, type Leaf } from './leaf.ts'
import type { FieldRef, QueryNode } from './query-tree.ts'

export interface QueryableMessage {
  /**
   * `undefined` or null for a missing field; otherwise a text, number, bigint, boolean or a list of them. `timestamp` is
   * milliseconds or a date text.
   */
  get(name: string): unknown
  /** All fields with a value, including `_id`. */
  names(): Iterable<string>
  /** How its texts are split into words; the standard analyzer by default. */
  readonly analyzer?: Analyzer
}

export type MessagePredicate = (message: QueryableMessage) => boolean

export interface PredicateOptions {
  /** Time in milliseconds, for `now` in dates; read for each message, because a tail runs for a long time. */
  readonly now: () => number
  /** Whether a stored message has a number in the field; no field by default. */
  readonly holdsNumbers?: (name: string) => boolean
  /** Given to predicates of the same messages, it has them analyze a text once. */
  readonly texts?: TextFields
}

export type TextFields = ReturnType<typeof createTextFields>

type FieldMatcher = (message: QueryableMessage, name: string) => boolean

/** Says where a message is stored, so a clause without a field does not search it. */
const ONLY_IF_NAMED = '_index'
/** Without a field name, only a complete date and time is read as a timestamp, not a word like 2021. */
const WHOLE_INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}[.,]\d{3}/

export function compilePredicate(
  tree: QueryNode,
  { now, holdsNumbers = () => false, texts = createTextFields() }: PredicateOptions,
): MessagePredicate {
  function compile(node: QueryNode): MessagePredicate {
    switch (node.kind) {
      case 'all':
        return () => true
      case 'bool': {
        const must = node.must.map(compile)
        const should = must.length > 0 ? [] : node.should.map(compile)
        const mustNot = node.mustNot.map(compile)
        return (message) =>
          must.every((matches) => matches(message)) &&
          (should.length === 0 || should.some((matches) => matches(message))) &&
          !mustNot.some((matches) => matches(message))
      }
      case 'exists':
        return overFields(node.field, (message, name) => hasValue(message.get(name)))
      case 'term':
      case 'phrase':
      case 'wildcard':
      case 'regex':
      case 'fuzzy':
      case 'range':
        return overFields(node.field, compileLeaf(node))
      default:
        throw node satisfies never
    }
  }

  /** One matcher for each kind of field. */
  function compileLeaf(leaf: Leaf): FieldMatcher {
    const ofText = forEachAnalyzer((analyzer) => compileTextMatcher(leaf, analyzer))
    const ofOther = compileFieldMatchers(leaf, { now, holdsNumbers })
    const ofSource = compileValueMatcher(inLowerCase(leaf))
    const isInSpan = compileInstantMatcher(leaf, now)
    return (message, name) => {
      const textField = texts.get(name)
      if (textField !== undefined) {
        const text = textField(message)
        return text !== undefined && ofText(text.analyzer)(text)
      }
      const value = message.get(name)
      if (name === 'source') return typeof value === 'string' && ofSource.string(value.toLowerCase())
      if (name === 'timestamp') return isInSpan(value)
      return matchesValue(ofOther(name), value)
    }
  }

  return compile(tree)
}

function overFields(field: FieldRef | undefined, matches: FieldMatcher): MessagePredicate {
  if (field === undefined)
    return (message) => someField(message, (name) => name !== ONLY_IF_NAMED && matches(message, name))
  if (!field.pattern) return (message) => matches(message, field.name)
  const fits = compileWildcard(readWildcards(field.name))
  return (message) => someField(message, (name) => fits(name) && matches(message, name))
}

function someField(message: QueryableMessage, matches: (name: string) => boolean): boolean {
  for (const name of message.names()) if (matches(name)) return true
  return false
}

export const createTextFields = () => new Map(FULL_TEXT_FIELDS.map((name) => [name, createTextField(name)]))

/** Shares the analysis of a message's text between all leaves; holds only the last text. */
function createTextField(name: string) {
  let last: AnalyzedText | undefined
  return (message: QueryableMessage): AnalyzedText | undefined => {
    const text = message.get(name)
    if (typeof text !== 'string') return undefined
    const { analyzer = 'standard' } = message
    if (last?.text !== text || last.analyzer !== analyzer) last = createAnalyzedText(text, analyzer)
    return last
  }
}

function compileInstantMatcher(leaf: Leaf, now: () => number): (value: unknown) => boolean {
  const isEquality = leaf.kind === 'term' || leaf.kind === 'phrase'
  const isUnnamed = leaf.field === undefined
  if (isEquality && isUnnamed && !WHOLE_INSTANT.test(leaf.text)) return () => false
  return (value) => {
    const ms = typeof value === 'string' ? readDateText(value, 0)?.fromMs : value
    const span = typeof ms === 'number' ? spanOf(leaf, now()) : undefined
    return typeof ms === 'number' && span !== undefined && span.fromMs <= ms && ms <= span.toMs
  }
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
