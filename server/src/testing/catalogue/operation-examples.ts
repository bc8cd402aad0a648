import { authServiceExamples } from './auth-service-examples.ts'
import { type Example, nothing } from './catalogue-world.ts'
import { configExamples } from './config-examples.ts'
import { contentPackExamples } from './content-pack-examples.ts'
import { eventExamples } from './event-examples.ts'
import { indexSetExamples } from './index-set-examples.ts'
import { inputExamples } from './input-examples.ts'
import { kindExamples } from './kind-examples.ts'
import { legacyAlertExamples } from './legacy-alert-examples.ts'
import { lookupExamples } from './lookup-examples.ts'
import { messageExamples } from './message-examples.ts'
import { parsingExamples } from './parsing-examples.ts'
import { pipelineExamples } from './pipeline-examples.ts'
import { searchExamples } from './search-examples.ts'
import { sidecarExamples } from './sidecar-examples.ts'
import { streamExamples } from './stream-examples.ts'
import { viewExamples } from './view-examples.ts'

const ofNode: Example = ({ nodeId }) => ({ params: { nodeId } })
const ofUser: Example = async (world) => {
  const { id, username } = await world.createUser()
  return { params: { userId: id, username } }
}
const ofRole: Example = async (world) => {
  const { id, name } = await world.createRole()
  return { params: { roleId: id, name } }
}
const ofMember: Example = async (world) => {
  const { username } = await world.createUser()
  const { id, name } = await world.createRole()
  return { params: { roleId: id, name, username } }
}
const ofShare: Example = async (world) => {
  const { id } = await world.make('streams')
  return { params: { grn: `grn::::stream:${id}` } }
}
const withBody =
  (example: Example, body: unknown): Example =>
  async (world) => ({ ...(await example(world)), body })
const withParams =
  (example: Example, params: Readonly<Record<string, string>>): Example =>
  async (world) => {
    const request = await example(world)
    return { ...request, params: { ...request.params, ...params } }
  }

const A_METRIC = 'jvm.memory.heap.used'
const anEvent = () => ({ text: 'hello', headers: { 'content-type': 'text/plain' } })
const afterEvent =
  (scope: string): Example =>
  async (world) => {
    // Local events are those of one node, and each call may reach another one.
    const { total } = await world.ask('GET', '/system/cluster/nodes')
    for (let sent = 0; sent < Number(total); sent += 1) {
      await world.call(world.admin, { method: 'POST', path: `/system/debug/events/${scope}` }, anEvent())
    }
    return {}
  }
const ofDocs: Example = () => ({ params: { route: 'users' } })
const page: Example = () => ({ headers: { accept: 'text/html' } })

/** Operations that one valid request cannot test, and the tests that cover them. */
export const provenElsewhere: Readonly<Record<string, string>> = {
  'messages.get': 'search/message/messages.test.ts',
  'jobs.get_local': 'cluster/cluster.test.ts',
  'jobs.start_local': 'cluster/cluster.test.ts',
  'jobs.cancel_local': 'cluster/cluster.test.ts',
  'jobs.get': 'cluster/cluster.test.ts',
  'jobs.cancel': 'cluster/cluster.test.ts',
  'processing.status_local_persisted': 'processing/processing-routes.test.ts',
  'shutdown.local': 'main.test.ts',
  'shutdown.node': 'cluster/cluster.test.ts',
  'event_notifications.test_new': 'event-notifications/event-notifications.test.ts',
  'event_notifications.test': 'event-notifications/event-notifications.test.ts',
  'api_browser.asset': 'api-docs/api-docs-routes.test.ts',
  // A node that refuses is null in a response with 200, even if the caller lacks the permission.
  'input_states.start': 'inputs/input-routes.test.ts',
  'input_states.stop': 'inputs/input-routes.test.ts',
  // Nothing can be sent without a mail server or a web hook.
  'alarm_callbacks.test': 'legacy-alerts/alarm-callbacks.test.ts',
  'stream_alerts.send_dummy': 'legacy-alerts/alarm-callbacks.test.ts',
}

/** Operations that refuse callers without access with 404, as if the entity did not exist. */
export const hiding: ReadonlySet<string> = new Set(['views.get'])

/** One valid request for every served operation of the reference list. */
export const examples: Readonly<Record<string, Example>> = {
  ...kindExamples,
  'sessions.create': ({ admin }) => ({ body: { ...admin, host: 'localhost' } }),
  'sessions.validate': nothing,
  'sessions.delete': () => ({ params: { sessionId: '00000000-0000-4000-8000-000000000000' } }),
  'permissions.list': nothing,
  'permissions.reader': () => ({ params: { username: 'ada' } }),

  'users.list': nothing,
  'users.paginated': nothing,
  'users.get': ofUser,
  'users.get_by_id': ofUser,
  'users.create': (world) => ({
    body: {
      username: world.unique('new'),
      password: 'a secret',
      email: 'new@example.org',
      full_name: 'New',
      permissions: [],
    },
  }),
  'users.update': withBody(ofUser, { full_name: 'Changed' }),
  'users.delete': ofUser,
  'users.delete_by_id': ofUser,
  'users.set_permissions': withBody(ofUser, { permissions: ['streams:read'] }),
  'users.clear_permissions': ofUser,
  'users.set_preferences': withBody(ofUser, { preferences: { themeMode: 'noir' } }),
  'users.change_password': withBody(ofUser, { password: 'another secret' }),
  'users.set_status': withParams(ofUser, { status: 'disabled' }),

  'tokens.list': ofUser,
  'tokens.create': withParams(ofUser, { name: 'script' }),
  'tokens.delete': async (world) => {
    const { id } = await world.createUser()
    const token = await world.ask('POST', `/users/${id}/tokens/script`, {})
    return { params: { userId: id, idOrToken: String(token['id']) } }
  },

  'roles.members': ofRole,
  'roles.add_member': ofMember,
  'roles.remove_member': ofMember,

  'authz_roles.list': nothing,
  'authz_roles.get': ofRole,
  'authz_roles.delete': ofRole,
  'authz_roles.assignees': ofRole,
  'authz_roles.add_assignees': async (world) => {
    const { username } = await world.createUser()
    return { ...(await ofRole(world)), body: [username] }
  },
  'authz_roles.remove_assignee': ofMember,
  'authz_roles.for_user': ofUser,

  'shares.for_user': ofUser,
  'shares.prepare': withBody(ofShare, {}),
  'shares.update': withBody(ofShare, { selected_grantee_capabilities: { 'grn::::builtin-team:everyone': 'view' } }),
  'grants.overview': nothing,

  'gettingstarted.status': nothing,
  'gettingstarted.dismiss': () => ({ body: {} }),

  'root.ping': nothing,
  'nodes.list': nothing,
  'nodes.this': nothing,
  'nodes.get': ofNode,
  'nodes.get_alias': ofNode,
  'cluster.overview': nothing,
  'system.overview': nothing,
  'system.jvm': nothing,
  'cluster.jvm': ofNode,
  'system.threaddump': nothing,
  'cluster.threaddump': ofNode,
  'system.plugins': nothing,
  'cluster.plugins': ofNode,
  'lbstatus.get': () => ({ headers: { accept: 'text/plain' } }),
  'lbstatus.override_local': () => ({ params: { status: 'ALIVE' } }),
  'lbstatus.override': withParams(ofNode, { status: 'alive' }),
  'loggers.list': nothing,
  'loggers.list_local': nothing,
  'loggers.subsystems': nothing,
  'loggers.subsystems_local': nothing,
  'loggers.set_subsystem_level': withParams(ofNode, { subsystem: 'indexer', level: 'info' }),
  'loggers.set_subsystem_level_local': () => ({ params: { subsystem: 'indexer', level: 'info' } }),
  'loggers.set_level_local': () => ({ params: { logger: 'logyard.search', level: 'info' } }),
  'loggers.recent_messages': nothing,
  'license.info': nothing,
  'license.request': () => ({
    body: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      company: 'Engines',
      email: 'ada@example.org',
      phone: '+44 20 7946 0000',
    },
  }),
  'stats.elasticsearch': nothing,
  'stats.storeServers': nothing,
  'stats.system': nothing,
  'stats.fs': nothing,
  'stats.jvm': nothing,
  'stats.network': nothing,
  'stats.os': nothing,
  'stats.process': nothing,
  'cluster.traffic': () => ({ query: { days: '1', daily: 'true' } }),
  'stats.cluster': nothing,
  'stats.mongo': nothing,
  'system.configuration': nothing,
  'system.locales': nothing,
  'system.service_manager': nothing,
  'debug_events.cluster_post': anEvent,
  'debug_events.cluster_get': afterEvent('cluster'),
  'debug_events.local_post': anEvent,
  'debug_events.local_get': afterEvent('local'),
  'api_docs.list': nothing,
  'api_docs.list_global': nothing,
  'api_docs.get': ofDocs,
  'api_docs.get_global': ofDocs,
  'api_browser.root': page,
  'api_browser.index': page,
  'api_browser.global_index': page,
  'notifications.list': nothing,
  'notifications.delete': () => ({ params: { type: 'generic' } }),
  'system_messages.list': nothing,
  'jobs.list_local': nothing,
  'jobs.list': nothing,

  'system.journal': nothing,
  'cluster.journal': ofNode,
  'processing.pause_local': nothing,
  'processing.hold_local': () => ({ body: { limit_seconds: 1 } }),
  'processing.hold_state_local': nothing,
  'processing.resume_local': nothing,
  'processing.unlock_local': nothing,
  'processing.pause': ofNode,
  'processing.resume': ofNode,
  'processing.status_local': nothing,
  'processing.status': nothing,
  'processing.status_persisted': nothing,
  'messageprocessors.get': nothing,
  'messageprocessors.update': withBody(nothing, { processor_order: [], disabled_processors: [] }),
  'system.processbufferdump': nothing,
  'cluster.processbufferdump': ofNode,
  'cluster.processbufferdump_all': nothing,

  'metrics.multiple_cluster': () => ({ body: { metrics: [A_METRIC] } }),
  'metrics.multiple_node': withBody(ofNode, { metrics: [A_METRIC] }),
  'metrics.multiple_local': () => ({ body: { metrics: [A_METRIC] } }),
  'metrics.namespace_node': withParams(ofNode, { ns: 'jvm' }),
  'metrics.namespace_local': () => ({ params: { ns: 'jvm' } }),
  'metrics.names_local': nothing,
  'metrics.names_node': ofNode,
  'metrics.all': nothing,
  'metrics.get': () => ({ params: { name: A_METRIC } }),
  'metrics.history': () => ({ params: { name: A_METRIC } }),
  'metrics.throughput': nothing,

  'logyard.mcp.call': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  ...authServiceExamples,
  ...configExamples,
  ...contentPackExamples,
  ...parsingExamples,
  ...legacyAlertExamples,
  ...lookupExamples,
  ...eventExamples,
  ...pipelineExamples,
  ...indexSetExamples,
  ...inputExamples,
  ...sidecarExamples,
  ...streamExamples,
  ...viewExamples,
  ...searchExamples,
  ...messageExamples,
}
