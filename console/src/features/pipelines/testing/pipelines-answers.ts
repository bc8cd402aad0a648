/** Pipelines and rules, as the server would answer. */

import { listFields } from '@logyard/contract/fields/search-fields'
import type { UserSummary } from '@logyard/contract/identity/users'
import { listInputs } from '@logyard/contract/ingest/inputs'
import { listPipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import { getPipeline, listPipelines, type PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { type FunctionDescriptor, listRuleFunctions } from '@logyard/contract/pipelines/rule-functions'
import { listSwitchedOffRules } from '@logyard/contract/pipelines/rule-switches'
import { getRule, getRuleMetricsConfig, listRules, parseRule, type RuleSource } from '@logyard/contract/pipelines/rules'
import { listStreams } from '@logyard/contract/streams/streams'
import type { ContractServer } from '../../../testing/contract-server.ts'
import { ada, quietServer } from '../../../testing/render-console.tsx'
import { aStream, DEFAULT_STREAM, PAYMENTS } from '../../../testing/streams-answers.ts'

const facts = {
  description: '',
  created_at: '2026-03-01T09:00:00.000Z',
  modified_at: '2026-03-01T09:00:00.000Z',
  errors: null,
}

export const TAG: RuleSource = {
  ...facts,
  id: '5f0000000000000000000031',
  title: 'tag slow',
  description: 'Marks slow requests',
  source: 'rule "tag slow"\nwhen\n  has_field("took_ms")\nthen\n  set_field("slow", "yes");\nend',
}
export const BROKEN: RuleSource = {
  ...facts,
  id: '5f0000000000000000000032',
  title: 'broken',
  source: 'rule "broken" when gone() then end',
  errors: [
    { type: 'undeclared_function', line: 1, position_in_line: 19, reason: 'Unknown function gone in line 1 pos 19' },
  ],
}

export const SHOP: PipelineSource = {
  ...facts,
  id: '5f0000000000000000000041',
  title: 'Shop',
  description: 'The web shop',
  source: 'pipeline "Shop"\nstage 0 match all\nrule "tag slow"\nrule "gone"\nstage 5 match pass\nend',
  stages: [
    { stage: 0, match_all: true, match: 'ALL', rules: ['tag slow', 'gone'] },
    { stage: 5, match_all: false, match: 'PASS', rules: [] },
  ],
}

const setField: FunctionDescriptor = {
  name: 'set_field',
  pure: false,
  return_type: 'java.lang.Void',
  params: [
    {
      type: 'java.lang.String',
      transformed_type: 'java.lang.String',
      name: 'field',
      optional: false,
      description: 'The name',
    },
    {
      type: 'java.lang.Object',
      transformed_type: 'java.lang.Object',
      name: 'value',
      optional: false,
      description: 'The value',
    },
  ],
  description: 'Sets a field of the message.',
  example: { source: 'set_field("a", 1);', result: 'a: 1' },
  deprecated: null,
}

export function pipelinesServer(
  pipelines: readonly PipelineSource[],
  rules: readonly RuleSource[],
  user: UserSummary = ada,
): ContractServer {
  const [pipeline] = pipelines
  const [rule] = rules
  const server = quietServer(user)
    .on(listStreams, { total: 2, streams: [aStream(PAYMENTS), aStream(DEFAULT_STREAM)] })
    .on(listPipelines, [...pipelines])
    .on(listPipelineConnections, [
      { id: 'c1', stream_id: PAYMENTS.id, pipeline_ids: pipelines.map(({ id }) => id ?? '') },
      { id: 'c2', stream_id: 'deleted', pipeline_ids: pipelines.map(({ id }) => id ?? '') },
    ])
    .on(listRules, [...rules])
    .on(listSwitchedOffRules, { rules: [] })
    .on(listFields, [])
    .on(listInputs, { total: 0, inputs: [] })
  if (pipeline !== undefined) server.on(getPipeline, pipeline)
  if (rule !== undefined) server.on(getRule, rule)
  // The paths of these also match that of one rule: the later registration wins.
  return server
    .on(listRuleFunctions, [setField])
    .on(getRuleMetricsConfig, { metrics_enabled: false })
    .on(parseRule, { ...TAG, id: null })
}
