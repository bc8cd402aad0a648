/** Alert conditions and callbacks of streams in old packs become event definitions and notifications. */

import type { EventNotificationDraft } from '@logyard/contract/event-notifications/event-notifications'
import type { EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import type { AggregationSeries } from '@logyard/contract/events/processor-configs'
import { entityInvalid } from '../../entities/entity-errors.ts'
import type { Excerpt, Installing, OldAlerting } from '../../entities/entity-type.ts'
import type { NotificationKind } from '../../event-notifications/notification-kind.ts'
import type { DefinitionKind } from '../../events/definitions/definition-kind.ts'

type Map = Readonly<Record<string, unknown>>

export interface LegacyAlerting {
  readonly definitions: Pick<DefinitionKind, 'prepareCreate'>
  readonly notifications: Pick<NotificationKind, 'prepareCreate'>
}

const MINUTE_MS = 60_000

export async function prepareLegacyAlerting(
  { definitions, notifications }: LegacyAlerting,
  stream: Excerpt,
  { alert_conditions, alarm_callbacks }: OldAlerting,
  { caller, own, shared }: Pick<Installing, 'caller' | 'own' | 'shared'>,
): Promise<void> {
  const used: { notification_id: string }[] = []
  for (const callback of alarm_callbacks) {
    const prepared = await notifications.prepareCreate(notificationOf(callback), caller)
    own(prepared.entity.id)
    shared.with({ type: { name: 'notification', version: '1' }, prepared })
    used.push({ notification_id: prepared.entity.id })
  }
  for (const condition of alert_conditions) {
    const content = definitionOf(condition, stream, used)
    const prepared = await definitions.prepareCreate({ content, isScheduled: true }, caller)
    shared.with({ type: { name: 'event_definition', version: '1' }, prepared })
  }
}

const textIn = (map: Map, name: string): string => {
  const value = map[name]
  return typeof value === 'string' ? value : ''
}
const numberIn = (map: Map, name: string, otherwise: number): number => {
  const value = map[name]
  return typeof value === 'number' ? value : otherwise
}
/** The last part of a class name. */
const simpleName = (type: string) => type.slice(type.lastIndexOf('.') + 1)

function notificationOf(callback: OldAlerting['alarm_callbacks'][number]): EventNotificationDraft {
  const { type, configuration } = callback
  const title = callback.title === '' ? simpleName(type) : callback.title
  return { title, description: '', config: notificationConfig(type, configuration) }
}

function notificationConfig(type: string, configuration: Map): EventNotificationDraft['config'] {
  const lines = (name: string): string[] => {
    const value = configuration[name]
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  }
  if (simpleName(type) === 'HTTPAlarmCallback') {
    return { type: 'http-notification-v1', url: textIn(configuration, 'url') }
  }
  if (simpleName(type) === 'EmailAlarmCallback') {
    return {
      type: 'email-notification-v1',
      sender: textIn(configuration, 'sender'),
      subject: textIn(configuration, 'subject'),
      body_template: textIn(configuration, 'body'),
      email_recipients: lines('email_receivers'),
      user_recipients: lines('user_receivers'),
    }
  }
  return { type: 'legacy-alarm-callback-notification-v1', callback_type: type, configuration: { ...configuration } }
}

const FUNCTIONS: Readonly<Record<string, AggregationSeries['function']>> = {
  MEAN: 'avg',
  MIN: 'min',
  MAX: 'max',
  SUM: 'sum',
  STDDEV: 'stddev',
}

function definitionOf(
  { type, title, parameters }: OldAlerting['alert_conditions'][number],
  stream: Excerpt,
  notifications: readonly { notification_id: string }[],
): EventDefinitionDraft {
  const time = Math.max(1, numberIn(parameters, 'time', 1)) * MINUTE_MS
  const common = {
    type: 'aggregation-v1' as const,
    streams: [stream.id],
    group_by: [],
    search_within_ms: time,
    execute_every_ms: MINUTE_MS,
  }
  return {
    title: title === '' ? `${type} of ${stream.title}` : title,
    description: '',
    priority: 2,
    alert: true,
    key_spec: [],
    field_spec: {},
    notification_settings: {
      grace_period_ms: numberIn(parameters, 'grace', 0) * MINUTE_MS,
      backlog_size: numberIn(parameters, 'backlog', 0),
    },
    notifications: [...notifications],
    config: { ...common, ...conditionOf(type, parameters) },
  }
}

function conditionOf(type: string, parameters: Map) {
  const query = textIn(parameters, 'query')
  const field = textIn(parameters, 'field')
  const threshold = numberIn(parameters, 'threshold', 0)
  const isLess = ['LESS', 'LOWER'].includes(textIn(parameters, 'threshold_type').toUpperCase())
  const comparing = (fn: AggregationSeries['function'], of?: string) => ({
    query,
    series: [{ id: 'value', function: fn, ...(of === undefined ? {} : { field: of }) }],
    conditions: {
      expression: {
        expr: isLess ? ('<' as const) : ('>' as const),
        left: { expr: 'number-ref' as const, ref: 'value' },
        right: { expr: 'number' as const, value: threshold },
      },
    },
  })
  if (/message_?count/i.test(type)) return comparing('count')
  if (/field_?content/i.test(type)) {
    const value = textIn(parameters, 'value').replaceAll(/["\\]/g, '\\$&')
    const clause = `${field}:"${value}"`
    return { query: query === '' || query === '*' ? clause : `(${query}) AND ${clause}`, series: [] }
  }
  if (/field_?value/i.test(type)) return comparing(FUNCTIONS[textIn(parameters, 'type').toUpperCase()] ?? 'avg', field)
  throw entityInvalid('alert_conditions', `has the unknown type ${type}`)
}
