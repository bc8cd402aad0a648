import type { AdminCalls } from './admin-calls.ts'

const MINUTE_MS = 60_000
/** The messages are younger than this. The definition runs once for each minute of the range. */
const RANGE_S = 900

/** A definition, and the event and the alert that it made of messages of the stream. */
export async function makeAlert({ make, read }: AdminCalls, stream: string, notification: string) {
  const draft = {
    title: 'zqtitle of an alert',
    description: 'zqcanary',
    priority: 3,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query: '',
      streams: [stream],
      group_by: [],
      series: [{ id: 'count', function: 'count' }],
      conditions: {
        expression: { expr: '>', left: { expr: 'number-ref', ref: 'count' }, right: { expr: 'number', value: 0 } },
      },
      search_within_ms: MINUTE_MS,
      execute_every_ms: MINUTE_MS,
    },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [{ notification_id: notification, notification_parameters: null }],
  }
  const definition = await make('/events/definitions?schedule=false', draft)
  const timerange = { type: 'relative', range: RANGE_S }
  await make(`/events/definitions/${definition.id}/execute`, { type: 'aggregation-v1', timerange })
  const { alerts } = await read(`/events/alerts?definition=${definition.id}`)
  const [alert] = alerts
  if (alert === undefined) throw new Error('the definition opened no alert')
  await make(`/events/alerts/${alert.id}/comments`, { text: 'zqcanary of a comment' })
  return { definition: [String(definition.id)], alert: [String(alert.id)], event: [String(alert.latest_event_id)] }
}
