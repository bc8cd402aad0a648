/** Index sets: a prefix, the indices with that prefix, and the rules for their rotation and retention. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { anyJson, ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { RetentionConfig, RetentionConfigDraft, RotationConfig, RotationConfigDraft } from './index-strategies.ts'

/** A hundred years. */
export const MAX_COLD_AFTER_DAYS = 36_500

export const INDEX_PREFIX_PATTERN = '^[a-z0-9][a-z0-9_+-]*$'

const TemplateType = nullable(Type.Union([Type.Literal('messages'), Type.Literal('events'), Type.Literal('gim_v1')]))

export const IndexSet = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: nullable(Type.String()),
    default: Type.Boolean(),
    writable: Type.Boolean({ description: 'Enables rotation and retention' }),
    index_prefix: Type.String(),
    shards: Type.Integer(),
    replicas: Type.Integer(),
    rotation_strategy_class: Type.String(),
    rotation_strategy: RotationConfig,
    retention_strategy_class: Type.String(),
    retention_strategy: RetentionConfig,
    creation_date: IsoInstant,
    index_analyzer: Type.String(),
    index_optimization_max_num_segments: Type.Integer(),
    index_optimization_disabled: Type.Boolean(),
    field_type_refresh_interval: Type.Integer({ description: 'In milliseconds' }),
    index_template_type: TemplateType,
    cold_after_days: Type.Optional(
      nullable(Type.Integer({ description: 'Days after which messages go to cold storage; missing or null: never' })),
    ),
  },
  { title: 'IndexSet' },
)
export type IndexSet = Static<typeof IndexSet>

const ColdAfterDays = Type.Optional(
  nullable(int({ minimum: 0, maximum: MAX_COLD_AFTER_DAYS, description: 'null: never' })),
)

const ignored = Type.Optional(anyJson('Not read', 'Ignored'))

/** Missing optional properties get their defaults. */
export const IndexSetDraft = Type.Object(
  {
    id: ignored,
    title: Type.String(),
    description: Type.Optional(nullable(Type.String())),
    default: ignored,
    writable: Type.Optional(Type.Boolean()),
    index_prefix: Type.String({ description: INDEX_PREFIX_PATTERN }),
    shards: Type.Optional(long()),
    replicas: Type.Optional(long()),
    rotation_strategy_class: Type.String(),
    rotation_strategy: RotationConfigDraft,
    retention_strategy_class: Type.String(),
    retention_strategy: RetentionConfigDraft,
    creation_date: Type.Optional(nullable(Type.String({ description: 'ISO 8601 with a zone' }))),
    index_analyzer: Type.Optional(Type.String()),
    index_optimization_max_num_segments: Type.Optional(long()),
    index_optimization_disabled: Type.Optional(Type.Boolean()),
    field_type_refresh_interval: Type.Optional(long()),
    index_template_type: Type.Optional(TemplateType),
    cold_after_days: ColdAfterDays,
    can_be_default: ignored,
    field_restrictions: ignored,
    data_tiering: ignored,
  },
  { title: 'IndexSetDraft', additionalProperties: false },
)
export type IndexSetDraft = Static<typeof IndexSetDraft>

/** Missing properties stay unchanged; unknown ones, and those that cannot change, are ignored. */
export const IndexSetUpdate = Type.Object(
  {
    title: Type.Optional(Type.String()),
    description: Type.Optional(nullable(Type.String())),
    writable: Type.Optional(Type.Boolean()),
    shards: Type.Optional(long()),
    replicas: Type.Optional(long()),
    rotation_strategy_class: Type.Optional(Type.String()),
    rotation_strategy: Type.Optional(RotationConfigDraft),
    retention_strategy_class: Type.Optional(Type.String()),
    retention_strategy: Type.Optional(RetentionConfigDraft),
    index_optimization_max_num_segments: Type.Optional(long()),
    index_optimization_disabled: Type.Optional(Type.Boolean()),
    field_type_refresh_interval: Type.Optional(long()),
    cold_after_days: ColdAfterDays,
  },
  { title: 'IndexSetUpdate', ...ignoresUnknown },
)
export type IndexSetUpdate = Static<typeof IndexSetUpdate>

export const IndexSetStats = Type.Object(
  {
    indices: Type.Integer({ description: 'Open and closed' }),
    documents: Type.Integer({ description: 'In open indices' }),
    size: Type.Integer({ description: 'Of open indices, in bytes' }),
    cold_size: Type.Optional(Type.Integer({ description: 'Of that in cold storage; missing without cold storage' })),
  },
  { title: 'IndexSetStats' },
)
export type IndexSetStats = Static<typeof IndexSetStats>

export const IndexSetList = Type.Object(
  {
    total: Type.Integer({ description: 'That the caller may read' }),
    index_sets: Type.Array(IndexSet),
    stats: Type.Record(Type.String(), IndexSetStats, { description: 'By index set id; empty unless requested' }),
  },
  { title: 'IndexSetList' },
)

const area = 'indices'
const { get, put } = inArea(area)

export const indexSets = crud({
  id: 'index_sets',
  area,
  path: '/system/indices/index_sets',
  key: 'id',
  one: 'index set',
  access: { ...perObject('indexsets', 'id'), list: signedIn },
  audit: 'index-set',
  entity: IndexSet,
  draft: IndexSetDraft,
  refused: refusedBody,
  list: {
    summary: 'The index sets that the caller may read, by title',
    query: Type.Object({
      skip: Type.Optional(int({ minimum: 0, description: 'Ignored without limit' })),
      limit: Type.Optional(int({ minimum: 0, description: '0 for all' })),
      stats: Type.Optional(Type.Boolean()),
    }),
    answers: { 200: IndexSetList, 503: ApiError },
  },
  get: {},
  create: { summary: 'Create an index set and its first index' },
  update: {
    summary: 'Change an index set; shards and replicas from its next index on',
    body: IndexSetUpdate,
    answers: { 200: IndexSet, 400: refusedBody, 404: ApiError, 409: ApiError },
  },
  delete: {
    summary: 'Delete an index set that no stream uses, with or without its indices',
    isOutside: true,
    query: Type.Object({ delete_indices: Type.Optional(Type.Boolean({ default: true })) }),
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
})
export const {
  list: listIndexSets,
  get: getIndexSet,
  create: createIndexSet,
  update: updateIndexSet,
  delete: deleteIndexSet,
} = indexSets

export const getIndexSetsStats = get('/system/indices/index_sets/stats', {
  id: 'index_sets.stats',
  summary: 'Size of all index sets together',
  access: holds('indexsets:read'),
  answers: { 200: IndexSetStats, 503: ApiError },
})

export const getIndexSetStats = get('/system/indices/index_sets/{id}/stats', {
  id: 'index_sets.get_stats',
  summary: 'Size of one index set',
  access: holds('indexsets:read:<id>'),
  answers: { 200: IndexSetStats, 404: ApiError, 503: ApiError },
})

export const setDefaultIndexSet = put('/system/indices/index_sets/{id}/default', {
  id: 'index_sets.set_default',
  summary: 'Make an index set the one that streams get when none is named',
  access: holds('indexsets:edit:<id>'),
  audit: 'index-set:set-default',
  answers: { 200: IndexSet, 404: ApiError, 409: ApiError },
})
