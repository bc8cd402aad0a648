import { findReferences, type GrokReference } from './grok-reference.ts'
import { GrokSyntaxError } from './grok-syntax-error.ts'

const MAX_EXPANSIONS = 1000
const MAX_LENGTH = 500_000

export type GrokDefinitions = ReadonlyMap<string, string> | ((name: string) => string | undefined)

/** A pattern whose references are replaced by groups. */
export interface ExpandedGrok {
  readonly text: string
  /** Captures by the position of the group's parenthesis in `text`. */
  readonly captures: ReadonlyMap<number, GrokCapture>
  /** The references of the pattern itself, in order, with the part of `text` that replaces each. */
  readonly parts: readonly ExpandedPart[]
}

export interface GrokCapture {
  readonly field: string
  readonly type: string | undefined
  readonly format: string | undefined
  /** The place in the user's own pattern that leads to it; undefined for a group such as `(?<name>...)`. */
  readonly origin: GrokReference | undefined
}

export interface ExpandedPart {
  readonly reference: GrokReference
  readonly textFrom: number
  readonly textTo: number
}

interface Expansion {
  readonly pattern: string
  readonly find: (name: string) => string | undefined
  readonly inline: Map<string, string>
  readonly namedCapturesOnly: boolean
  readonly captures: Map<number, GrokCapture>
  readonly parts: ExpandedPart[]
  text: string
  count: number
}

export function expandGrok(pattern: string, definitions: GrokDefinitions, namedCapturesOnly: boolean): ExpandedGrok {
  const expansion: Expansion = {
    pattern,
    find: typeof definitions === 'function' ? definitions : (name) => definitions.get(name),
    inline: new Map(),
    namedCapturesOnly,
    captures: new Map(),
    parts: [],
    text: '',
    count: 0,
  }
  let at = 0
  for (const reference of findReferences(pattern)) {
    expansion.text += pattern.slice(at, reference.from)
    const textFrom = expansion.text.length
    expand(expansion, reference, reference)
    expansion.parts.push({ reference, textFrom, textTo: expansion.text.length })
    at = reference.to
  }
  expansion.text += pattern.slice(at)
  const { text, captures, parts } = expansion
  return { text, captures, parts }
}

/** `origin` is the reference of the user's own pattern that leads to `reference`. */
function expand(expansion: Expansion, reference: GrokReference, origin: GrokReference): void {
  const { name, field, type, format } = reference
  const { from, to } = origin
  expansion.count += 1
  if (expansion.count > MAX_EXPANSIONS) {
    throw new GrokSyntaxError(`Deep recursion pattern compilation of ${shortened(expansion.pattern)}`, from, to)
  }
  if (reference.definition !== undefined) expansion.inline.set(name, reference.definition)
  const definition = expansion.inline.get(name) ?? expansion.find(name)
  if (definition === undefined) {
    throw new GrokSyntaxError(`No definition for key '${name}' found, aborting`, from, to)
  }
  if (expansion.text.length + definition.length > MAX_LENGTH) {
    throw new GrokSyntaxError('The pattern is too long with all patterns that it uses', from, to)
  }
  const isCaptured = field !== undefined || !expansion.namedCapturesOnly
  if (isCaptured) expansion.captures.set(expansion.text.length, { field: field ?? name, type, format, origin })
  expansion.text += isCaptured ? '(' : '(?:'
  let at = 0
  for (const inner of findReferences(definition)) {
    expansion.text += definition.slice(at, inner.from)
    expand(expansion, inner, origin)
    at = inner.to
  }
  expansion.text += `${definition.slice(at)})`
}

const shortened = (pattern: string) => (pattern.length > 200 ? `${pattern.slice(0, 200)}...` : pattern)
