/** Pipelines as they run: stages with compiled rules, and a number for everything that is counted. */
import type { CompiledRule } from '@logyard/languages/rules/compile-rule'
import { parsePipeline } from '@logyard/languages/rules/parse-pipeline'
import type { StageMatch, StageTree } from '@logyard/languages/rules/rule-tree'
import type { PipelineSettings, RuleSettings } from '../published-pipelines.ts'
import type { RuleRun, RuleTools } from './rule-run.ts'
import { type CountNumbers, createCountNumbers } from './run-counts.ts'

export interface LivePipeline {
  readonly id: string
  readonly title: string
  readonly count: number
  readonly stages: readonly LiveStage[]
}

export interface LiveStage {
  readonly pipeline: LivePipeline
  readonly number: number
  readonly match: StageMatch
  readonly rules: readonly ListedRule[]
  readonly count: number
}

export interface LiveRule {
  /** Absent for a rule that does not exist or whose source has errors: it never matches. */
  readonly compiled: CompiledRule<RuleRun> | undefined
  readonly tools: RuleTools
}

/** A rule in a stage. */
export interface ListedRule extends LiveRule {
  /** Null if it is unresolved. */
  readonly id: string | null
  readonly name: string
  readonly count: number
}

export interface LivePipelines {
  /** Sorted by title. */
  readonly pipelines: readonly LivePipeline[]
  readonly numbers: CountNumbers
}

/** Undefined for a name that no rule has. */
export type CompileRule = (rule: RuleSettings | undefined) => LiveRule

/** Pipelines whose source has errors are left out. Rules that are switched off are not listed. */
export function createLivePipelines(
  settings: Pick<PipelineSettings, 'rules' | 'pipelines'>,
  compileRule: CompileRule,
): LivePipelines {
  const numbers = createCountNumbers()
  const rulesByTitle = new Map<string, RuleSettings>()
  for (const rule of settings.rules) if (!rulesByTitle.has(rule.title)) rulesByTitle.set(rule.title, rule)
  const pipelines: LivePipeline[] = []
  for (const { id, title, source } of settings.pipelines.toSorted(byTitle)) {
    const parsed = parsePipeline(source)
    if (!parsed.ok) continue
    const stages: LiveStage[] = []
    const pipeline = { id, title, count: numbers.ofPipeline(id), stages }
    for (const stage of parsed.pipeline.stages)
      stages.push(liveStage(pipeline, stage, rulesByTitle, compileRule, numbers))
    pipelines.push(pipeline)
  }
  return { pipelines, numbers }
}

function liveStage(
  pipeline: LivePipeline,
  { stage, match, rules: names }: StageTree,
  rulesByTitle: ReadonlyMap<string, RuleSettings>,
  compileRule: CompileRule,
  numbers: CountNumbers,
): LiveStage {
  const rules = names.flatMap((name): ListedRule | [] => {
    const rule = rulesByTitle.get(name)
    if (rule?.isOff === true) return []
    const live = compileRule(rule)
    if (rule === undefined || live.compiled === undefined)
      return { ...live, id: null, name: `Unresolved rule ${name}`, count: -1 }
    return { ...live, id: rule.id, name, count: numbers.ofRule({ ruleId: rule.id, pipelineId: pipeline.id, stage }) }
  })
  return { pipeline, number: stage, match, rules, count: numbers.ofStage({ pipelineId: pipeline.id, stage }) }
}

const byTitle = (a: { readonly title: string }, b: { readonly title: string }) =>
  a.title < b.title ? -1 : a.title > b.title ? 1 : 0
