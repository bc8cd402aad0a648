/** Runs pipelines that a user asks for: in a thread that can be stopped, with the lookup tables of this node. */
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { BoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import type { BoundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RuleStream } from '../evaluation/rule-run.ts'
import type { PipelineSettings } from '../published-pipelines.ts'
import { type FoundLookups, type MissingLookups, runWithLookups } from './run-lookups.ts'
import type { RunWorld } from './run-world.ts'

interface RunOptions {
  readonly userId: string
  readonly signal: AbortSignal
  readonly limitMs: number
  /** Rules see only the lookup tables with these names; all tables without it. */
  readonly isReadableTable?: (name: string) => boolean
  readonly characters: number
}

export interface PipelineRunner {
  world(name: string, pipelines: PipelineSettings): RunWorld
  run<Input extends object, Output extends { readonly missing: MissingLookups }>(
    task: BoundedTask<Input & { readonly found: FoundLookups }, Output>,
    input: Input,
    options: RunOptions,
  ): Promise<Output>
}

export function createPipelineRunner(deps: {
  readonly boundedRuns: BoundedRuns
  readonly grokPatterns: () => ReadonlyMap<string, string>
  /** All streams, paused ones too. */
  readonly streams: () => readonly RuleStream[]
  /** The titles of the running inputs of this node, by id. */
  readonly inputs: () => ReadonlyMap<string, string>
  readonly threatIntel: () => ThreatIntelSources
  readonly lookupTables: LookupTables
  readonly clock: Clock
}): PipelineRunner {
  const { boundedRuns, grokPatterns, streams, inputs, threatIntel, lookupTables, clock } = deps
  return {
    world: (name, pipelines) => ({
      name,
      pipelines,
      grokPatterns: grokPatterns(),
      streams: streams(),
      inputs: inputs(),
      threatIntel: threatIntel(),
      nowMs: clock.now().getTime(),
    }),
    run(task, input, options) {
      const { isReadableTable = () => true } = options
      const tables = { find: (name: string) => (isReadableTable(name) ? lookupTables.find(name) : undefined) }
      return runWithLookups(tables, options.signal, (found) => boundedRuns.run(task, { ...input, found }, options))
    },
  }
}
