/** Configurations: templates of the files that collectors run with. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { crud, perKind } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, pageQuery, refusedBody } from '../http/envelope.ts'
import { holds, holdsMore, inArea, NoBody, READS_ONLY } from '../http/operation.ts'
import { TEMPLATE_BYTES } from './collectors.ts'
import { MAX_SIDECAR_TEXT, MAX_TAGS, MAX_TEMPLATE } from './sidecar-limits.ts'
import { PaginationInfo, refusedSidecarDraft, sidecarPage } from './sidecar-lists.ts'
import { SidecarTag } from './sidecars.ts'

const text = Type.String({ maxLength: MAX_SIDECAR_TEXT })
const template = Type.String({ maxLength: MAX_TEMPLATE })
const tags = Type.Array(SidecarTag, {
  maxItems: MAX_TAGS,
  description: 'Sidecars with one of them get the configuration; not part of the Graylog 4.0 API',
})

const facts = {
  collector_id: Type.String({ maxLength: 200 }),
  name: text,
  color: Type.String({ maxLength: 100, description: 'Any colour of CSS' }),
  template,
}

export const RenderedConfiguration = Type.Object(
  { id: nullable(Type.String()), ...facts },
  { title: 'RenderedConfiguration' },
)

export const Configuration = Type.Object({ id: nullable(Type.String()), ...facts, tags }, { title: 'Configuration' })
export type Configuration = Static<typeof Configuration>

export const ConfigurationDraft = Type.Object(
  {
    ...facts,
    id: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Ignored when it is created' }))),
    tags: Type.Optional(nullable(tags)),
  },
  { title: 'ConfigurationDraft', additionalProperties: false },
)
export type ConfigurationDraft = Static<typeof ConfigurationDraft>

export const ConfigurationSummary = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    collector_id: Type.String(),
    color: Type.String(),
    tags,
  },
  { title: 'ConfigurationSummary' },
)
export type ConfigurationSummary = Static<typeof ConfigurationSummary>

export const ConfigurationList = sidecarPage('ConfigurationList', { configurations: Type.Array(ConfigurationSummary) })
export type ConfigurationList = Static<typeof ConfigurationList>

export const ConfigurationSidecars = Type.Object(
  {
    configuration_id: Type.String(),
    sidecar_ids: Type.Array(Type.String(), { description: 'Ids of the stored registrations, not of the nodes' }),
  },
  { title: 'ConfigurationSidecars' },
)

export const PreviewRequest = Type.Object(
  {
    template,
    node_id: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A sidecar whose facts are inserted; without it, placeholders. Not part of the Graylog 4.0 API',
      }),
    ),
  },
  { title: 'PreviewRequest', additionalProperties: false },
)

export const Preview = Type.Object({ preview: Type.String() }, { title: 'Preview' })

export const CollectorUpload = Type.Object(
  {
    id: Type.String(),
    collector_id: Type.String(),
    node_id: Type.String(),
    collector_name: Type.String(),
    rendered_configuration: Type.String(),
    created: nullable(IsoInstant),
  },
  { title: 'CollectorUpload' },
)
export type CollectorUpload = Static<typeof CollectorUpload>

export const CollectorUploadList = Type.Object(
  { pagination: PaginationInfo, total: Type.Integer(), uploads: Type.Array(CollectorUpload) },
  { title: 'CollectorUploadList' },
)

export const CollectorUploadDraft = Type.Object(
  {
    collector_id: text,
    node_id: text,
    collector_name: text,
    rendered_configuration: template,
  },
  { title: 'CollectorUploadDraft', additionalProperties: false },
)
export type CollectorUploadDraft = Static<typeof CollectorUploadDraft>

const area = 'sidecars'
const { get, post, put } = inArea(area)
const READ = 'sidecar_collector_configurations:read'
const CREATE = 'sidecar_collector_configurations:create'

export const renderConfiguration = get('/sidecar/configurations/render/{sidecarId}/{configurationId}', {
  id: 'sidecar_configurations.render',
  summary: 'A configuration rendered for a sidecar; 304 if the tag of the request is that of the response',
  access: holds(READ),
  answers: { 200: RenderedConfiguration, 304: NoBody, 404: ApiError, 500: ApiError },
})

export const configurations = crud({
  id: 'sidecar_configurations',
  area,
  path: '/sidecar/configurations',
  key: 'id',
  one: 'configuration',
  access: perKind('sidecar_collector_configurations', 'update'),
  audit: 'sidecar-configuration',
  entity: Configuration,
  draft: ConfigurationDraft,
  refused: refusedSidecarDraft,
  list: {
    summary: 'A page of configurations without their templates',
    query: Type.Object(pageQuery),
    answers: { 200: ConfigurationList, 400: ApiError },
  },
  get: {},
  create: { bodyBytes: TEMPLATE_BYTES },
  update: { summary: 'Change a configuration; one in use keeps its collector', bodyBytes: TEMPLATE_BYTES },
  delete: {
    summary: 'Delete a configuration that no sidecar has; 304 if there is none',
    answers: { 202: NoBody, 304: NoBody, 400: ApiError },
  },
  validate: {
    body: Type.Partial(ConfigurationDraft, { title: 'ConfigurationCheck', additionalProperties: false }),
    bodyBytes: TEMPLATE_BYTES,
  },
})
export const {
  list: listConfigurations,
  get: getConfiguration,
  create: createConfiguration,
  update: updateConfiguration,
  delete: deleteConfiguration,
  validate: validateConfiguration,
} = configurations

export const listUploads = get('/sidecar/configurations/uploads', {
  id: 'sidecar_configurations.uploads',
  summary: 'Configurations that old agents uploaded, newest first, 10 per page',
  access: holds(READ),
  query: Type.Object({ page: Type.Optional(int()) }),
  answers: { 200: CollectorUploadList },
})

export const listConfigurationSidecars = get('/sidecar/configurations/{id}/sidecars', {
  id: 'sidecar_configurations.sidecars',
  summary: 'The sidecars to which a configuration is assigned',
  access: holds(READ, 'sidecars:read'),
  answers: { 200: ConfigurationSidecars, 404: ApiError },
})

export const previewTemplate = post('/sidecar/configurations/render/preview', {
  id: 'sidecar_configurations.preview',
  summary: 'Render a template without storing it',
  access: holds(READ),
  audit: READS_ONLY,
  body: PreviewRequest,
  bodyBytes: TEMPLATE_BYTES,
  answers: { 200: Preview, 400: refusedBody, 404: ApiError },
})

export const copyConfiguration = post('/sidecar/configurations/{id}/{name}', {
  id: 'sidecar_configurations.copy',
  summary: 'Copy a configuration under another name',
  access: holds(READ, CREATE),
  audit: 'sidecar-configuration:copy',
  answers: { 202: NoBody, 400: refusedSidecarDraft, 404: ApiError },
})

export const uploadConfiguration = put(
  '/plugins/org.graylog.plugins.collector/collectors/{collectorId}/configuration',
  {
    id: 'legacy_collectors.upload',
    summary: 'An agent of version 0.1.8 uploads a rendered configuration, for a later import',
    // Its agents sign in as the user of sidecars, which must be able to register.
    access: holdsMore([], ['sidecars:update']),
    audit: 'sidecar-configuration:upload',
    body: CollectorUploadDraft,
    bodyBytes: TEMPLATE_BYTES,
    answers: { 202: NoBody, 400: refusedBody, 403: ApiError },
  },
)
