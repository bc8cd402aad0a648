import { findPatterns } from '@logyard/contract/search/patterns'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import { knownValues } from './known-values.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_PATTERNS = 100
const DEFAULT_PATTERNS = 30
const MAX_PATTERN_TEXT = 1000

export const findPatternsTool = agentTool({
  name: 'find_patterns',
  title: 'Find patterns',
  description:
    'The patterns of matching messages: their texts with variable parts as *, exact counts, whether a pattern is new in this range, and its trend. The quickest overview of an unknown range. `gl2_pattern:ID` in a query selects the messages of one.',
  args: Type.Object(
    {
      ...selectionArgs,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PATTERNS, description: '30 by default' })),
    },
    { additionalProperties: false },
  ),
  async run({ limit = DEFAULT_PATTERNS, ...args }, call) {
    const selection = await selectionOf(args, call)
    const [found, known] = await Promise.all([
      call.api.call(findPatterns, { body: { ...selection, limit } }),
      knownValues(selection, call),
    ])
    return {
      facts: {
        messages: found.total,
        patterns: found.pattern_count,
        timerange: found.effective_timerange,
        trend_steps: found.trend_steps,
        link: call.linkTo({ ...selection, range: found.effective_timerange }),
      },
      logData: {
        patterns: found.patterns.map(({ id, text, count, first, last, is_new, example, trend }) => ({
          id,
          text: call.masks.texts(text.slice(0, MAX_PATTERN_TEXT).toWellFormed(), known),
          count,
          first,
          last,
          is_new,
          trend,
          example: { id: example.id, index: example.index },
        })),
      },
    }
  },
})
