/** Event definitions and notifications. */

import type { EventNotificationDraft } from '@logyard/contract/event-notifications/event-notifications'
import { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { type Static, type TSchema, Type } from 'typebox'
import { type Codec, type Decoded, isRecord, withDefault } from '../../entities/codecs/codec.ts'
import { mixed } from '../../entities/codecs/mixed-codec.ts'
import { boolean, integer, text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { list, plain, shape } from '../../entities/codecs/shape-codecs.ts'
import { tableNamed } from '../../entities/entity-refs.ts'
import { type EntityForm, type EntityName, type EntityRef, entityType } from '../../entities/entity-type.ts'
import type { EventNotifications } from '../../event-notifications/notification-service.ts'
import type { EventDefinitions } from '../../events/definitions/definition-service.ts'
import { tablesOfParameters } from './tables-used.ts'

const drafted = EventDefinitionDraft.properties
const part = <S extends TSchema>(schema: S, what: string): Codec<Static<S>> => plain<Static<S>>(schema, what)
const optional = <S extends TSchema>(schema: S, what: string): Codec<Static<S> | undefined> =>
  withDefault<Static<S> | undefined>(part(schema, what), undefined)

const definitionCodec = shape({
  title: text,
  description: textOrEmpty,
  priority: integer,
  alert: boolean,
  config: mixed<Static<typeof ProcessorConfig>>(ProcessorConfig, ['query']),
  field_spec: part(drafted.field_spec, 'the fields of an event'),
  key_spec: part(drafted.key_spec, 'a list of fields'),
  notification_settings: part(drafted.notification_settings, 'settings of notifications'),
  notifications: list(
    shape({ notification_id: text, notification_parameters: optional(Type.Unknown(), 'parameters') }),
  ),
  storage: optional(Type.Unknown(), 'storage'),
  is_scheduled: withDefault(boolean, true),
  tags: optional(drafted.tags, 'a list of tags'),
  remediation_steps: optional(drafted.remediation_steps, 'a text'),
  event_summary_template: optional(drafted.event_summary_template, 'a text'),
  recovery: optional(drafted.recovery, 'the settings of recovery'),
  notification_limit: optional(drafted.notification_limit, 'a limit of notifications'),
})
type DefinitionData = Decoded<typeof definitionCodec>

export const eventDefinitionForm: EntityForm<DefinitionData> = {
  type: { name: 'event_definition', version: '1' },
  codec: definitionCodec,
  mapReferences: (data, replaced) => ({
    ...data,
    config: mapStreams(data.config, replaced),
    notifications: data.notifications.map((used) => ({
      ...used,
      notification_id: replaced({ type: 'notification', id: used.notification_id }),
    })),
  }),
}

/** Left out of packs while they are as in a new definition. */
const OWN_DEFAULTS: Readonly<Record<string, unknown>> = {
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  recovery: { notify: false, after_ms: 0 },
  notification_limit: null,
}

export function eventDefinitionEntity(
  definitions: Pick<EventDefinitions, 'list' | 'find' | 'context' | 'preparing' | 'delete'>,
) {
  return entityType<DefinitionData>({
    ...eventDefinitionForm,
    permissions: {
      read: (id) => [`eventdefinitions:read:${id}`],
      create: 'eventdefinitions:create',
      edit: 'eventdefinitions:edit',
      delete: 'eventdefinitions:delete',
    },
    titleOf: ({ title }) => title,
    namesUsed: ({ config, field_spec }) => [...tablesOfConfig(config), ...tablesOfFields(field_spec)],
    list: async () => (await definitions.list()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = await definitions.find(id)
      if (found === undefined) return undefined
      const data = exportDefinition(found, (await definitions.context(id)).is_scheduled)
      return { title: found.title, data, shown: data }
    },
    prepare(data, { caller }, id) {
      const { is_scheduled: isScheduled, storage, ...facts } = data
      const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
      const draft = { ...OWN_DEFAULTS, ...given } as Static<typeof EventDefinitionDraft>
      return definitions.preparing(caller, draft, { isScheduled, id })
    },
    remove: (id) => definitions.delete(id),
  })
}

function exportDefinition(stored: Awaited<ReturnType<EventDefinitions['get']>>, isScheduled: boolean): DefinitionData {
  const own = Object.keys(OWN_DEFAULTS).flatMap((name) => {
    const value: unknown = Reflect.get(stored, name)
    const isDefault = JSON.stringify(value) === JSON.stringify(OWN_DEFAULTS[name])
    return value === undefined || isDefault ? [] : [[name, value]]
  })
  const { title, description, priority, alert, config, field_spec, key_spec, notification_settings } = stored
  return {
    ...{ title, description, priority, alert, config, field_spec, key_spec, notification_settings },
    notifications: stored.notifications.map(({ notification_id }) => ({
      notification_id,
      notification_parameters: undefined,
    })),
    storage: undefined,
    is_scheduled: isScheduled,
    ...Object.fromEntries(own),
  } as DefinitionData
}

/** Conditions have parameters of their own, or in the steps of a sequence. */
function tablesOfConfig(config: unknown): readonly EntityName[] {
  if (!isRecord(config)) return []
  const { query_parameters: parameters, first, next } = config
  const own = Array.isArray(parameters) ? tablesOfParameters(parameters) : []
  return [...own, ...tablesOfConfig(first), ...tablesOfConfig(next)]
}

const tablesOfFields = (fields: DefinitionData['field_spec']): readonly EntityName[] =>
  Object.values(fields ?? {})
    .flatMap(({ providers }) => providers)
    .flatMap((provider) => (provider.type === 'lookup-v1' ? tableNamed(provider.table_name) : []))

/** Conditions have streams of their own, or in the steps of a sequence. */
function mapStreams<T>(config: T, replaced: (ref: EntityRef) => string): T {
  if (!isRecord(config)) return config
  const changed = Object.entries(config).map(([name, value]) => {
    if (name === 'streams' && Array.isArray(value)) {
      return [name, value.map((id) => (typeof id === 'string' ? replaced({ type: 'stream', id }) : id))]
    }
    return name === 'first' || name === 'next' ? [name, mapStreams(value, replaced)] : [name, value]
  })
  return Object.fromEntries(changed) as T
}

const notificationCodec = shape({
  title: text,
  description: textOrEmpty,
  config: mixed<Static<typeof NotificationConfig>>(NotificationConfig, 'texts'),
})

export function notificationEntity(
  notifications: Pick<EventNotifications, 'all' | 'find' | 'get' | 'preparing' | 'keepsSecrets' | 'delete'>,
) {
  return entityType({
    type: { name: 'notification', version: '1' },
    permissions: {
      read: (id) => [`eventnotifications:read:${id}`],
      create: 'eventnotifications:create',
      edit: 'eventnotifications:edit',
      delete: 'eventnotifications:delete',
    },
    codec: notificationCodec,
    titleOf: ({ title }) => title,
    mapReferences: (data) => data,
    keepsSecrets: (before, after) => notifications.keepsSecrets(before.config, after.config),
    list: async () => (await notifications.all()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = await notifications.find(id)
      if (found === undefined) return undefined
      const { title, description, config } = found
      const { config: shown } = await notifications.get(id)
      return { title, data: { title, description, config }, shown: { title, description, config: shown } }
    },
    prepare: (data, { caller }, id) =>
      notifications.preparing(caller, { ...data } satisfies Static<typeof EventNotificationDraft>, id),
    remove: (id) => notifications.delete(id),
  })
}
