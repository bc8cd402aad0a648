/** What the simulator shows of a run, in the words of the API. */
import type { ListedRule, LivePipeline, LiveStage } from './live-pipelines.ts'

/** Receives the lines of a run. A run that starts over, because a lookup was pending, clears those so far. */
export interface EvaluationTrace {
  add(text: string): void
  clear(): void
}

const pipelineName = ({ id, title }: LivePipeline) => `Pipeline '${title}' (${id})`
const ruleIn = ({ id, name }: ListedRule, { pipeline }: LiveStage) =>
  `Rule '${name}' (${id}) in ${pipelineName(pipeline)}`

export const traceText = {
  started: 'Starting message processing',
  finished: 'Finished message processing',
  pass: (messageId: string, pipelines: readonly LivePipeline[], streams: readonly string[]) =>
    `Message ${messageId} running [${pipelines.map(pipelineName).join(', ')}] for streams [${streams.join(', ')}]`,
  enter: ({ number }: LiveStage) => `Enter Stage ${number}`,
  exit: ({ number }: LiveStage) => `Exit Stage ${number}`,
  evaluate: (rule: ListedRule, stage: LiveStage) => `Evaluate ${ruleIn(rule, stage)}`,
  satisfied: (rule: ListedRule, stage: LiveStage) => `Evaluation satisfied ${ruleIn(rule, stage)}`,
  notSatisfied: (rule: ListedRule, stage: LiveStage) => `Evaluation not satisfied ${ruleIn(rule, stage)}`,
  evaluationFailed: (rule: ListedRule, stage: LiveStage) => `Failed evaluation ${ruleIn(rule, stage)}`,
  execute: (rule: ListedRule, stage: LiveStage) => `Execute ${ruleIn(rule, stage)}`,
  executionFailed: (rule: ListedRule, stage: LiveStage) => `Failed execution ${ruleIn(rule, stage)}`,
  executed: (rule: ListedRule, stage: LiveStage) => `Finished execution ${ruleIn(rule, stage)}`,
  completed: ({ number, pipeline }: LiveStage, continues: boolean) =>
    `Completed Stage ${number} for ${pipelineName(pipeline)}, ${continues ? 'continuing' : 'NOT continuing'} to next stage`,
} as const
