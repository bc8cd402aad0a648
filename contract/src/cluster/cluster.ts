/** The cluster, and its nodes' names and state. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides, publicAccess, signedIn } from '../http/operation.ts'
import { Lifecycle, LoadBalancerStatus } from './lifecycle.ts'

export const Hello = Type.Object(
  { cluster_id: Type.String(), node_id: Type.String(), version: Type.String(), tagline: Type.String() },
  { title: 'Hello' },
)
export type Hello = Static<typeof Hello>

export const NodeSummary = Type.Object(
  {
    cluster_id: Type.String(),
    node_id: Type.String(),
    type: Type.Literal('server'),
    is_master: Type.Boolean(),
    transport_address: Type.String({ description: "The node's own API, with a slash at the end" }),
    last_seen: IsoInstant,
    short_node_id: Type.String(),
    hostname: Type.String(),
    version: Type.String({ description: 'Of Logyard; empty if unknown' }),
    is_active: Type.Boolean(),
    has_left: Type.Boolean({ description: 'It was stopped, and did not die' }),
    clock_ahead_ms: Type.Integer({ description: 'By how much its clock is ahead; negative if it is behind' }),
  },
  { title: 'NodeSummary' },
)
export type NodeSummary = Static<typeof NodeSummary>

const NodeSummaryList = Type.Object(
  { nodes: Type.Array(NodeSummary), total: Type.Integer() },
  { title: 'NodeSummaryList' },
)

export const SystemOverview = Type.Object(
  {
    facility: Type.String(),
    codename: Type.String(),
    node_id: Type.String(),
    cluster_id: Type.String(),
    version: Type.String(),
    started_at: IsoInstant,
    is_processing: Type.Boolean(),
    hostname: Type.String(),
    lifecycle: Lifecycle,
    lb_status: LoadBalancerStatus,
    timezone: Type.String(),
    operating_system: Type.String(),
  },
  { title: 'SystemOverview' },
)
export type SystemOverview = Static<typeof SystemOverview>

const SystemOverviewByNode = Type.Record(Type.String(), nullable(SystemOverview), {
  title: 'SystemOverviewByNode',
  description: 'By node id; null for a node that did not respond or that the caller may not read',
})

const Bytes = Type.Object({ bytes: Type.Integer(), kilobytes: Type.Integer(), megabytes: Type.Integer() })

export const RuntimeInfo = Type.Object(
  {
    free_memory: Bytes,
    max_memory: Bytes,
    total_memory: Bytes,
    used_memory: Bytes,
    node_id: Type.String(),
    pid: Type.String(),
    info: Type.String(),
  },
  { title: 'RuntimeInfo', description: 'Named after a JVM on the wire; here it is the heap of Node.js' },
)
export type RuntimeInfo = Static<typeof RuntimeInfo>

const ThreadDump = Type.Object({ threaddump: Type.String() }, { title: 'ThreadDump' })

const Plugin = Type.Object({
  unique_id: Type.String(),
  name: Type.String(),
  author: Type.String(),
  url: Type.String(),
  version: Type.String(),
  description: Type.String(),
  required_version: Type.String(),
  required_capabilities: Type.Array(Type.String()),
})
const PluginList = Type.Object({ plugins: Type.Array(Plugin), total: Type.Integer() }, { title: 'PluginList' })

const Locales = Type.Object(
  {
    locales: Type.Record(Type.String(), Type.Object({ language_tag: Type.String(), display_name: Type.String() })),
  },
  { title: 'Locales' },
)

const ServiceStarts = Type.Record(Type.String(), Type.Integer(), {
  title: 'ServiceStarts',
  description: 'Milliseconds that each part took to start',
})

const { get } = inArea('cluster')

export const ping = get('/', {
  id: 'root.ping',
  summary: 'Name and version of the server; browsers are redirected to the console',
  access: publicAccess,
  produces: ['application/json', 'text/html'],
  answers: { 200: Hello, 307: NoBody },
})

export const listNodes = get('/system/cluster/nodes', {
  id: 'nodes.list',
  summary: 'The active nodes',
  access: signedIn,
  query: Type.Object({
    gone: Type.Optional(
      Type.Boolean({ description: 'Lists those instead that died or were stopped in the last 7 days' }),
    ),
  }),
  answers: { 200: NodeSummaryList },
})

export const getThisNode = get('/system/cluster/node', {
  id: 'nodes.this',
  node: 'this',
  summary: 'The node that receives the request',
  access: signedIn,
  answers: { 200: NodeSummary },
})

export const getNode = get('/system/cluster/nodes/{nodeId}', {
  id: 'nodes.get',
  summary: 'One node, also when it is not active now',
  access: signedIn,
  answers: { 200: NodeSummary, 404: ApiError },
})

export const getNodeAlias = get('/system/cluster/node/{nodeId}', {
  id: 'nodes.get_alias',
  summary: 'The same as nodes.get',
  access: signedIn,
  answers: { 200: NodeSummary, 404: ApiError },
})

export const getSystemOverview = get('/system', {
  id: 'system.overview',
  node: 'this',
  summary: 'How this node is',
  access: ownerDecides('system:read:<nodeId>'),
  answers: { 200: SystemOverview },
})

export const getClusterOverview = get('/cluster', {
  id: 'cluster.overview',
  merges: { each: getSystemOverview },
  summary: 'How every node is',
  access: signedIn,
  answers: { 200: SystemOverviewByNode },
})

export const getRuntimeInfo = get('/system/jvm', {
  id: 'system.jvm',
  node: 'this',
  summary: 'Memory and runtime of this node',
  access: ownerDecides('jvmstats:read:<nodeId>'),
  answers: { 200: RuntimeInfo },
})

export const getRuntimeInfoOfNode = get('/cluster/{nodeId}/jvm', {
  id: 'cluster.jvm',
  node: 'named',
  summary: 'Memory and runtime of one node',
  access: holds('jvmstats:read:<nodeId>'),
  answers: { 200: RuntimeInfo, 404: ApiError },
})

/** The longest profile of the processor time. */
export const MAX_PROFILE_SECONDS = 10

const ThreadDumpQuery = Type.Object({
  profile_seconds: Type.Optional(
    int({
      minimum: 0,
      maximum: MAX_PROFILE_SECONDS,
      description: 'Records for this time which functions use the processor; 0 if absent',
    }),
  ),
})

export const getThreadDump = get('/system/threaddump', {
  id: 'system.threaddump',
  node: 'this',
  summary: 'Thread activity of this node',
  access: ownerDecides('threads:dump:<nodeId>'),
  query: ThreadDumpQuery,
  produces: ['application/json', 'text/plain'],
  answers: { 200: ThreadDump },
})

export const getThreadDumpOfNode = get('/cluster/{nodeId}/threaddump', {
  id: 'cluster.threaddump',
  node: 'named',
  summary: 'Thread activity of one node',
  access: holds('threads:dump:<nodeId>'),
  query: ThreadDumpQuery,
  answers: { 200: ThreadDump, 404: ApiError },
})

export const listPlugins = get('/system/plugins', {
  id: 'system.plugins',
  node: 'this',
  summary: 'The plugins of this node',
  access: signedIn,
  answers: { 200: PluginList },
})

export const listPluginsOfNode = get('/cluster/{nodeId}/plugins', {
  id: 'cluster.plugins',
  node: 'named',
  summary: 'The plugins of one node',
  access: signedIn,
  answers: { 200: PluginList, 404: ApiError },
})

export const listLocales = get('/system/locales', {
  id: 'system.locales',
  summary: 'Languages and regions that dates and numbers can be written in',
  access: signedIn,
  answers: { 200: Locales },
})

export const listServiceStarts = get('/system/serviceManager', {
  id: 'system.service_manager',
  node: 'this',
  summary: 'How long each part of this node took to start',
  access: signedIn,
  answers: { 200: ServiceStarts },
})
