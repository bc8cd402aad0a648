/** The metrics of pipelines on this node, under the names that clients know. */
import { parsePipeline } from '@logyard/languages/rules/parse-pipeline'
import type { Metrics } from '../../metrics/metrics.ts'
import type { PipelineCounts, RuleKey, StageKey } from '../evaluation/run-counts.ts'
import type { PipelineSettings } from '../published-pipelines.ts'
import type { PipelineFigures } from './pipeline-figures.ts'
import { pipelineMetricPrefix, ruleMetricPrefix } from './pipeline-metric-names.ts'

const RUN_TIME = 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter.executionTime'
const RULE_METERS = ['executed', 'failed', 'matched', 'not-matched'] as const
/** Rules can compute the names of counters. */
const MAX_COUNTERS = 10_000
const MAX_COUNTER_LENGTH = 200

const pipelineMetric = (id: string) => `${pipelineMetricPrefix(id)}executed`
const stageMetric = ({ pipelineId, stage }: StageKey) => `${pipelineMetricPrefix(pipelineId)}stage.${stage}.executed`
const prefixesOf = ({ ruleId, pipelineId, stage }: RuleKey) => [
  ruleMetricPrefix(ruleId),
  `${ruleMetricPrefix(ruleId)}${pipelineId}.${stage}.`,
]

export function createPipelineMeasures(metrics: Metrics) {
  const runTime = metrics.timer(RUN_TIME)
  const counterNames = new Set<string>()
  let pipelineIds: ReadonlySet<string> = new Set()
  let ruleIds: ReadonlySet<string> = new Set()

  function addCounts({ pipelines, stages, rules }: PipelineCounts): void {
    for (const { id, executed } of pipelines) if (pipelineIds.has(id)) metrics.meter(pipelineMetric(id)).mark(executed)
    for (const { executed, ...key } of stages)
      if (pipelineIds.has(key.pipelineId)) metrics.meter(stageMetric(key)).mark(executed)
    for (const rule of rules)
      if (ruleIds.has(rule.ruleId) && pipelineIds.has(rule.pipelineId)) addRuleCounts(metrics, rule)
  }

  function addToCounter(name: string, by: number): void {
    const short = name.slice(0, MAX_COUNTER_LENGTH)
    if (!counterNames.has(short) && counterNames.size >= MAX_COUNTERS) return
    counterNames.add(short)
    metrics.counter(short).increment(by)
  }

  return {
    /** Registers the metrics of all pipelines, so that clients find those that are still zero too. */
    register(settings: PipelineSettings) {
      pipelineIds = new Set(settings.pipelines.map(({ id }) => id))
      ruleIds = new Set(settings.rules.map(({ id }) => id))
      const idsByTitle = new Map(settings.rules.map(({ id, title }) => [title, id]))
      for (const id of ruleIds) for (const name of RULE_METERS) metrics.meter(`${ruleMetricPrefix(id)}${name}`)
      for (const { id, source } of settings.pipelines) {
        metrics.meter(pipelineMetric(id))
        for (const { stage, rules } of stagesOf(source)) {
          metrics.meter(stageMetric({ pipelineId: id, stage }))
          const keys = rules.flatMap((title) => idsByTitle.get(title) ?? [])
          for (const ruleId of keys) registerRule(metrics, { ruleId, pipelineId: id, stage })
        }
      }
    },
    /** Ignores pipelines and rules that do not exist any more. */
    add({ counts, counters, times }: PipelineFigures) {
      for (const one of counts) addCounts(one)
      for (const [name, by] of counters) addToCounter(name, by)
      if (times.timings > 0) runTime.update(times.ms / times.timings, times.timings)
    },
    timedOut(ruleId: string) {
      if (ruleIds.has(ruleId)) metrics.meter(`${ruleMetricPrefix(ruleId)}failed`).mark()
    },
  }
}

const stagesOf = (source: string) => {
  const parsed = parsePipeline(source)
  return parsed.ok ? parsed.pipeline.stages : []
}

function registerRule(metrics: Metrics, key: RuleKey): void {
  for (const prefix of prefixesOf(key)) for (const name of RULE_METERS) metrics.meter(`${prefix}${name}`)
}

function addRuleCounts(metrics: Metrics, rule: PipelineCounts['rules'][number]): void {
  for (const prefix of prefixesOf(rule)) {
    metrics.meter(`${prefix}executed`).mark(rule.executed)
    metrics.meter(`${prefix}failed`).mark(rule.failed)
    metrics.meter(`${prefix}matched`).mark(rule.matched)
    metrics.meter(`${prefix}not-matched`).mark(rule.notMatched)
    if (rule.dropped > 0) metrics.meter(`${prefix}dropped`).mark(rule.dropped)
    addTime(metrics, `${prefix}trace.evaluate.duration`, rule.evaluateTimings, rule.evaluateMs)
    addTime(metrics, `${prefix}trace.execute.duration`, rule.executeTimings, rule.executeMs)
  }
}

function addTime(metrics: Metrics, name: string, timings: number, ms: number): void {
  if (timings > 0) metrics.timer(name).update(ms / timings, timings)
}
