/** Parsing sources of users, in a thread that can be stopped. */
import type { ParseError } from '@logyard/contract/pipelines/parse-errors'
import type { StageMatch, StageSource } from '@logyard/contract/pipelines/pipelines'
import { compileRule } from '@logyard/languages/rules/compile-rule'
import { parsePipeline } from '@logyard/languages/rules/parse-pipeline'
import type { StageTree } from '@logyard/languages/rules/rule-tree'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import { serverZone } from '../../platform/server-zone.ts'
import type { RuleTools } from '../evaluation/rule-run.ts'
import { ruleFunctions } from '../functions/rule-functions.ts'
import type { RuleNeed } from '../needs/rule-need.ts'
import { needsOf } from '../needs/rule-needs.ts'

/** The title is null if the source does not parse. */
export interface ParsedRule {
  readonly title: string | null
  readonly errors: ParseError[] | null
  /** Also of a source with errors: it may have none later, when a grok pattern or function exists. */
  readonly needs: readonly RuleNeed[]
}

export interface ParsedPipeline {
  readonly title: string | null
  /** Empty if the source does not parse. */
  readonly stages: StageSource[]
  readonly errors: ParseError[] | null
}

interface RulesTask {
  readonly sources: readonly string[]
  readonly grokPatterns: ReadonlyMap<string, string>
}

const functions = new Map(ruleFunctions.map((one) => [one.name, one]))

export function parseRules({ sources, grokPatterns }: RulesTask): readonly ParsedRule[] {
  const tools: RuleTools = { grokPatterns, guard: (test) => test(), zone: serverZone() }
  return sources.map((source) => {
    const compiled = compileRule(source, { functions, tools })
    const needs = needsOf(source)
    return compiled.ok
      ? { title: compiled.rule.name, errors: null, needs }
      : { title: null, errors: [...compiled.errors], needs }
  })
}

export function parsePipelines(sources: readonly string[]): readonly ParsedPipeline[] {
  return sources.map((source) => {
    const parsed = parsePipeline(source)
    if (!parsed.ok) return { title: null, stages: [], errors: [...parsed.errors] }
    return { title: parsed.pipeline.title, stages: parsed.pipeline.stages.map(stageSource), errors: null }
  })
}

const MATCHES: Readonly<Record<StageTree['match'], StageMatch>> = { all: 'ALL', either: 'EITHER', pass: 'PASS' }

const stageSource = ({ stage, match, rules }: StageTree): StageSource => ({
  stage,
  match_all: match === 'all',
  match: MATCHES[match],
  rules: [...rules],
})

const url = import.meta.url
export const parseTasks = { rules: boundedTask(url, parseRules), pipelines: boundedTask(url, parsePipelines) }
