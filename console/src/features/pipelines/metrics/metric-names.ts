/** The names of the metrics of pipelines and rules. */
const AST = 'org.graylog.plugins.pipelineprocessor.ast'

/** Passes of a pipeline. */
export const pipelineExecuted = (pipelineId: string): string => `${AST}.Pipeline.${pipelineId}.executed`

/** Passes that reached a stage. */
export const stageExecuted = (pipelineId: string, stage: number): string =>
  `${AST}.Pipeline.${pipelineId}.stage.${stage}.executed`

type RuleMetric = 'executed' | 'failed' | 'matched'

/** Metric of a rule, over all pipelines. */
export const ruleMetric = (ruleId: string, name: RuleMetric): string => `${AST}.Rule.${ruleId}.${name}`

/** Metric of a rule within one stage. */
export const stageRuleMetric = (ruleId: string, pipelineId: string, stage: number, name: RuleMetric): string =>
  `${AST}.Rule.${ruleId}.${pipelineId}.${stage}.${name}`

/** What the timers of rules are called; ids stand in angle brackets. */
export const TIMER_NAMES: readonly string[] = ['evaluate', 'execute'].flatMap((part) => [
  `${AST}.Rule.<rule-id>.trace.${part}.duration`,
  `${AST}.Rule.<rule-id>.<pipeline-id>.<stage>.trace.${part}.duration`,
])
