import { explainMessages, type SameFinding } from '@logyard/contract/search/explanations'
import { Type } from 'typebox'
import { agentTool, type ToolCall } from '../agent-tool.ts'
import { requireExactQuery } from '../masking/require-exact.ts'
import { knownValues } from './known-values.ts'
import { selectionArgs, selectionOf, timeRangeOf } from './selection-args.ts'

const MAX_QUERY = 10_000
const MAX_RANGE = 200

export const explainTool = agentTool({
  name: 'explain',
  title: 'Explain what differs',
  description:
    'Finds what differs between some messages and others: values of fields, numbers and patterns that are new, gone, more or less frequent, the greatest difference first, with exact counts. Ask it first in an incident: `range` is the time of the trouble, compared with the time before it.',
  args: Type.Object(
    {
      ...selectionArgs,
      inside_query: Type.Optional(
        Type.String({ maxLength: MAX_QUERY, description: 'Explain only messages that match it, beside `query`' }),
      ),
      inside_range: Type.Optional(
        Type.String({ maxLength: MAX_RANGE, description: 'Explain this part of `range`; all of it by default' }),
      ),
      compare_with: Type.Optional(
        Type.Enum(['before', 'rest', 'yesterday', 'last_week'], {
          description:
            'before: as much time before it, the default; rest: the other messages of `range`; or the same time a day or a week earlier',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ inside_query, inside_range, compare_with = 'before', ...args }, call) {
    const selection = await selectionOf(args, call)
    requireExactQuery(inside_query ?? '', call.masks)
    const inside = {
      ...(inside_range !== undefined && { timerange: timeRangeOf(inside_range) }),
      ...(inside_query !== undefined && { query: inside_query }),
    }
    const [found, known] = await Promise.all([
      call.api.call(explainMessages, { body: { ...selection, inside, compare_with } }),
      knownValues(selection, call),
    ])
    const shown = (finding: SameFinding) => shownFinding(finding, call)
    const [range] = found.inside.timeranges
    return {
      facts: {
        inside: found.inside,
        outside: found.outside,
        looked_at: found.looked_at,
        not_compared: found.not_compared,
        ...(range && { link: call.linkTo({ query: selection.query, range, streams: selection.streams }) }),
      },
      logData: call.masks.texts(
        {
          ...(found.findings.length === 0 && { sentence: [found.sentence] }),
          findings: found.findings.map(({ places, same, score, trend, ...finding }) => ({
            ...shown(finding),
            trend,
            places: places.map(({ field, value, share }) => ({ field, value: call.masks.value(field, value), share })),
            same: same.map(shown),
          })),
        },
        known,
      ),
    }
  },
})

/** A query and a sentence about a masked value name the value. */
function shownFinding({ field, value, query, text, ...finding }: SameFinding, { masks }: ToolCall) {
  if (field === null || !masks.isMasked(field)) return { ...finding, field, value, query, text }
  return { ...finding, field, value: masks.value(field, value) }
}
