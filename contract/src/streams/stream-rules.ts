/** The rules by which a stream selects its messages. */
import { type Static, Type } from 'typebox'
import { crud, perOwner } from '../http/crud.ts'
import { ApiError, nullable, refusedEntity } from '../http/envelope.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { primitiveBoolean, primitiveInt } from '../http/primitive.ts'

export const RULE_TYPES = {
  EXACT: 1,
  REGEX: 2,
  GREATER: 3,
  SMALLER: 4,
  PRESENCE: 5,
  CONTAINS: 6,
  ALWAYS_MATCH: 7,
  MATCH_INPUT: 8,
} as const
export type RuleType = (typeof RULE_TYPES)[keyof typeof RULE_TYPES]

const RuleTypeId = Type.Union(
  [
    Type.Literal(1),
    Type.Literal(2),
    Type.Literal(3),
    Type.Literal(4),
    Type.Literal(5),
    Type.Literal(6),
    Type.Literal(7),
    Type.Literal(8),
  ],
  { title: 'RuleTypeId' },
)

export const StreamRule = Type.Object(
  {
    id: Type.String(),
    stream_id: Type.String(),
    type: RuleTypeId,
    field: Type.String(),
    value: Type.String(),
    inverted: Type.Boolean(),
    description: nullable(Type.String()),
    content_pack: nullable(Type.String()),
  },
  { title: 'StreamRule' },
)
export type StreamRule = Static<typeof StreamRule>

export const StreamRuleDraft = Type.Object(
  {
    type: primitiveInt({ description: 'One of the rule types' }),
    field: Type.String({ description: 'Empty only where the type looks at no field of its own: 7 and 8' }),
    value: Type.String({ description: 'Empty only where the type compares with nothing: 5 and 7' }),
    inverted: Type.Optional(primitiveBoolean()),
    description: Type.Optional(nullable(Type.String())),
  },
  { title: 'StreamRuleDraft', additionalProperties: false },
)
export type StreamRuleDraft = Static<typeof StreamRuleDraft>

export const StreamRuleType = Type.Object(
  { id: RuleTypeId, name: Type.String(), short_desc: Type.String(), long_desc: Type.String() },
  { title: 'StreamRuleType' },
)
export type StreamRuleType = Static<typeof StreamRuleType>

const ruleType = (id: RuleType, name: string, short_desc: string, long_desc = short_desc): StreamRuleType => ({
  id,
  name,
  short_desc,
  long_desc,
})
export const STREAM_RULE_TYPES: readonly StreamRuleType[] = [
  ruleType(1, 'EXACT', 'match exactly'),
  ruleType(2, 'REGEX', 'match regular expression'),
  ruleType(3, 'GREATER', 'greater than', 'be greater than'),
  ruleType(4, 'SMALLER', 'smaller than', 'be smaller than'),
  ruleType(5, 'PRESENCE', 'field presence', 'be present'),
  ruleType(6, 'CONTAINS', 'contain'),
  ruleType(7, 'ALWAYS_MATCH', 'always match'),
  ruleType(8, 'MATCH_INPUT', 'match input'),
]

export const StreamRuleList = Type.Object(
  { total: Type.Integer(), stream_rules: Type.Array(StreamRule) },
  { title: 'StreamRuleList' },
)

export const StreamRuleSaved = Type.Object({ streamrule_id: Type.String() }, { title: 'StreamRuleSaved' })

const area = 'streams'
const { get, post } = inArea(area)

export const listStreamRuleTypes = get('/streams/{id}/rules/types', {
  id: 'stream_rules.types',
  summary: 'The types of rules; the same for every stream, so the id is not looked at',
  access: signedIn,
  answers: { 200: Type.Array(StreamRuleType) },
})

export const streamRules = crud({
  id: 'stream_rules',
  area,
  path: '/streams/{id}/rules',
  key: 'ruleId',
  one: 'rule of a stream',
  access: perOwner(holds('streams:read:<id>'), holds('streams:edit:<id>')),
  audit: 'stream-rule',
  entity: StreamRule,
  draft: StreamRuleDraft,
  refused: refusedEntity,
  list: { summary: 'The rules of a stream', answers: { 200: StreamRuleList, 404: ApiError } },
  get: {},
  create: {
    summary: 'Add a rule to a stream',
    created: 'streamrule_id',
    answers: { 201: StreamRuleSaved, 400: refusedEntity, 404: ApiError },
  },
  update: {
    summary: 'Replace a rule of a stream',
    answers: { 200: StreamRuleSaved, 400: refusedEntity, 404: ApiError },
  },
  delete: { summary: 'Remove a rule from a stream', answers: { 204: NoBody, 400: ApiError, 404: ApiError } },
})
export const {
  list: listStreamRules,
  get: getStreamRule,
  create: createStreamRule,
  update: updateStreamRule,
  delete: deleteStreamRule,
} = streamRules

export const updateStreamRuleByPost = post('/streams/{id}/rules/{ruleId}', {
  id: 'stream_rules.update_post',
  summary: 'Replace a rule of a stream, for clients that know only this form',
  access: holds('streams:edit:<id>'),
  audit: 'stream-rule:update',
  body: StreamRuleDraft,
  answers: { 200: StreamRuleSaved, 400: refusedEntity, 404: ApiError },
})
