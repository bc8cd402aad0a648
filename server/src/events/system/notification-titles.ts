/** Notifications of the system in words, for those who read them as events. */
import type { Notification, NotificationType } from '@logyard/contract/notices/notifications'

const TITLES: Readonly<Record<NotificationType, string>> = {
  check_server_clocks: 'Server clocks differ',
  clock_jumped: 'The clock of the server was set',
  cold_storage_failing: 'Messages cannot be moved to cold storage',
  deflector_exists_as_index: 'An index has a reserved name',
  email_transport_configuration_invalid: 'Email is not configured',
  email_transport_failed: 'An email could not be sent',
  es_cluster_red: 'The message store is unhealthy',
  es_node_disk_watermark_flood_stage: 'Disks are almost full, and writing has stopped',
  es_node_disk_watermark_high: 'Disks are almost full',
  es_node_disk_watermark_low: 'Disks are filling up',
  es_open_files: 'Open files are running out',
  es_unavailable: 'The message store is unavailable',
  es_version_mismatch: 'The version of the message store has changed',
  event_notifications_dropped: 'Notifications of events were dropped',
  extractor_processing_disabled: 'An extractor is too slow and is skipped',
  gc_too_long: 'The server pauses for a long time to free memory',
  generic: 'A part of the server needs attention',
  index_ranges_recalculation: 'Index ranges must be recalculated',
  input_failed_to_start: 'An input could not start',
  input_failure_shutdown: 'An input stopped after failures',
  journal_uncommitted_messages_deleted: 'Unstored messages were deleted',
  journal_utilization_too_high: 'The journal is almost full',
  legacy_ldap_config_migration: 'LDAP settings were migrated',
  multi_master: 'There is more than one leader node',
  no_input_running: 'No input is running',
  no_master: 'There is no leader node',
  node_clock_differs: 'The clock of a node differs',
  node_died: 'A node stopped responding',
  outdated_version: 'A new version is available',
  output_disabled: 'An output is paused after failures',
  output_failing: 'An output is failing',
  rule_processing_disabled: 'A rule is too slow and is skipped',
  server_restarted: 'The server ended unexpectedly and was started again',
  stream_processing_disabled: 'A stream was paused because its rules are too slow',
}

export function notificationTitle({ type, details }: Pick<Notification, 'type' | 'details'>): string {
  const { title } = details
  if (type === 'generic' && typeof title === 'string' && title !== '') return title
  return isKnown(type) ? TITLES[type] : type
}

const isKnown = (type: string): type is NotificationType => Object.hasOwn(TITLES, type)
