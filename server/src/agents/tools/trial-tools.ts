import { backTestDefinition, MAX_BACK_TEST_DAYS } from '@logyard/contract/events/back-test'
import { COMPARISONS } from '@logyard/contract/events/expressions'
import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import { MAX_TRIAL_MESSAGES, tryPipelineSource } from '@logyard/contract/pipelines/trials'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import type { Masks } from '../masking/masks.ts'
import { requireCount } from '../masking/require-exact.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MINUTE_MS = 60_000
const MAX_MINUTES = 1440
const MAX_FIELD_NAME = 1000
const MAX_GROUPINGS = 5
const SHOWN_FIRINGS = 20
const MAX_SOURCE = 50_000
const MAX_ID = 100
const SHOWN_MESSAGES = 5
const DEFAULT_MESSAGES = 1000

const { range: _range, ...searched } = selectionArgs

export const backTestTool = agentTool({
  name: 'back_test',
  title: 'Back-test an alert',
  description:
    'How often an alert would have fired in the past: `function(field) comparison threshold` over a window, for all messages or by group. Creates nothing.',
  args: Type.Object(
    {
      ...searched,
      function: Type.Enum(AGGREGATION_FUNCTIONS),
      field: Type.Optional(Type.String({ maxLength: MAX_FIELD_NAME, description: 'Not for count' })),
      comparison: Type.Enum(COMPARISONS),
      threshold: Type.Number(),
      window_minutes: Type.Integer({ minimum: 1, maximum: MAX_MINUTES }),
      every_minutes: Type.Integer({ minimum: 1, maximum: MAX_MINUTES }),
      group_by: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME }), { maxItems: MAX_GROUPINGS }),
      ),
      days: Type.Integer({ minimum: 1, maximum: MAX_BACK_TEST_DAYS }),
    },
    { additionalProperties: false },
  ),
  async run({ days, window_minutes, every_minutes, threshold, comparison, group_by = [], ...args }, call) {
    const { api, masks } = call
    requireCount(args.function, args.field, masks)
    const { query, streams } = await selectionOf(args, call)
    const series = { id: 'figure', function: args.function, field: args.field ?? null }
    const found = await api.call(backTestDefinition, {
      body: {
        days,
        definition: {
          title: 'Back-test',
          description: '',
          priority: 2,
          alert: true,
          key_spec: [],
          notification_settings: { grace_period_ms: 0 },
          config: {
            type: 'aggregation-v1',
            query,
            streams,
            group_by,
            series: [series],
            conditions: {
              expression: {
                expr: comparison,
                left: { expr: 'number-ref', ref: series.id },
                right: { expr: 'number', value: threshold },
              },
            },
            search_within_ms: window_minutes * MINUTE_MS,
            execute_every_ms: every_minutes * MINUTE_MS,
          },
        },
      },
    })
    const { from, to, is_shortened, firing_count, event_count, ungrouped_messages, firings } = found
    return {
      facts: { from, to, is_shortened, firing_count, event_count, ungrouped_messages },
      logData: {
        firings: firings.slice(0, SHOWN_FIRINGS).map(({ group, lasted, values, ...firing }) => ({
          from: firing.from,
          to: firing.to,
          lasted,
          group: group.map((value, at) => masks.value(group_by[at] ?? '', value)),
          figure: values['figure'],
        })),
      },
    }
  },
})

export const tryRuleTool = agentTool({
  name: 'try_rule',
  title: 'Try a pipeline rule',
  description:
    'Runs the source of a pipeline rule (`rule "name" when ... then ... end`) on the newest messages of a stream: how many match and change, its errors and cost, and some messages before and after. Stores nothing.',
  args: Type.Object(
    {
      source: Type.String({ minLength: 1, maxLength: MAX_SOURCE }),
      stream_id: Type.String({ maxLength: MAX_ID }),
      messages: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_TRIAL_MESSAGES, description: 'Newest messages; 1000 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ source, stream_id, messages = DEFAULT_MESSAGES }, { api, masks }) {
    const found = await api.call(tryPipelineSource, {
      body: { rule: { source }, stream_id, messages, shown: SHOWN_MESSAGES },
    })
    return {
      facts: { checked: found.checked, is_complete: found.is_complete, rule: { ...found.edited, errors: undefined } },
      logData: {
        // A rule can put a value into any other form, in which no mask knows it.
        ...(masks.areAny ? {} : { errors: found.edited.errors }),
        messages: found.messages.map(({ id, index, matched, dropped, before, after }) => ({
          id,
          index,
          matched,
          dropped,
          ...changeOf(before, after, masks),
        })),
      },
    }
  },
})

type Fields = Readonly<Record<string, unknown>>

function changeOf(before: Fields, after: Fields, masks: Masks) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return { before: masks.message(before), ...(masks.areAny ? { changed } : { after }) }
}
