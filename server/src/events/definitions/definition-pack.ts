/** Event definitions in content packs and configuration text. */
import * as contract from '@logyard/contract/events/event-definitions'
import { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { parseSteps } from '@logyard/languages/query-steps/parse-steps'
import { type Static, type TSchema, Type } from 'typebox'
import { type Codec, type Decoded, isRecord, withDefault } from '../../entities/codecs/codec.ts'
import { mixed } from '../../entities/codecs/mixed-codec.ts'
import { boolean, integer, text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { list, plain, shape } from '../../entities/codecs/shape-codecs.ts'
import { tableNamed } from '../../entities/entity-refs.ts'
import type { EntityForm, EntityName, EntityRef } from '../../entities/entity-type.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import type { Caller } from '../../http/caller.ts'
import { tablesOfParameters } from '../../search/plan/lookup-parameters.ts'
import type { StoredDefinition } from './definition-store.ts'
import type { DefinitionTriggers } from './definition-triggers.ts'
import { type DefinitionDraft, OWN_DEFAULTS } from './read-definition.ts'

const drafted = contract.EventDefinitionDraft.properties
const part = <S extends TSchema>(schema: S, what: string): Codec<Static<S>> => plain<Static<S>>(schema, what)
const optional = <S extends TSchema>(schema: S, what: string): Codec<Static<S> | undefined> =>
  withDefault<Static<S> | undefined>(part(schema, what), undefined)

const codec = shape({
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
export type DefinitionPackData = Decoded<typeof codec>

export const eventDefinitionForm: EntityForm<DefinitionPackData> = {
  type: { name: 'event_definition', version: '1' },
  codec,
  mapReferences: (data, replaced) => ({
    ...data,
    config: mapStreams(data.config, replaced),
    notifications: data.notifications.map((used) => ({
      ...used,
      notification_id: replaced({ type: 'notification', id: used.notification_id }),
    })),
  }),
}

export const definitionPack = (
  triggers: Pick<DefinitionTriggers, 'context'>,
): PackPart<StoredDefinition, DefinitionDraft, Caller, DefinitionPackData> => ({
  ...eventDefinitionForm,
  permissions: permissionsOf(contract.eventDefinitions),
  fieldsElsewhere: { updated_at: 'nowhere', owner_id: 'nowhere' },
  namesUsed: ({ config, field_spec }) => [...tablesOfConfig(config), ...tablesOfFields(field_spec)],
  dataOf: async (stored) => exportDefinition(stored, (await triggers.context(stored.id)).is_scheduled),
  draftOf({ is_scheduled: isScheduled, storage: _, ...facts }) {
    const given = Object.entries(facts).filter(([, value]) => value !== undefined)
    const content = Object.fromEntries<unknown>([...Object.entries(OWN_DEFAULTS), ...given])
    return { content: content as contract.EventDefinitionDraft, isScheduled }
  },
  by: ({ caller }) => caller,
})

/** Packs leave out the own properties that are as in a new definition. */
function exportDefinition(stored: StoredDefinition, isScheduled: boolean): DefinitionPackData {
  const own = Object.entries(OWN_DEFAULTS).flatMap(([name, usual]) => {
    const value: unknown = Reflect.get(stored, name)
    const isDefault = JSON.stringify(value) === JSON.stringify(usual)
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
  } as DefinitionPackData
}

/** Conditions have parameters of their own, or in the steps of a sequence; steps may join tables. */
function tablesOfConfig(config: unknown): readonly EntityName[] {
  if (!isRecord(config)) return []
  const { query_parameters: parameters, first, next, steps } = config
  const own = Array.isArray(parameters) ? tablesOfParameters(parameters) : []
  const joined = typeof steps === 'string' ? tablesOfSteps(steps) : []
  return [...own, ...joined, ...tablesOfConfig(first), ...tablesOfConfig(next)]
}

const tablesOfSteps = (steps: string): readonly EntityName[] =>
  parseSteps(steps, Math.max(0, steps.indexOf('|'))).steps.flatMap((step) =>
    step.kind === 'join' ? tableNamed(step.table.name) : [],
  )

const tablesOfFields = (fields: DefinitionPackData['field_spec']): readonly EntityName[] =>
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
