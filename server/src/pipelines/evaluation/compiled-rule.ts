import type { PipelineFunction, RuleRun, RuleTools } from './rule-run.ts'

/** A rule as closures. Both functions throw an error whose message says where it failed and why. */
export interface CompiledRule {
  readonly name: string
  readonly usedFunctions: ReadonlySet<string>
  matches(run: RuleRun): boolean
  execute(run: RuleRun): void
}

export type StageMatch = 'all' | 'either' | 'pass'

export interface ParsedPipeline {
  /** In ascending order, each number once. */
  readonly stages: readonly { readonly stage: number; readonly match: StageMatch; readonly rules: readonly string[] }[]
}

/** The rule language as the evaluator uses it. Both answer undefined for a source with errors. */
export interface RuleLanguage {
  compileRule(
    source: string,
    functions: ReadonlyMap<string, PipelineFunction>,
    tools: RuleTools,
  ): CompiledRule | undefined
  parsePipeline(source: string): ParsedPipeline | undefined
}
