/** The rules for stored grok patterns. */
import { MAX_GROK_DEFINITION, MAX_GROK_NAME, MAX_GROK_PATTERNS } from '@logyard/contract/grok/grok-patterns'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import { grokNameTaken, grokPatternRefused } from './grok-errors.ts'
import { grokRuns } from './grok-runs.ts'
import { type Definitions, definitionsFor, type NamedPattern } from './pattern-references.ts'

/** Characters of all definitions: they are compiled by every processing thread. */
const MAX_GROK_CHARACTERS = 1_000_000
const IMPORT_LIMIT_MS = 20_000

/** Throws for the first of the patterns that breaks a rule; `others` are the stored patterns that stay. */
export function checkPatterns(patterns: readonly NamedPattern[], others: Definitions): void {
  const names = new Set<string>()
  for (const { name, pattern } of patterns) {
    const problem = problemOf(name, pattern)
    if (problem !== undefined) throw grokPatternRefused(problem)
    if (others.has(name) || names.has(name)) throw grokNameTaken(name)
    names.add(name)
  }
  if (others.size + patterns.length > MAX_GROK_PATTERNS) {
    throw grokPatternRefused(`There can be at most ${MAX_GROK_PATTERNS} Grok patterns`)
  }
  if (charactersOf(patterns) + charactersOf([...others].map(toNamed)) > MAX_GROK_CHARACTERS) {
    throw grokPatternRefused(`All Grok patterns can have at most ${MAX_GROK_CHARACTERS} characters`)
  }
}

/** Throws for the first pattern that does not compile. `stored` lacks the patterns, or has earlier definitions. */
export async function compilePatterns(
  runs: BoundedRuns,
  patterns: readonly NamedPattern[],
  { stored, zone, run }: { readonly stored: Definitions; readonly zone: string; readonly run: RunOptions },
): Promise<void> {
  const all = new Map([...stored, ...patterns.map(({ name, pattern }) => [name, pattern] as const)])
  const texts = patterns.map(({ pattern }) => pattern)
  const input = { patterns, definitions: definitionsFor(texts, all), zone }
  const found = await runs.run(grokRuns.check, input, patterns.length > 1 ? { ...run, limitMs: IMPORT_LIMIT_MS } : run)
  if (found !== undefined) throw grokPatternRefused(`Grok pattern ${found.name} is invalid: ${found.problem}`)
}

function problemOf(name: string, pattern: string): string | undefined {
  if (name.trim() === '') return 'The name of a Grok pattern cannot be empty'
  if (pattern.trim() === '') return `The pattern of ${name} cannot be empty`
  if (!/^\w+$/.test(name)) return `The name ${name} can only contain letters, digits and underscores`
  if (name.length > MAX_GROK_NAME) return `The name ${name} is longer than ${MAX_GROK_NAME} characters`
  if (pattern.length > MAX_GROK_DEFINITION) {
    return `The pattern of ${name} is longer than ${MAX_GROK_DEFINITION} characters`
  }
  return undefined
}

const toNamed = ([name, pattern]: readonly [string, string]): NamedPattern => ({ name, pattern })

const charactersOf = (patterns: readonly NamedPattern[]) =>
  patterns.reduce((sum, { name, pattern }) => sum + name.length + pattern.length, 0)
