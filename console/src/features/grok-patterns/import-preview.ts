/** What an import would do, line by line, before it is sent: the server imports all patterns or none. */
import type { GrokCheckResult } from '../../parsing/grok-run/grok-task.ts'
import type { NamedPattern } from '../../parsing/pattern-input/pattern-input-props.ts'
import { readPatternFile } from './pattern-file.ts'

type LineState =
  | { readonly kind: 'new' | 'replaced' | 'skipped' | 'duplicate' | 'exists' }
  | { readonly kind: 'invalid'; readonly reason: string }

interface PreviewedLine {
  readonly line: number
  readonly text: string
  readonly name: string | undefined
  readonly state: LineState
}

export interface ImportPreview {
  readonly lines: readonly PreviewedLine[]
  readonly count: number
  readonly hasErrors: boolean
  /** The stored and the new definitions together, as the server compiles them. */
  readonly definitions: ReadonlyMap<string, string>
}

export const isError = ({ kind }: LineState): boolean => kind === 'duplicate' || kind === 'exists' || kind === 'invalid'

export function previewImport(
  file: string,
  stored: readonly NamedPattern[],
  isReplacing: boolean,
  invalid: GrokCheckResult = [],
): ImportPreview {
  const known = new Set(stored.map(({ name }) => name))
  const reasons = new Map(invalid.map(({ name, error }) => [name, error.message]))
  const definitions = new Map(stored.map(({ name, pattern }) => [name, pattern]))
  const seen = new Set<string>()
  const stateOf = (name: string): LineState => {
    if (seen.has(name)) return { kind: 'duplicate' }
    const reason = reasons.get(name)
    if (reason !== undefined) return { kind: 'invalid', reason }
    if (!known.has(name)) return { kind: 'new' }
    return { kind: isReplacing ? 'replaced' : 'exists' }
  }
  const lines = readPatternFile(file).map(({ line, text, pattern }): PreviewedLine => {
    if (pattern === undefined) return { line, text, name: undefined, state: { kind: 'skipped' } }
    const state = stateOf(pattern.name)
    seen.add(pattern.name)
    definitions.set(pattern.name, pattern.pattern)
    return { line, text: pattern.pattern, name: pattern.name, state }
  })
  return {
    lines,
    count: lines.filter(({ name }) => name !== undefined).length,
    hasErrors: lines.some(({ state }) => isError(state)),
    definitions,
  }
}
