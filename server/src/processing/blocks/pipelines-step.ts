/** The rules of pipelines as a step of processing. */

import { type CompiledPipelines, createPipelineCompiler } from '../../pipelines/evaluation/compile-pipelines.ts'
import type { EvaluationEnvironment, EvaluationSettings } from '../../pipelines/evaluation/evaluation-environment.ts'
import type { Evaluator } from '../../pipelines/evaluation/evaluator.ts'
import { throwingGuard } from '../../pipelines/evaluation/throwing-guard.ts'
import { ruleFunctions } from '../../pipelines/functions/rule-functions.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { addDebugLine, addToCounter } from './pipeline-watch.ts'
import { type Step, type StepTools, statefulStepType } from './processor.ts'

const TIMED_EVERY = 32

/** After a change, only rules that changed are compiled. */
export const pipelines = statefulStepType(
  ['pipelines', 'grokPatterns', 'ruleStreams', 'inputTitles', 'threatIntel'],
  (tools) => {
    const compile = createPipelineCompiler({
      functions: new Map(ruleFunctions.map((one) => [one.name, one])),
      toolsOf: (id, grokPatterns) => ({
        grokPatterns,
        guard: throwingGuard(tools.guard({ kind: 'rule', id })),
        zone: tools.zone,
      }),
    })
    return (settings) => {
      const compiled = compile(settings.pipelines, settings.grokPatterns)
      const others = evaluationSettings(settings)
      const step = createStep(compiled, compiled.createEvaluator(environmentOf(tools, others)), tools)
      const isConnected = settings.pipelines.connections.size > 0
      return Object.assign(step, { passes: () => !isConnected })
    }
  },
)

function createStep({ counts }: CompiledPipelines, evaluator: Evaluator, { pipelineWatch: watch }: StepTools): Step {
  let runs = 0
  return (message) => {
    watch.moved.add(counts)
    runs += 1
    if (runs % TIMED_EVERY !== 0) return evaluator.run(message)
    const startedAtMs = watch.now()
    const outcome = evaluator.run(message)
    watch.times.timings += 1
    watch.times.ms += watch.now() - startedAtMs
    return outcome
  }
}

function environmentOf(tools: StepTools, settings: EvaluationSettings): EvaluationEnvironment {
  const { pipelineWatch: watch, setField, lookupTables, givesUpLookups, places, takeRoom, idOf, now } = tools
  return {
    nowMs: now,
    monotonicMs: watch.now,
    setField,
    idOf,
    places,
    takeRoom,
    lookupTables,
    givesUpLookups,
    settings: () => settings,
    writesToTables: true,
    effects: {
      debug: (text) => addDebugLine(watch, text),
      count: (name, by) => addToCounter(watch, name, by),
      onInvalidTimestamp() {
        watch.invalidTimestamps += 1
      },
      onLimit: (problem) => void watch.limits.set(problem, (watch.limits.get(problem) ?? 0) + 1),
    },
  }
}

function evaluationSettings({
  ruleStreams,
  inputTitles,
  threatIntel,
}: Pick<ProcessingSettings, 'ruleStreams' | 'inputTitles' | 'threatIntel'>): EvaluationSettings {
  return {
    streamsById: new Map(ruleStreams.map((stream) => [stream.id, stream])),
    streamsByTitle: Map.groupBy(ruleStreams, ({ title }) => title),
    inputs: inputTitles,
    threatIntel,
  }
}
