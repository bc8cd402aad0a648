/** Rules that are switched off: pipelines run as if they did not name them. Logyard only. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant } from '../http/envelope.ts'
import { holds, operation } from '../http/operation.ts'

export const SwitchedOffRule = Type.Object(
  {
    rule_id: Type.String(),
    username: Type.String({ description: 'The user who switched it off' }),
    switched_off_at: IsoInstant,
  },
  { title: 'SwitchedOffRule' },
)
export type SwitchedOffRule = Static<typeof SwitchedOffRule>

export const SwitchedOffRules = Type.Object({ rules: Type.Array(SwitchedOffRule) }, { title: 'SwitchedOffRules' })
export type SwitchedOffRules = Static<typeof SwitchedOffRules>

export const RuleSwitch = Type.Object({ is_on: Type.Boolean() }, { title: 'RuleSwitch', additionalProperties: false })
export type RuleSwitch = Static<typeof RuleSwitch>

const area = 'rules'

export const listSwitchedOffRules = operation({
  id: 'logyard.rules.switched_off',
  area,
  method: 'GET',
  path: '/logyard/pipelines/switched-off-rules',
  summary: 'The rules that are switched off',
  access: holds('pipeline_rule:read'),
  answers: { 200: SwitchedOffRules },
})

export const switchRule = operation({
  id: 'logyard.rules.switch',
  area,
  method: 'PUT',
  path: '/logyard/pipelines/rules/{ruleId}/switch',
  summary: 'Switch a rule off or on; its source and its pipelines stay as they are',
  access: holds('pipeline_rule:edit:<ruleId>'),
  audit: 'pipeline-rule:switch',
  body: RuleSwitch,
  answers: { 200: RuleSwitch, 404: ApiError },
})
