/** Sidecars: agents on hosts that run log shippers, as they register and as administrators see them. */
import { type Static, Type } from 'typebox'
import { decimal } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, pageQuery, refusedBody } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { holds, holdsMore, inArea, NoBody, operation, READS_ONLY } from '../http/operation.ts'
import { primitiveBoolean, primitiveInt, primitiveLong } from '../http/primitive.ts'
import {
  MAX_ASSIGNMENTS,
  MAX_REPORTED_ITEMS,
  MAX_REPORTED_TEXT,
  MAX_SIDECAR_TEXT,
  MAX_SIDECARS_AT_ONCE,
  MAX_TAGS,
} from './sidecar-limits.ts'
import { sidecarPage } from './sidecar-lists.ts'

/** The numbers of sidecars and collectors on the wire; every other number reads as unknown. */
export const SIDECAR_STATUS = { running: 0, unknown: 1, failing: 2, stopped: 3 } as const

const text = Type.String({ maxLength: MAX_SIDECAR_TEXT })
const identifier = Type.String({ minLength: 1, maxLength: 200 })
const reported = Type.String({ maxLength: MAX_REPORTED_TEXT })

export const CollectorStatus = Type.Object(
  {
    collector_id: identifier,
    status: Type.Optional(primitiveInt({ description: '0 running, 1 unknown, 2 failing, 3 stopped' })),
    message: reported,
    verbose_message: reported,
  },
  { title: 'CollectorStatus', additionalProperties: false },
)
export type CollectorStatus = Static<typeof CollectorStatus>

export const CollectorStatusList = Type.Object(
  {
    status: primitiveInt(),
    message: reported,
    collectors: Type.Array(CollectorStatus, { maxItems: MAX_REPORTED_ITEMS }),
  },
  { title: 'CollectorStatusList', additionalProperties: false },
)
export type CollectorStatusList = Static<typeof CollectorStatusList>

export const NodeMetrics = Type.Object(
  {
    disks_75: Type.Optional(nullable(Type.Array(text, { maxItems: 100, description: 'Disks above 75 %' }))),
    cpu_idle: Type.Optional(nullable(decimal())),
    load_1: Type.Optional(nullable(decimal())),
  },
  { title: 'NodeMetrics', additionalProperties: false },
)

export const NodeLogFile = Type.Object(
  {
    path: Type.String({ maxLength: 4096 }),
    mod_time: Type.String({ maxLength: 100, description: 'ISO 8601, with any offset' }),
    size: primitiveLong(),
    is_dir: primitiveBoolean(),
  },
  { title: 'NodeLogFile', additionalProperties: false },
)

export const NodeDetails = Type.Object(
  {
    operating_system: Type.String({ maxLength: 100 }),
    ip: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    metrics: Type.Optional(nullable(NodeMetrics)),
    log_file_list: Type.Optional(nullable(Type.Array(NodeLogFile, { maxItems: MAX_REPORTED_ITEMS }))),
    status: Type.Optional(nullable(CollectorStatusList)),
  },
  { title: 'NodeDetails', additionalProperties: false },
)
export type NodeDetails = Static<typeof NodeDetails>

export const ConfigurationAssignment = Type.Object(
  { collector_id: identifier, configuration_id: identifier },
  { title: 'ConfigurationAssignment', additionalProperties: false },
)
export type ConfigurationAssignment = Static<typeof ConfigurationAssignment>

export const SidecarRegistration = Type.Object(
  { node_name: Type.String({ minLength: 1, maxLength: MAX_SIDECAR_TEXT }), node_details: NodeDetails },
  { title: 'SidecarRegistration', additionalProperties: false },
)

/** A command to one collector of one sidecar, such as `{restart: true}`. */
export const CollectorAction = Type.Object(
  {
    collector_id: identifier,
    properties: mapOf(Type.Union([Type.Boolean(), Type.String({ maxLength: 1000 }), decimal()]), { maxProperties: 10 }),
  },
  { title: 'CollectorAction', additionalProperties: false },
)
export type CollectorAction = Static<typeof CollectorAction>

/** The older name of the property is read, too. */
const CollectorActionDraft = Type.Object(
  {
    collector_id: Type.Optional(identifier),
    collector: Type.Optional(identifier),
    properties: CollectorAction.properties.properties,
  },
  { title: 'CollectorActionDraft', additionalProperties: false },
)
export const CollectorActionDrafts = Type.Array(CollectorActionDraft, {
  maxItems: 1000,
  title: 'CollectorActionDrafts',
})
export type CollectorActionDrafts = Static<typeof CollectorActionDrafts>

export const RegistrationResponse = Type.Object(
  {
    configuration: Type.Object({
      update_interval: Type.Integer({ description: 'Seconds' }),
      send_status: Type.Boolean(),
    }),
    configuration_override: Type.Boolean(),
    actions: nullable(Type.Array(CollectorAction)),
    assignments: nullable(Type.Array(ConfigurationAssignment)),
  },
  { title: 'RegistrationResponse' },
)
export type RegistrationResponse = Static<typeof RegistrationResponse>

export const SidecarSummary = Type.Object(
  {
    node_id: Type.String(),
    node_name: Type.String(),
    node_details: NodeDetails,
    assignments: Type.Array(ConfigurationAssignment),
    last_seen: IsoInstant,
    sidecar_version: Type.String(),
    collectors: nullable(
      Type.Array(Type.String(), { description: 'Ids of compatible collectors; only in the administration list' }),
    ),
    active: Type.Boolean(),
    tags: Type.Array(Type.String(), { description: 'Given by administrators; not part of the Graylog 4.0 API' }),
    assigned_by_tags: Type.Array(ConfigurationAssignment, {
      description: 'Configurations that have one of the tags; not part of the Graylog 4.0 API',
    }),
  },
  { title: 'SidecarSummary' },
)
export type SidecarSummary = Static<typeof SidecarSummary>

export const SidecarList = sidecarPage('SidecarList', {
  only_active: Type.Boolean(),
  sidecars: Type.Array(SidecarSummary),
  filters: nullable(Type.Record(Type.String(), Type.String())),
})
export type SidecarList = Static<typeof SidecarList>

export const AdministrationRequest = Type.Object(
  {
    query: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
    page: Type.Optional(primitiveInt()),
    per_page: Type.Optional(primitiveInt()),
    filters: Type.Optional(
      nullable(
        Type.Object(
          {
            collector: Type.Optional(text),
            configuration: Type.Optional(text),
            os: Type.Optional(text),
            status: Type.Optional(text),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { title: 'AdministrationRequest', additionalProperties: false },
)
export type AdministrationRequest = Static<typeof AdministrationRequest>

export const BulkActionsRequest = Type.Object(
  {
    action: Type.Enum(['start', 'restart', 'stop']),
    collectors: Type.Array(
      Type.Object(
        { sidecar_id: identifier, collector_ids: Type.Array(identifier, { maxItems: 1000 }) },
        { additionalProperties: false },
      ),
      { maxItems: MAX_SIDECARS_AT_ONCE },
    ),
  },
  { title: 'BulkActionsRequest', additionalProperties: false },
)

export const AssignmentRequest = Type.Object(
  {
    nodes: Type.Array(
      Type.Object(
        {
          node_id: identifier,
          assignments: Type.Array(ConfigurationAssignment, { maxItems: MAX_ASSIGNMENTS }),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_SIDECARS_AT_ONCE },
    ),
  },
  { title: 'AssignmentRequest', additionalProperties: false },
)
export type AssignmentRequest = Static<typeof AssignmentRequest>

/** A tag of sidecars and configurations. */
export const SidecarTag = Type.String({ minLength: 1, maxLength: 100 })

export const TagRequest = Type.Object(
  {
    node_ids: Type.Array(identifier, { maxItems: MAX_SIDECARS_AT_ONCE }),
    add: Type.Optional(Type.Array(SidecarTag, { maxItems: MAX_TAGS })),
    remove: Type.Optional(Type.Array(SidecarTag, { maxItems: MAX_TAGS })),
  },
  { title: 'TagRequest', additionalProperties: false },
)
export type TagRequest = Static<typeof TagRequest>

const { get, post, put } = inArea('sidecars')
/** A request about all sidecars at once is long. */
const BULK_BYTES = 16 * 1024 * 1024
/** Hosts may have thousands of log files, and collectors long outputs. */
const REPORT_BYTES = 4 * 1024 * 1024
/** Agents update sidecars, but do not read them: with their token, a host cannot change what runs on the others. */
const administers = holdsMore(['sidecars:update'], ['sidecars:read'])

export const registerSidecar = put('/sidecars/{node_id}', {
  id: 'sidecars.register',
  summary: 'An agent reports its state, and gets its assignments and the requested actions',
  access: holds('sidecars:update'),
  audit: { unaudited: 'Agents call it every few seconds' },
  body: SidecarRegistration,
  bodyBytes: REPORT_BYTES,
  answers: { 202: RegistrationResponse, 400: refusedBody },
})

export const listAllSidecars = get('/sidecars/all', {
  id: 'sidecars.list_all',
  summary: 'All sidecars, also inactive ones',
  access: holds('sidecars:read'),
  answers: { 200: SidecarList },
})

export const listSidecars = get('/sidecars', {
  id: 'sidecars.list',
  summary: 'A page of sidecars',
  access: holds('sidecars:read'),
  query: Type.Object({ ...pageQuery, only_active: Type.Optional(Type.Boolean()) }),
  answers: { 200: SidecarList, 400: ApiError },
})

export const getSidecar = get('/sidecars/{node_id}', {
  id: 'sidecars.get',
  summary: 'One sidecar',
  access: holds('sidecars:read'),
  answers: { 200: SidecarSummary, 404: ApiError },
})

export const assignConfigurations = put('/sidecars/configurations', {
  id: 'sidecars.assign_configurations',
  summary: 'Replace the configurations that are assigned to sidecars: all of the request, or nothing',
  access: administers,
  audit: 'sidecar:assign',
  body: AssignmentRequest,
  bodyBytes: BULK_BYTES,
  answers: { 202: NoBody, 400: refusedBody, 404: ApiError },
})

const actionsOf = Type.Array(CollectorAction, { title: 'CollectorActions' })

export const listActions = get('/sidecar/action/{node_id}', {
  id: 'sidecar_actions.list',
  summary: 'The actions that the sidecar gets with its next registration',
  access: holds('sidecars:read'),
  answers: { 200: actionsOf },
})

export const setActions = put('/sidecar/action/{node_id}', {
  id: 'sidecar_actions.set',
  summary: 'Request actions; a new one replaces the requested one of the same collector',
  access: administers,
  audit: 'sidecar:request-action',
  body: CollectorActionDrafts,
  answers: { 202: NoBody, 400: refusedBody },
})

export const listActionsAlias = operation({
  ...listActions,
  id: 'sidecar_actions.list_alias',
  path: '/sidecars/{node_id}/action',
})

export const setActionsAlias = operation({
  ...setActions,
  id: 'sidecar_actions.set_alias',
  path: '/sidecars/{node_id}/action',
})

export const administrateSidecars = post('/sidecar/administration', {
  id: 'sidecar_administration.list',
  summary: 'A page of sidecars with their compatible collectors',
  access: holds('sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'),
  audit: READS_ONLY,
  body: AdministrationRequest,
  answers: { 200: SidecarList, 400: refusedBody },
})

export const requestActions = put('/sidecar/administration/action', {
  id: 'sidecar_administration.action',
  summary: 'Request the same action of collectors on many sidecars',
  access: administers,
  audit: 'sidecar:request-action',
  body: BulkActionsRequest,
  bodyBytes: BULK_BYTES,
  answers: { 202: NoBody, 400: refusedBody },
})

/** Not part of the Graylog 4.0 API. */
export const tagSidecars = post('/logyard/sidecars/tags', {
  id: 'sidecars.tag',
  summary: 'Give tags to sidecars, or take them away',
  access: administers,
  audit: 'sidecar:tag',
  body: TagRequest,
  bodyBytes: BULK_BYTES,
  answers: { 204: NoBody, 400: refusedBody, 404: ApiError },
})
