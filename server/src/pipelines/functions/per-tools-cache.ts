import { type BoundedMap, createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { RuleTools } from '../evaluation/rule-run.ts'

/** What one rule has compiled from computed texts. */
const MAX_CACHED = 100

/** Why a text cannot be compiled: it is not tried again for every message. */
class Refusal {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** Compiles once for the tools of a rule: arguments may be computed, and are then the same for many messages. */
export function createPerToolsCache<Compiled>() {
  const ofTools = new WeakMap<RuleTools, BoundedMap<string, Compiled | Refusal>>()
  return (tools: RuleTools, key: string, compile: () => Compiled): Compiled => {
    let cached = ofTools.get(tools)
    if (cached === undefined) {
      cached = createBoundedMap(MAX_CACHED)
      ofTools.set(tools, cached)
    }
    let compiled = cached.get(key)
    if (compiled === undefined) {
      compiled = attempt(compile)
      cached.set(key, compiled)
    }
    if (compiled instanceof Refusal) throw compiled.error
    return compiled
  }
}

function attempt<Compiled>(compile: () => Compiled): Compiled | Refusal {
  try {
    return compile()
  } catch (error) {
    return new Refusal(error)
  }
}
