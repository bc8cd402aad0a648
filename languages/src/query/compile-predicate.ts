/**
 * A query as a test of one message in memory, for what cannot ask the message store: live tails, and the proof that
 * the store's SQL means the same.
 */

import { FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import { type Analyzer, forEachAnalyzer } from './analyzers.ts'
import { compileNamedValueTest } from './compile-named-value-matcher.ts'
import { type AnalyzedText, compileTextTest, createAnalyzedText } from './compile-text-matcher.ts'
import { compileValueTest, passesTest } from './compile-value-matcher.ts'
import { compileWildcard } from './compile-wildcard.ts'
import { readDateText } from './date-text.ts'
import { readWildcards } from './escape-rules.ts'
import { spanOf } from './instant-span.ts'
import { inLowerCase, type Leaf } from './leaf.ts'
import type { FieldRef, QueryNode } from './query-tree.ts'

export interface QueryableMessage {
  /**
   * `undefined` or null for a field that the message lacks. Texts, numbers, bigints, booleans and lists of them;
   * `timestamp` is milliseconds or a text with a date.
   */
  get(name: string): unknown
  /** All fields that have a value, `_id` among them. */
  names(): Iterable<string>
  /** How its texts are split into words; unless it is told, by the standard analyzer. */
  readonly analyzer?: Analyzer
}

export type MessagePredicate = (message: QueryableMessage) => boolean

export interface PredicateOptions {
  /** In milliseconds, for `now` in dates; asked for each message, since a tail lives long. */
  readonly now: () => number
}

type FieldTest = (message: QueryableMessage, name: string) => boolean

/** Says where a message lies, not what it is: only a query that names it asks for it. */
const NEVER_UNNAMED = '_index'
/** A word that merely could be a date, such as 2021, is not meant as one unless the field is named. */
const WHOLE_INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}[.,]\d{3}/

export function compilePredicate(tree: QueryNode, { now }: PredicateOptions): MessagePredicate {
  const textFields = new Map(FULL_TEXT_FIELDS.map((name) => [name, createTextField(name)]))

  function compile(node: QueryNode): MessagePredicate {
    switch (node.kind) {
      case 'all':
        return () => true
      case 'bool': {
        const must = node.must.map(compile)
        const should = must.length > 0 ? [] : node.should.map(compile)
        const mustNot = node.mustNot.map(compile)
        return (message) =>
          must.every((test) => test(message)) &&
          (should.length === 0 || should.some((test) => test(message))) &&
          !mustNot.some((test) => test(message))
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

  /** The leaf as it is asked of each kind of field. */
  function compileLeaf(leaf: Leaf): FieldTest {
    const ofText = forEachAnalyzer((analyzer) => compileTextTest(leaf, analyzer))
    const ofOther = compileNamedValueTest(leaf, now)
    const ofSource = compileValueTest(inLowerCase(leaf))
    const isInSpan = compileInstantTest(leaf, now)
    return (message, name) => {
      const textField = textFields.get(name)
      if (textField !== undefined) {
        const text = textField(message)
        return text !== undefined && ofText(text.analyzer)(text)
      }
      const value = message.get(name)
      if (name === 'source') return typeof value === 'string' && ofSource.string(value.toLowerCase())
      if (name === 'timestamp') return isInSpan(value)
      return passesTest(ofOther, value)
    }
  }

  return compile(tree)
}

function overFields(field: FieldRef | undefined, test: FieldTest): MessagePredicate {
  if (field === undefined)
    return (message) => someField(message, (name) => name !== NEVER_UNNAMED && test(message, name))
  if (!field.pattern) return (message) => test(message, field.name)
  const fits = compileWildcard(readWildcards(field.name))
  return (message) => someField(message, (name) => fits(name) && test(message, name))
}

function someField(message: QueryableMessage, test: (name: string) => boolean): boolean {
  for (const name of message.names()) if (test(name)) return true
  return false
}

/** Reads a text for all leaves that ask for it, one message after the other. */
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

function compileInstantTest(leaf: Leaf, now: () => number): (value: unknown) => boolean {
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
