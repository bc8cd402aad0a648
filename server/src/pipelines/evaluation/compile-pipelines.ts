/** Compiles the sources of rules and pipelines. After a change, rules that did not change are not compiled again. */
import { compileRule } from '@logyard/languages/rules/compile-rule'
import type { PipelineSettings, RuleSettings } from '../published-pipelines.ts'
import type { EvaluationEnvironment } from './evaluation-environment.ts'
import { createEvaluator, type Evaluator } from './evaluator.ts'
import { createLivePipelines, type LivePipelines, type LiveRule } from './live-pipelines.ts'
import { createPipelinePlans } from './pipeline-plans.ts'
import type { PipelineFunction, RuleTools } from './rule-run.ts'
import type { RunCounts } from './run-counts.ts'

export interface CompiledPipelines {
  readonly live: LivePipelines
  readonly counts: RunCounts
  createEvaluator(env: EvaluationEnvironment): Evaluator
}

export type CompilePipelines = (
  settings: PipelineSettings,
  grokPatterns: ReadonlyMap<string, string>,
) => CompiledPipelines

interface Known {
  readonly source: string
  readonly grokPatterns: ReadonlyMap<string, string>
  readonly live: LiveRule
}

/** Functions that read the stored grok patterns have it in their names. */
const usesGrok = ({ compiled }: LiveRule): boolean => compiled?.usedFunctions.values().some(isGrok) ?? false
const isGrok = (name: string): boolean => name.includes('grok')

export function createPipelineCompiler(deps: {
  readonly functions: ReadonlyMap<string, PipelineFunction>
  /** The tools of one rule. */
  readonly toolsOf: (ruleId: string, grokPatterns: ReadonlyMap<string, string>) => RuleTools
}): CompilePipelines {
  const { functions, toolsOf } = deps
  let known = new Map<string, Known>()

  function compile({ id, source }: RuleSettings, grokPatterns: ReadonlyMap<string, string>): LiveRule {
    const before = known.get(id)
    if (before?.source === source && (before.grokPatterns === grokPatterns || !usesGrok(before.live)))
      return before.live
    const tools = toolsOf(id, grokPatterns)
    const result = compileRule(source, { functions, tools })
    return { tools, compiled: result.ok ? result.rule : undefined }
  }

  return (settings, grokPatterns) => {
    const compiled = new Map<string, Known>()
    const noTools = toolsOf('', grokPatterns)
    const live = createLivePipelines(settings, (rule) => {
      if (rule === undefined) return { tools: noTools, compiled: undefined }
      const { id, source } = rule
      return compiled.getOrInsertComputed(id, () => ({ source, grokPatterns, live: compile(rule, grokPatterns) })).live
    })
    known = compiled
    const plans = createPipelinePlans(live, settings.connections)
    const counts = live.numbers.createCounts()
    return {
      live,
      counts,
      createEvaluator: (env) =>
        createEvaluator({ env, plans, counts: counts.values, isTimed: settings.hasRuleMetrics, tools: noTools }),
    }
  }
}
