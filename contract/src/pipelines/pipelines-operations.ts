import { pipelineConnectionOperations } from './pipeline-connections.ts'
import { pipelineOperations } from './pipelines.ts'
import { listRuleFunctions } from './rule-functions.ts'
import { ruleSwitchOperations } from './rule-switches.ts'
import { ruleVersionOperations } from './rule-versions.ts'
import { ruleOperations } from './rules.ts'
import { simulateProcessing } from './simulator.ts'
import { tryPipelineSource } from './trials.ts'

export const pipelinesAreaOperations = [
  ...ruleOperations,
  listRuleFunctions,
  ...pipelineOperations,
  ...pipelineConnectionOperations,
  simulateProcessing,
  ...ruleVersionOperations,
  ...ruleSwitchOperations,
  tryPipelineSource,
]
