import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { sameValues } from '../../../ui/form/same-values.ts'

type Telling = Pick<EventDefinition, 'notification_settings' | 'recovery'>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Notifications when an alert opens and when it resolves, and once a day while it stays open. */
export const TOLD_ONCE: Telling = {
  notification_settings: { grace_period_ms: DAY_MS, backlog_size: 0 },
  recovery: { notify: true, after_ms: 10 * MINUTE_MS },
}

/** Notifications of single occurrences, which do not end: each one counts. */
const TOLD_EACH: Telling = {
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  recovery: { notify: false, after_ms: 0 },
}

const LASTING: readonly ProcessorConfig['type'][] = [
  'aggregation-v1',
  'absence-v1',
  'unusual-level-v1',
  'steps-v1',
  'sql-v1',
]

/** The notification settings for another type of condition, unless the user has changed them. */
export function tellingFor(type: ProcessorConfig['type'], { notification_settings, recovery }: Telling): Telling {
  const current = { notification_settings, recovery }
  const isDefault = [TOLD_ONCE, TOLD_EACH].some((one) => sameValues(one, current))
  if (!isDefault) return current
  return LASTING.includes(type) ? TOLD_ONCE : TOLD_EACH
}
