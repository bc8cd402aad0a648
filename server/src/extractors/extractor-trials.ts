/** Compiles and tries extractors before they are stored: in a thread, because users decide how long that takes. */
import { type Definitions, definitionsFor } from '../grok/pattern-references.ts'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { ExtractorDefinition } from './extraction/extractor-definition.ts'
import { extractorRefused } from './extractor-errors.ts'
import { type ExtractorTask, type ExtractorTried, type ExtractorTry, extractorTasks } from './extractor-tasks.ts'

export interface ExtractorTrials {
  /** Throws `extractorRefused` if the extractor cannot be compiled. */
  check(definition: ExtractorDefinition, run: RunOptions): Promise<void>
  try(
    definition: ExtractorDefinition,
    on: Pick<ExtractorTry, 'example' | 'sample'>,
    run: RunOptions,
  ): Promise<ExtractorTried>
}

export interface ExtractorTrialsDeps {
  readonly boundedRuns: BoundedRuns
  readonly grokPatterns: () => Definitions
  readonly clock: Clock
}

export function createExtractorTrials({ boundedRuns, grokPatterns, clock }: ExtractorTrialsDeps): ExtractorTrials {
  const taskOf = (definition: ExtractorDefinition): ExtractorTask => {
    const { grok_pattern: pattern } = definition.config
    return {
      definition,
      grokPatterns: typeof pattern === 'string' ? definitionsFor([pattern], grokPatterns()) : new Map(),
      nowMs: clock.now().getTime(),
    }
  }
  return {
    async check(definition, run) {
      const refusal = await boundedRuns.run(extractorTasks.check, taskOf(definition), run)
      if (refusal !== undefined) throw extractorRefused(refusal.field, refusal.reason)
    },
    async try(definition, on, run) {
      const tried = await boundedRuns.run(extractorTasks.try, { ...taskOf(definition), ...on }, run)
      if ('reason' in tried) throw extractorRefused(tried.field, tried.reason)
      return tried
    },
  }
}
