/** Counts how many recent messages the rules of a stream would match, before they are saved. */
import { type Static, Type } from 'typebox'
import { MissingStreamPermissionError, refusedEntity } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { StreamRuleDraft } from './stream-rules.ts'
import { MatchingType } from './streams.ts'

export const MAX_TRIED_RULES = 50

export const RuleMatchesRequest = Type.Object(
  {
    rules: Type.Array(StreamRuleDraft, { minItems: 1, maxItems: MAX_TRIED_RULES }),
    matching_type: Type.Optional(MatchingType),
  },
  { title: 'RuleMatchesRequest', additionalProperties: false },
)
export type RuleMatchesRequest = Static<typeof RuleMatchesRequest>

export const RuleMatches = Type.Object(
  {
    looked_at: Type.Integer({
      description: 'The newest messages that the caller may read, at most 1,000; fewer if a pattern takes too long',
    }),
    matches: Type.Integer({ description: 'Of those looked at' }),
    is_complete: Type.Boolean({ description: 'No pattern took too long' }),
  },
  { title: 'RuleMatches' },
)
export type RuleMatches = Static<typeof RuleMatches>

const { post } = inArea('streams')

export const countRuleMatches = post('/logyard/streams/rule-matches', {
  id: 'logyard.streams.rule_matches',
  summary: 'How many of the newest messages rules would match',
  access: signedIn,
  audit: READS_ONLY,
  body: RuleMatchesRequest,
  answers: {
    200: RuleMatches,
    400: refusedEntity,
    403: MissingStreamPermissionError,
  },
})
