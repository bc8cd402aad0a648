/** Compiles and tries extractors before they are stored: in a thread, because users decide how long that takes. */
import { type Definitions, definitionsFor } from '../grok/pattern-references.ts'
import { lookUpNow } from '../lookup/lookup-now.ts'
import { emptyResult } from '../lookup/lookup-results.ts'
import type { LookupKey, LookupResult, LookupTables } from '../lookup/lookup-tables.ts'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { ExtractorDefinition } from './extraction/extractor-definition.ts'
import { extractorRefused } from './extractor-errors.ts'
import { type ExtractorTask, type ExtractorTry, extractorTasks, type MissingLookup } from './extractor-tasks.ts'

export type ExtractorTrials = ReturnType<typeof createExtractorTrials>

/** Lookups that need the result of another one take one round each. */
const MAX_ROUNDS = 20
const LOOKUP_LIMIT_MS = 5000

const withMore = (stored: Definitions, more: Definitions | undefined): Definitions =>
  more === undefined ? stored : new Map([...stored, ...more])

export function createExtractorTrials(deps: {
  readonly boundedRuns: BoundedRuns
  readonly grokPatterns: () => Definitions
  readonly clock: Clock
  readonly lookupTables: LookupTables
}) {
  const { boundedRuns, grokPatterns, clock, lookupTables } = deps
  const taskOf = (definition: ExtractorDefinition, morePatterns?: Definitions): ExtractorTask => {
    const { grok_pattern: pattern } = definition.config
    return {
      definition,
      grokPatterns:
        typeof pattern === 'string' ? definitionsFor([pattern], withMore(grokPatterns(), morePatterns)) : new Map(),
      nowMs: clock.now().getTime(),
    }
  }
  return {
    /** Throws `extractorRefused` if the extractor cannot be compiled. `morePatterns` are stored together with it. */
    async check(definition: ExtractorDefinition, run: RunOptions, morePatterns?: Definitions) {
      const refusal = await boundedRuns.run(extractorTasks.check, taskOf(definition, morePatterns), run)
      if (refusal !== undefined) throw extractorRefused(refusal.field, refusal.reason)
    },
    async try(definition: ExtractorDefinition, on: Pick<ExtractorTry, 'example' | 'sample'>, run: RunOptions) {
      const lookups = new Map<string, Map<LookupKey, LookupResult>>()
      const signal = AbortSignal.any([AbortSignal.timeout(LOOKUP_LIMIT_MS), ...(run.signal ? [run.signal] : [])])
      for (let round = 1; round <= MAX_ROUNDS; round += 1) {
        const tried = await boundedRuns.run(extractorTasks.try, { ...taskOf(definition), ...on, lookups }, run)
        if ('reason' in tried) throw extractorRefused(tried.field, tried.reason)
        if ('sample' in tried) return tried
        await lookUpAll(lookupTables, tried, lookups, signal)
      }
      throw extractorRefused('extractor_type', `Lookups were not resolved in ${MAX_ROUNDS} rounds.`)
    },
  }
}

async function lookUpAll(
  tables: LookupTables,
  missing: readonly MissingLookup[],
  known: Map<string, Map<LookupKey, LookupResult>>,
  signal: AbortSignal,
): Promise<void> {
  const lookUp = async ({ table: name, key }: MissingLookup) => {
    const table = tables.find(name)
    const result = table === undefined ? emptyResult() : await lookUpNow(table, key, signal)
    known.getOrInsertComputed(name, () => new Map()).set(key, result)
  }
  await Promise.all(missing.map(lookUp))
}
