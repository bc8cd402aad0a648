/** The documents with the settings of events. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'

export const EVENTS_CONFIG_KEY = 'org.graylog.events.configuration.EventsConfiguration'
/** Not part of the Graylog 4.0 API. */
export const EVALUATION_CONFIG_KEY = 'org.logyard.events.EvaluationConfiguration'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const MAX_LATE_MESSAGES_WAIT_MS = DAY_MS

const facts = {
  events_search_timeout: long({ minimum: 1000, maximum: HOUR_MS, description: 'Of one evaluation, in milliseconds' }),
  events_notification_retry_period: long({ minimum: 1000, maximum: DAY_MS }),
  events_notification_default_backlog: int({ minimum: 0, maximum: 10_000 }),
  events_catchup_window: long({ minimum: 0, maximum: 30 * DAY_MS, description: '0 to catch up one run after another' }),
}

export const EventsConfig = Type.Object(facts, { title: 'EventsConfig', additionalProperties: false })
export type EventsConfig = Static<typeof EventsConfig>

export const EventsConfigDraft = Type.Partial(EventsConfig, { title: 'EventsConfigDraft', additionalProperties: false })

export const EVENTS_CONFIG_DEFAULTS: EventsConfig = {
  events_search_timeout: 60_000,
  events_notification_retry_period: 300_000,
  events_notification_default_backlog: 50,
  events_catchup_window: HOUR_MS,
}

export const EvaluationConfig = Type.Object(
  {
    late_messages_wait_ms: long({
      minimum: 0,
      maximum: MAX_LATE_MESSAGES_WAIT_MS,
      description: 'How long after the end of its window a condition is evaluated',
    }),
  },
  { title: 'EvaluationConfig', additionalProperties: false },
)
export type EvaluationConfig = Static<typeof EvaluationConfig>
