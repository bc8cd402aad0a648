import type { RuleTools } from '../evaluation/rule-run.ts'

/** What one rule has compiled from computed texts. */
const MAX_CACHED = 100

/** Compiles once for the tools of a rule: arguments may be computed, and are then the same for many messages. */
export function createPerToolsCache<Compiled>() {
  const ofTools = new WeakMap<RuleTools, Map<string, Compiled>>()
  return (tools: RuleTools, key: string, compile: () => Compiled): Compiled => {
    let cached = ofTools.get(tools)
    if (cached === undefined) {
      cached = new Map()
      ofTools.set(tools, cached)
    }
    const known = cached.get(key)
    if (known !== undefined) return known
    const compiled = compile()
    if (cached.size >= MAX_CACHED) cached.clear()
    cached.set(key, compiled)
    return compiled
  }
}
