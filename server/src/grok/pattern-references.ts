/** How grok patterns refer to each other. */
import { findReferences } from '@logyard/languages/grok/grok-reference'

export interface NamedPattern {
  readonly name: string
  readonly pattern: string
}

export type Definitions = ReadonlyMap<string, string>

export const definitionsOf = (patterns: readonly NamedPattern[]): Definitions =>
  new Map(patterns.map(({ name, pattern }) => [name, pattern]))

/** The definitions that the patterns refer to, directly or through others. */
export function definitionsFor(patterns: readonly string[], definitions: Definitions): Definitions {
  const needed = new Map<string, string>()
  const rest = [...patterns]
  for (let pattern = rest.pop(); pattern !== undefined; pattern = rest.pop()) {
    for (const { name, definition: inline } of findReferences(pattern)) {
      if (inline !== undefined) rest.push(inline)
      const definition = definitions.get(name)
      if (definition === undefined || needed.has(name)) continue
      needed.set(name, definition)
      rest.push(definition)
    }
  }
  return needed
}

/** The name, and the names of the patterns that refer to it, directly or through others. */
export function namesUsing(name: string, patterns: readonly NamedPattern[]): ReadonlySet<string> {
  const users = new Map<string, string[]>()
  for (const { name: user, pattern } of patterns) {
    for (const { name: used } of findReferences(pattern)) {
      const known = users.get(used)
      if (known === undefined) users.set(used, [user])
      else known.push(user)
    }
  }
  const found = new Set([name])
  // The loop also visits names that are added to the set during it.
  for (const used of found) for (const user of users.get(used) ?? []) found.add(user)
  return found
}

export const refersTo = (pattern: string, names: ReadonlySet<string>): boolean =>
  findReferences(pattern).some(({ name }) => names.has(name))
