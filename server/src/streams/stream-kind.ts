/** The kind of streams: their rules, the writes beside a change, and their data in content packs. */
import { grn } from '@logyard/contract/identity/shares'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { RULE_TYPES, type RuleType } from '@logyard/contract/streams/stream-rules'
import { streams as contract, MATCHING_TYPES, type MatchingType } from '@logyard/contract/streams/streams'
import { type Decoded, orNull, withDefault } from '../entities/codecs/codec.ts'
import { boolean, oneOf, plainText, text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { configuration, list, shape } from '../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { EntityForm } from '../entities/entity-type.ts'
import type { Kind } from '../entities/kind.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, validationFailed } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Replica } from '../platform/settings/replica.ts'
import { readStreamRule, type StreamRuleContent } from './read-stream-rule.ts'
import type { StreamAlerting } from './stream-alerting.ts'
import { requireOrdinary, streamNotFound } from './stream-errors.ts'
import type { StreamFaults } from './stream-faults.ts'
import { claimWritable, requireWritable, type StreamIndexSets } from './stream-index-sets.ts'
import { type StoredStream, type StoredStreamRule, streamCollection } from './stream-store.ts'

/**
 * Content of a stream. A change keeps the fields that the content leaves out. By default a new stream is paused and
 * uses the default index set.
 */
export interface StreamContent extends Partial<Omit<StoredStream, 'id' | 'matching_type' | 'rules'>> {
  readonly matching_type?: string
  /** Rules that the stream has already stay as they are. */
  readonly rules?: readonly StreamRuleContent[]
}

/** User who creates the stream. Other changes need none. */
type By = Caller | undefined

export type StreamKind = Kind<StoredStream, StreamContent, By>

export interface StreamKindDeps extends KindDeps {
  readonly replica: Replica<StoredStream>
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'entityDeletion'>
  readonly indexSets: StreamIndexSets
  readonly alerting: Pick<StreamAlerting, 'deleting'>
  readonly faults: Pick<StreamFaults, 'forget'>
  /** Brings committed changes into effect. */
  readonly publish: () => Promise<void>
  readonly clock: Clock
}

const NEW_STREAM = {
  ...{ title: '', description: null, disabled: true, matching_type: 'AND', remove_matches_from_default_stream: false },
  ...{ content_pack: null, rules: [], outputs: [] },
}

export function streamKind(deps: StreamKindDeps): StreamKind {
  const { identity, indexSets, alerting, faults, publish, clock, ids } = deps
  const newStream = async (id: string, by: By) => ({
    ...{ ...NEW_STREAM, id, creator_user_id: by?.username ?? '', created_at: clock.now().toISOString() },
    index_set_id: await indexSets.defaultId(),
  })
  const kind = entityKind<StoredStream, StreamContent, By, PackData>(deps, {
    collection: streamCollection,
    replica: deps.replica,
    titleOf: ({ title }) => title,
    async read({ rules, ...facts }, { id, before, by }) {
      const stream = { ...(before ?? (await newStream(id, by))), ...facts }
      const read = {
        ...stream,
        title: readTitle(stream.title),
        matching_type: readMatchingType(stream.matching_type),
        rules: rules === undefined ? stream.rules : readRules(rules, stream.rules, ids),
      }
      if (before === undefined || facts.index_set_id !== undefined) await requireWritable(indexSets, read.index_set_id)
      return read
    },
    async beside(change) {
      if (change.action === 'delete') return alerting.deleting(change.before.id)
      const { after } = change
      if (change.action === 'create') {
        const claim = await claimWritable(indexSets, after.index_set_id)
        return change.by === undefined ? claim : [...claim, ...identity.grants.creating(change.by, streamGrn(after.id))]
      }
      const isMoved = after.index_set_id !== change.before.index_set_id
      return isMoved ? await claimWritable(indexSets, after.index_set_id) : []
    },
    requireUnused: async ({ id }) => requireOrdinary(id, 'deleted'),
    async takeEffect(change) {
      await publish()
      if (change.action === 'delete') await faults.forget(change.before.id)
    },
    shared: { deletion: identity.entityDeletion, grnOf: ({ id }) => streamGrn(id) },
    notFound: streamNotFound,
    pack,
  })
  registerStreams(identity, kind)
  return kind
}

const streamGrn = (id: string) => grn('stream', id)

function registerStreams({ entities }: Pick<Identity, 'entities'>, { find, list }: Pick<StreamKind, 'find' | 'list'>) {
  entities.register('stream', { title: async (id) => (await find(id))?.title, dependencies: async () => [] })
  const uses = async () => (await list()).map(({ id, index_set_id }) => ({ by: streamGrn(id), of: index_set_id }))
  entities.registerUses('index-set', {
    usersOf: async (id) => (await uses()).filter((use) => use.of === id).map((use) => use.by),
    all: uses,
  })
}

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['Value must not be empty!'] })
  return title
}

function readMatchingType(given: string): MatchingType {
  const type = MATCHING_TYPES.find((candidate) => candidate === given)
  if (type !== undefined) return type
  const sentence = `Invalid matching type '${given}' specified. Should be one of: [${MATCHING_TYPES.join(', ')}]`
  throw new LogyardError('invalid', 'stream-matching-type-unknown', sentence)
}

const readRules = (
  rules: readonly StreamRuleContent[],
  before: readonly StoredStreamRule[],
  ids: Ids,
): StoredStreamRule[] =>
  rules.map((rule) => before.find((stored) => stored === rule) ?? readStreamRule(rule, ids.next()))

const RULE_NAMES = Object.keys(RULE_TYPES) as (keyof typeof RULE_TYPES)[]
const nameOfType = (type: RuleType) => RULE_NAMES.find((name) => RULE_TYPES[name] === type) ?? 'EXACT'

const ruleCodec = shape({
  type: oneOf(RULE_NAMES),
  field: textOrEmpty,
  value: textOrEmpty,
  inverted: withDefault(boolean, false),
  description: textOrEmpty,
} satisfies Record<Exclude<keyof StoredStreamRule, 'id' | 'content_pack'>, unknown>)

const codec = shape({
  title: text,
  description: textOrEmpty,
  disabled: withDefault(boolean, false),
  matching_type: oneOf(['AND', 'OR']),
  stream_rules: list(ruleCodec),
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
type PackData = Decoded<typeof codec>

export const streamForm: EntityForm<PackData> = {
  type: { name: 'stream', version: '1' },
  codec,
  mapReferences: (data, replaced) => ({
    ...data,
    outputs: data.outputs.map((id) => replaced({ type: 'output', id })),
  }),
}

const pack: PackPart<StoredStream, StreamContent, By, PackData> = {
  ...streamForm,
  permissions: permissionsOf(contract),
  fieldsElsewhere: {
    rules: 'stream_rules',
    remove_matches_from_default_stream: 'remove_matches',
    index_set_id: 'nowhere',
    creator_user_id: 'nowhere',
    created_at: 'nowhere',
    content_pack: 'nowhere',
    columns: 'nowhere',
  },
  alsoNeeded: ({ outputs, alert_conditions, alarm_callbacks }) => [
    ...(outputs.length > 0 ? ['stream_outputs:create'] : []),
    ...(alert_conditions.length > 0 ? ['eventdefinitions:create'] : []),
    ...(alarm_callbacks.length > 0 ? ['eventnotifications:create'] : []),
  ],
  dataOf: ({ id, title, description, disabled, matching_type, rules, outputs, ...stream }) => ({
    ...{ title, description: description ?? '', disabled, matching_type, outputs },
    stream_rules: rules.map(({ id: _, content_pack: __, ...rule }) => ({
      ...rule,
      type: nameOfType(rule.type),
      description: rule.description ?? '',
    })),
    ...{ alert_conditions: [], alarm_callbacks: [], default_stream: id === DEFAULT_STREAM_ID },
    remove_matches: stream.remove_matches_from_default_stream,
  }),
  standsFor: ({ id }, { default_stream }) => default_stream && id === DEFAULT_STREAM_ID,
  draftOf: ({ title, description, disabled, matching_type, outputs, ...data }, before, { origin }) => ({
    ...{ title, description, matching_type, outputs: [...outputs] },
    // Configuration text says whether a stream runs. Streams of packs start, or stay as they are.
    disabled: origin === 'text' ? disabled : (before?.disabled ?? false),
    remove_matches_from_default_stream: data.remove_matches,
    rules: data.stream_rules.map((rule) => ({ ...rule, type: RULE_TYPES[rule.type] })),
  }),
  by: ({ caller }) => caller,
  async beside({ id, title }, data, installing) {
    if (installing.isNew) await installing.prepareAlerting({ id, title }, data)
    // Outputs send the messages, also those of a stream that is replaced.
    else if (data.outputs.length > 0) installing.caller.require(`streams:read:${id}`)
    return undefined
  },
}
