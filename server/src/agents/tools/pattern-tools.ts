import { getFieldStatistics } from '@logyard/contract/search/field-insights'
import { findPatterns } from '@logyard/contract/search/patterns'
import { Type } from 'typebox'
import { agentTool, type ToolCall } from '../agent-tool.ts'
import type { KnownValue } from '../masking/masks.ts'
import { type Selected, selectionArgs, selectionOf } from './selection-args.ts'

const MAX_PATTERNS = 100
const DEFAULT_PATTERNS = 30
const MAX_KNOWN_VALUES = 100
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

/** Parts of texts that never change are part of a pattern, so it may contain values of masked fields. */
async function knownValues(selection: Selected, { api, masks }: ToolCall): Promise<readonly KnownValue[]> {
  const found = await Promise.all(
    masks.fields.map(async (field) => {
      const { top } = await api.call(getFieldStatistics, { body: { ...selection, field, top: MAX_KNOWN_VALUES } })
      return top.map(({ value }) => ({ field, value }))
    }),
  )
  return found.flat()
}
