/** Validates a client's draft of a stream rule and fills in its defaults. */
import { RULE_TYPES, STREAM_RULE_TYPES, type StreamRuleDraft } from '@logyard/contract/streams/stream-rules'
import { LogyardError, validationFailed } from '../platform/errors.ts'
import type { StoredStreamRule } from './stream-store.ts'

const WITHOUT_FIELD: readonly number[] = [RULE_TYPES.ALWAYS_MATCH, RULE_TYPES.MATCH_INPUT]
const WITHOUT_VALUE: readonly number[] = [RULE_TYPES.PRESENCE, RULE_TYPES.ALWAYS_MATCH]

const ruleTypeUnknown = (type: number) =>
  new LogyardError('invalid', 'stream-rule-type-unknown', `Unknown stream rule type ${type}`)

/** A rule with the id of a stored one replaces that one. */
export type StreamRuleContent = StreamRuleDraft & Partial<Pick<StoredStreamRule, 'id' | 'content_pack'>>

export function readStreamRule(draft: StreamRuleContent, newId: string): StoredStreamRule {
  const type = STREAM_RULE_TYPES.find((candidate) => candidate.id === draft.type)?.id
  if (type === undefined) throw ruleTypeUnknown(draft.type)
  const { field, value } = draft
  const empty = ['Value must not be empty!']
  const errors = {
    ...(field === '' && !WITHOUT_FIELD.includes(type) ? { field: empty } : {}),
    ...(value === '' && !WITHOUT_VALUE.includes(type) ? { value: empty } : {}),
  }
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
  return {
    id: draft.id ?? newId,
    type,
    field,
    value,
    inverted: draft.inverted ?? false,
    description: draft.description ?? null,
    content_pack: draft.content_pack ?? null,
  }
}
