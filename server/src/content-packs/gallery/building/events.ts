/** Event definitions of packs. They are switched off: only the people on site know what is usual there. */
import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { boolean, integer, string } from './typed-values.ts'

export interface EventPlan {
  readonly title: string
  readonly description: string
  readonly query: string
  /** The field whose values have an event each. */
  readonly groupBy: string
  readonly atLeast: number
}

const MINUTE_MS = 60_000
const WITHIN_MS = 5 * MINUTE_MS

export function eventData({ title, description, query, groupBy, atLeast }: EventPlan, stream: string): object {
  const series = 'messages'
  return {
    title: string(title),
    description: string(description),
    priority: integer(PRIORITIES.normal),
    alert: boolean(false),
    config: {
      type: 'aggregation-v1',
      query: string(query),
      streams: [stream],
      group_by: [groupBy],
      series: [{ id: series, function: 'count', field: null }],
      conditions: {
        expression: {
          expr: '>=',
          left: { expr: 'number-ref', ref: series },
          right: { expr: 'number', value: atLeast },
        },
      },
      search_within_ms: WITHIN_MS,
      execute_every_ms: WITHIN_MS,
    },
    field_spec: {
      [groupBy]: { data_type: 'string', providers: [{ type: 'template-v1', template: `\${source.${groupBy}}` }] },
    },
    key_spec: [groupBy],
    notification_settings: { grace_period_ms: 60 * MINUTE_MS, backlog_size: 5 },
    notifications: [],
    storage: [{ type: 'persist-to-streams-v1', streams: [EVENTS_STREAM_ID] }],
    is_scheduled: boolean(false),
  }
}
