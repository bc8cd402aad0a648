/** Warnings for administrators, at most one per type, and the log of system messages. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, IsoInstant } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'

export const NOTIFICATION_TYPES = [
  'check_server_clocks',
  'clock_jumped',
  'cold_storage_failing',
  'deflector_exists_as_index',
  'email_transport_configuration_invalid',
  'email_transport_failed',
  'es_cluster_red',
  'es_node_disk_watermark_flood_stage',
  'es_node_disk_watermark_high',
  'es_node_disk_watermark_low',
  'es_open_files',
  'es_unavailable',
  'es_version_mismatch',
  'event_notifications_dropped',
  'extractor_processing_disabled',
  'gc_too_long',
  'generic',
  'index_ranges_recalculation',
  'input_failed_to_start',
  'input_failure_shutdown',
  'journal_uncommitted_messages_deleted',
  'journal_utilization_too_high',
  'legacy_ldap_config_migration',
  'multi_master',
  'no_input_running',
  'no_master',
  'node_clock_differs',
  'node_died',
  'outdated_version',
  'output_disabled',
  'output_failing',
  'rule_processing_disabled',
  'server_restarted',
  'stream_processing_disabled',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The pages that the detail `page` of a generic notification can name: there its cause can be removed. */
export const NOTICE_PAGES = ['event-notifications', 'indices', 'node', 'url-whitelist'] as const

export const Notification = Type.Object(
  {
    type: Type.String(),
    severity: Type.Union([Type.Literal('normal'), Type.Literal('urgent')]),
    timestamp: IsoInstant,
    node_id: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

const NotificationList = Type.Object(
  { total: Type.Integer(), notifications: Type.Array(Notification) },
  { title: 'NotificationList' },
)

export const SystemMessage = Type.Object(
  { caller: Type.String(), content: Type.String(), timestamp: IsoInstant, node_id: Type.String() },
  { title: 'SystemMessage' },
)
export type SystemMessage = Static<typeof SystemMessage>

const SystemMessages = Type.Object(
  { messages: Type.Array(SystemMessage), total: Type.Integer() },
  { title: 'SystemMessages' },
)

const { get, del } = inArea('cluster')

export const listNotifications = get('/system/notifications', {
  id: 'notifications.list',
  summary: 'The warnings that the caller may read, newest first',
  access: signedIn,
  answers: { 200: NotificationList },
})

export const deleteNotification = del('/system/notifications/{type}', {
  id: 'notifications.delete',
  summary: 'Dismiss a warning; its type in any case of letters',
  access: ownerDecides('notifications:delete:<type>'),
  audit: 'notification:delete',
  answers: { 204: NoBody, 400: ApiError },
})

export const listSystemMessages = get('/system/messages', {
  id: 'system_messages.list',
  summary: 'System messages of nodes, 30 entries a page, newest first',
  access: holds('systemmessages:read'),
  query: Type.Object({ page: Type.Optional(int()) }),
  answers: { 200: SystemMessages },
})
