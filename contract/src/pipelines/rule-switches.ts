/** Rules that are switched off: pipelines run as if they did not name them. Logyard only. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

export const SwitchedOffRule = Type.Object(
  {
    rule_id: Type.String(),
    username: Type.String({ description: 'The user who switched it off' }),
    switched_off_at: IsoInstant,
  },
  { title: 'SwitchedOffRule' },
)

export const SwitchedOffRules = Type.Object({ rules: Type.Array(SwitchedOffRule) }, { title: 'SwitchedOffRules' })

export const RuleSwitch = Type.Object({ is_on: Type.Boolean() }, { title: 'RuleSwitch', additionalProperties: false })
export type RuleSwitch = Static<typeof RuleSwitch>

const { get, put } = inArea('rules')

export const listSwitchedOffRules = get('/logyard/pipelines/switched-off-rules', {
  id: 'logyard.rules.switched_off',
  summary: 'The rules that are switched off',
  access: holds('pipeline_rule:read'),
  answers: { 200: SwitchedOffRules },
})

export const switchRule = put('/logyard/pipelines/rules/{ruleId}/switch', {
  id: 'logyard.rules.switch',
  summary: 'Switch a rule off or on; its source and its pipelines stay as they are',
  access: holds('pipeline_rule:edit:<ruleId>'),
  audit: 'pipeline-rule:switch',
  body: RuleSwitch,
  answers: { 200: RuleSwitch, 404: ApiError },
})
