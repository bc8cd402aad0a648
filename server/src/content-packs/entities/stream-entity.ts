import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { RULE_TYPES, type RuleType } from '@logyard/contract/streams/stream-rules'
import { type Decoded, orNull, withDefault } from '../../entities/codecs/codec.ts'
import { boolean, oneOf, plainText, text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { configuration, list, shape } from '../../entities/codecs/shape-codecs.ts'
import { type EntityForm, entityType } from '../../entities/entity-type.ts'
import type { Streams } from '../../streams/stream-service.ts'
import { type LegacyAlerting, prepareLegacyAlerting } from './legacy-alerting.ts'

const RULE_NAMES = Object.keys(RULE_TYPES) as (keyof typeof RULE_TYPES)[]
const nameOfType = (type: RuleType) => RULE_NAMES.find((name) => RULE_TYPES[name] === type) ?? 'EXACT'

const rule = shape({
  type: oneOf(RULE_NAMES),
  field: textOrEmpty,
  value: textOrEmpty,
  inverted: withDefault(boolean, false),
  description: textOrEmpty,
})

const codec = shape({
  title: text,
  description: textOrEmpty,
  disabled: withDefault(boolean, false),
  matching_type: oneOf(['AND', 'OR']),
  stream_rules: list(rule),
  alert_conditions: list(shape({ type: plainText, title: textOrEmpty, parameters: configuration })),
  alarm_callbacks: list(
    shape({
      type: plainText,
      title: textOrEmpty,
      stream_id: orNull(plainText),
      configuration,
    }),
  ),
  outputs: list(text),
  default_stream: withDefault(boolean, false),
  remove_matches: withDefault(boolean, false),
})

export const streamForm: EntityForm<Decoded<typeof codec>> = {
  type: { name: 'stream', version: '1' },
  codec,
  mapReferences: (data, replaced) => ({
    ...data,
    outputs: data.outputs.map((id) => replaced({ type: 'output', id })),
  }),
}

export interface StreamEntityDeps extends LegacyAlerting {
  readonly streams: Pick<Streams, 'list' | 'get' | 'preparing' | 'delete'>
  readonly indexSets: { defaultId(): Promise<string> }
}

export function streamEntity(deps: StreamEntityDeps) {
  const { streams, indexSets } = deps
  const find = async (id: string) => (await streams.list()).find((stream) => stream.id === id)
  return entityType({
    ...streamForm,
    permissions: {
      read: (id) => [`streams:read:${id}`],
      create: 'streams:create',
      edit: 'streams:edit',
      delete: 'streams:edit',
    },
    alsoNeeded: ({ outputs, alert_conditions, alarm_callbacks }) => [
      ...(outputs.length > 0 ? ['stream_outputs:create'] : []),
      ...(alert_conditions.length > 0 ? ['eventdefinitions:create'] : []),
      ...(alarm_callbacks.length > 0 ? ['eventnotifications:create'] : []),
    ],
    titleOf: ({ title }) => title,
    list: async () => (await streams.list()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const stream = await find(id)
      if (stream === undefined) return undefined
      const { title, description, disabled, matching_type, rules, outputs } = stream
      const stream_rules = rules.map((one) => ({
        type: nameOfType(one.type),
        field: one.field,
        value: one.value,
        inverted: one.inverted,
        description: one.description ?? '',
      }))
      const data = {
        ...{ title, description: description ?? '', disabled, matching_type, stream_rules, outputs },
        ...{ alert_conditions: [], alarm_callbacks: [], default_stream: id === DEFAULT_STREAM_ID },
        remove_matches: stream.remove_matches_from_default_stream,
      }
      return { title, data, shown: data }
    },
    async findExisting({ default_stream }) {
      const stream = default_stream ? await find(DEFAULT_STREAM_ID) : undefined
      return stream && { id: stream.id, title: stream.title }
    },
    async prepare(data, installing, id) {
      // Outputs send the messages, also those of a stream that is replaced.
      if (id !== undefined && data.outputs.length > 0) installing.caller.require(`streams:read:${id}`)
      const rules = data.stream_rules.map((one) => ({ ...one, type: RULE_TYPES[one.type] }))
      const draft = {
        ...{ title: data.title, description: data.description, matching_type: data.matching_type, rules },
        remove_matches_from_default_stream: data.remove_matches,
        index_set_id: await indexSets.defaultId(),
      }
      const prepared = await streams.preparing(installing.caller, draft, {
        ...{ outputs: data.outputs, id },
        ...(installing.origin === 'text' ? { isDisabled: data.disabled } : {}),
      })
      if (id !== undefined) return prepared
      installing.own(prepared.entity.id)
      await prepareLegacyAlerting(deps, prepared.entity, data, installing)
      return prepared
    },
    remove: (id) => streams.delete(id),
  })
}
