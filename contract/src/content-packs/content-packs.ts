/** Content packs: their revisions, and the installations of these. */
import { type Static, Type } from 'typebox'
import { decimal, int, MAX_LIST, MAX_NAMED } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { anyJson, mapOf } from '../http/open-parts.ts'
import { holds, inArea, LARGE_BODY_BYTES, NoBody } from '../http/operation.ts'
import { Constraint, ModelType, PackEntity, ValueReference } from './model-types.ts'

export const PARAMETER_TYPES = ['string', 'integer', 'long', 'float', 'double', 'boolean'] as const

const MAX_TEXT = 10_000
const text = Type.String({ maxLength: MAX_TEXT })

export const PackParameter = Type.Object(
  {
    name: text,
    title: text,
    description: text,
    type: Type.Enum(PARAMETER_TYPES),
    default_value: Type.Optional(
      nullable(Type.Union([Type.String({ maxLength: MAX_TEXT }), decimal(), Type.Boolean()])),
    ),
  },
  { title: 'PackParameter', additionalProperties: false },
)
export type PackParameter = Static<typeof PackParameter>

export const ContentPack = Type.Object(
  {
    v: Type.Union([Type.Literal('1'), Type.Literal('0')], { description: '0 for packs of the legacy format' }),
    id: Type.String(),
    rev: Type.Integer(),
    name: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    vendor: Type.String(),
    url: Type.String(),
    requires: Type.Optional(Type.Array(Constraint, { description: 'Empty, of legacy packs only' })),
    created_at: Type.Optional(IsoInstant),
    server_version: Type.Optional(Type.String()),
    parameters: Type.Array(PackParameter),
    entities: Type.Array(PackEntity),
  },
  { title: 'ContentPack' },
)
export type ContentPack = Static<typeof ContentPack>

const legacyList = Type.Optional(Type.Array(anyJson('Of the legacy format; stored as it is'), { maxItems: MAX_NAMED }))

/** A pack file of either format. The service says which of the properties each format needs. */
export const ContentPackDraft = Type.Object(
  {
    v: Type.Optional(nullable(Type.Union([Type.String({ maxLength: 20 }), decimal()]))),
    id: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    rev: Type.Optional(int()),
    name: Type.Optional(text),
    summary: Type.Optional(text),
    description: Type.Optional(Type.String({ maxLength: 1024 * 1024 })),
    vendor: Type.Optional(text),
    url: Type.Optional(text),
    requires: Type.Optional(Type.Array(Constraint, { maxItems: MAX_LIST })),
    created_at: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    server_version: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    parameters: Type.Optional(Type.Array(PackParameter, { maxItems: MAX_LIST })),
    entities: Type.Optional(Type.Array(PackEntity, { maxItems: MAX_NAMED })),
    category: Type.Optional(anyJson('Not read')),
    inputs: legacyList,
    streams: legacyList,
    outputs: legacyList,
    dashboards: legacyList,
    grok_patterns: legacyList,
    lookup_tables: legacyList,
    lookup_caches: legacyList,
    lookup_data_adapters: legacyList,
  },
  { title: 'ContentPackDraft', additionalProperties: false },
)
export type ContentPackDraft = Static<typeof ContentPackDraft>

export const ConstraintCheckResult = Type.Object(
  { constraint: Constraint, fulfilled: Type.Boolean() },
  { title: 'ConstraintCheckResult' },
)
export type ConstraintCheckResult = Static<typeof ConstraintCheckResult>

export const ContentPackList = Type.Object(
  {
    total: Type.Integer(),
    content_packs: Type.Array(ContentPack),
    content_packs_metadata: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Object({ installation_count: Type.Integer() })),
      { description: 'Installed revisions by pack' },
    ),
  },
  { title: 'ContentPackList' },
)
export type ContentPackList = Static<typeof ContentPackList>

export const ContentPackRevisions = Type.Object(
  {
    content_pack_revisions: Type.Record(Type.String(), ContentPack),
    constraints_result: Type.Record(Type.String(), Type.Array(ConstraintCheckResult)),
  },
  { title: 'ContentPackRevisions' },
)
export type ContentPackRevisions = Static<typeof ContentPackRevisions>

export const ContentPackResponse = Type.Object(
  { content_pack: ContentPack, constraints_result: Type.Array(ConstraintCheckResult) },
  { title: 'ContentPackResponse' },
)

export const NativeEntityDescriptor = Type.Object(
  {
    content_pack_entity_id: Type.String(),
    id: Type.String(),
    type: ModelType,
    title: Type.String(),
    found_on_system: Type.Boolean({ description: 'It was there before, and no pack made it' }),
  },
  { title: 'NativeEntityDescriptor' },
)
export type NativeEntityDescriptor = Static<typeof NativeEntityDescriptor>

export const ContentPackInstallation = Type.Object(
  {
    _id: Type.String(),
    content_pack_id: Type.String(),
    content_pack_revision: Type.Integer(),
    parameters: Type.Record(Type.String(), ValueReference),
    entities: Type.Array(NativeEntityDescriptor),
    comment: Type.String(),
    created_at: IsoInstant,
    created_by: Type.String(),
  },
  { title: 'ContentPackInstallation' },
)
export type ContentPackInstallation = Static<typeof ContentPackInstallation>

export const InstallRequest = Type.Object(
  {
    parameters: Type.Optional(nullable(mapOf(ValueReference))),
    comment: Type.Optional(nullable(text)),
  },
  { title: 'InstallRequest', additionalProperties: false },
)
export type InstallRequest = Static<typeof InstallRequest>

export const InstallationsResponse = Type.Object(
  { total: Type.Integer(), installations: Type.Array(ContentPackInstallation) },
  { title: 'InstallationsResponse' },
)

export const UninstallDetails = Type.Object(
  { entities: Type.Array(NativeEntityDescriptor, { description: 'Those that would be deleted' }) },
  { title: 'UninstallDetails' },
)

export const UninstallResponse = Type.Object(
  {
    content_pack: ContentPack,
    uninstalled: Type.Object({
      entities: Type.Array(NativeEntityDescriptor),
      failed_entities: Type.Array(NativeEntityDescriptor),
      skipped_entities: Type.Array(NativeEntityDescriptor),
    }),
  },
  { title: 'UninstallResponse' },
)
export type UninstallResponse = Static<typeof UninstallResponse>

const { get, post, del } = inArea('content_packs')
const path = '/system/content_packs'

export const listContentPacks = get(path, {
  id: 'content_packs.list',
  summary: 'Every revision of every content pack',
  access: holds('contentpack:read'),
  answers: { 200: ContentPackList },
})

export const listLatestContentPacks = get(`${path}/latest`, {
  id: 'content_packs.latest',
  summary: 'The latest revision of every content pack',
  access: holds('contentpack:read'),
  answers: { 200: ContentPackList },
})

export const getContentPack = get(`${path}/{id}`, {
  id: 'content_packs.get',
  summary: 'All revisions of a content pack',
  access: holds('contentpack:read:<id>'),
  answers: { 200: ContentPackRevisions, 404: ApiError },
})

export const getContentPackRevision = get(`${path}/{id}/{rev}`, {
  id: 'content_packs.get_revision',
  summary: 'One revision of a content pack',
  access: holds('contentpack:read'),
  answers: { 200: ContentPackResponse, 404: ApiError },
})

export const downloadContentPack = get(`${path}/{id}/{rev}/download`, {
  id: 'content_packs.download',
  summary: 'One revision of a content pack as a file',
  access: holds('contentpack:read:<id>'),
  answers: { 200: ContentPack, 404: ApiError },
})

export const createContentPack = post(path, {
  id: 'content_packs.create',
  summary: 'Upload a revision of a content pack',
  access: holds('contentpack:create'),
  audit: 'content_pack:create',
  body: ContentPackDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 201: NoBody, 400: refusedBody },
  created: 'location',
})

export const deleteContentPack = del(`${path}/{id}`, {
  id: 'content_packs.delete',
  summary: 'Delete all revisions of a content pack that has no installations',
  access: holds('contentpack:delete:<id>'),
  audit: 'content_pack:delete',
  answers: { 204: NoBody, 400: ApiError },
})

export const deleteContentPackRevision = del(`${path}/{id}/{rev}`, {
  id: 'content_packs.delete_revision',
  summary: 'Delete a revision of a content pack that is not installed',
  access: holds('contentpack:delete:<id>'),
  audit: 'content_pack:delete_rev',
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const installContentPack = post(`${path}/{id}/{rev}/installations`, {
  id: 'content_packs.install',
  summary: 'Create the entities of a revision: all of them, or none',
  access: holds('contentpack:install:<id>'),
  audit: 'content_pack:install',
  body: InstallRequest,
  answers: { 200: ContentPackInstallation, 400: refusedBody, 404: ApiError },
  created: '_id',
})

export const listInstallations = get(`${path}/{id}/installations`, {
  id: 'content_packs.installations',
  summary: 'The installations of a content pack',
  access: holds('contentpack:read:<id>'),
  answers: { 200: InstallationsResponse },
})

export const getUninstallDetails = get(`${path}/{id}/installations/{iid}/uninstall_details`, {
  id: 'content_packs.uninstall_details',
  summary: 'The entities that uninstalling would delete',
  access: holds('contentpack:read:<id>'),
  answers: { 200: UninstallDetails, 404: ApiError },
})

export const uninstallContentPack = del(`${path}/{id}/installations/{iid}`, {
  id: 'content_packs.uninstall',
  summary: 'Delete the entities of an installation that nothing else installed, and the installation',
  access: holds('contentpack:uninstall:<id>'),
  audit: 'content_pack:uninstall',
  answers: { 200: UninstallResponse, 400: ApiError, 404: ApiError },
})
