import { countRuleMatches } from './rule-matches.ts'
import { streamRuleOperations } from './stream-rules.ts'
import { streamOperations } from './streams.ts'

export const streamsAreaOperations = [...streamOperations, ...streamRuleOperations, countRuleMatches]
