/** The names under which rules and pipelines are measured, by the class names of the API. */
const PREFIX = 'org.graylog.plugins.pipelineprocessor.ast.'

export const ruleMetricPrefix = (ruleId: string) => `${PREFIX}Rule.${ruleId}.`
export const pipelineMetricPrefix = (pipelineId: string) => `${PREFIX}Pipeline.${pipelineId}.`
