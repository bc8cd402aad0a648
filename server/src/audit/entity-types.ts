/** Which collections hold entities, and under which type entries of the audit log name them. */

const TYPES: Readonly<Record<string, string>> = {
  alert_comments: 'alert-comment',
  alerts: 'alert',
  auth_services: 'auth-service',
  authentication_settings: 'auth-service',
  cluster_config: 'cluster-config',
  content_pack_installations: 'content-pack-installation',
  content_packs: 'content_pack',
  decorators: 'decorator',
  event_definitions: 'event-definition',
  event_notifications: 'event-notification',
  extractors: 'extractor',
  grants: 'share',
  grok_patterns: 'grok-pattern',
  index_sets: 'index-set',
  indices: 'index',
  inputs: 'input',
  legacy_alarm_callbacks: 'alarm-callback',
  legacy_alert_conditions: 'alert-condition',
  license_requests: 'license-request',
  lookup_adapters: 'data-adapter',
  lookup_caches: 'lookup-cache',
  lookup_tables: 'lookup-table',
  lookup_values: 'lookup-value',
  notifications: 'notification',
  oidc_providers: 'oidc-provider',
  outputs: 'output',
  pipeline_connections: 'pipeline-connection',
  pipeline_rules: 'pipeline-rule',
  pipelines: 'pipeline',
  quiet_times: 'quiet-time',
  roles: 'role',
  'root-password': 'user',
  scheduler_jobs: 'scheduler-job',
  scheduler_triggers: 'scheduler-trigger',
  sessions: 'session',
  sidecar_actions: 'sidecar-action',
  sidecar_assignments: 'sidecar-assignment',
  sidecar_collectors: 'sidecar-collector',
  sidecar_configurations: 'sidecar-configuration',
  sidecar_uploads: 'sidecar-upload',
  sidecar_variables: 'sidecar-variable',
  sidecars: 'sidecar',
  streams: 'stream',
  tokens: 'token',
  unusual_messages: 'unusual-message',
  users: 'user',
  views: 'view',
}

/** Records that the server writes automatically beside an operation; not a requested change. */
const NOTES: ReadonlySet<string> = new Set([
  'cluster_facts',
  'content_pack_baselines',
  'content_pack_deletions',
  'content_pack_seeds',
  'event_notified_keys',
  'event_notification_counts',
  'event_outbox',
  'event_processor_states',
  'job_leases',
  'message_fields',
  'message_fields_state',
  'nodes',
  'pipeline_rule_versions',
  'processing_status',
  'quiet_time_counts',
  'searches',
  'system_jobs',
  'system_messages',
  'traffic_hours',
])

/** Changes of the server itself that have entries: people from directories, configuration, indices. */
const CHANGED_BY_SYSTEM: ReadonlySet<string> = new Set([
  'auth_services',
  'authentication_settings',
  'cluster_config',
  'event_definitions',
  'event_notifications',
  'grants',
  'index_sets',
  'indices',
  'inputs',
  'oidc_providers',
  'outputs',
  'pipeline_rules',
  'pipelines',
  'roles',
  'root-password',
  'streams',
  'users',
  'views',
])

/** The verbs of changes of the server itself. */
export const SYSTEM_VERBS = { insert: 'create', replace: 'update', delete: 'delete' } as const

/** The events that changes of the server itself can have. */
export const systemEvents = (): readonly string[] =>
  [...CHANGED_BY_SYSTEM].flatMap((collection) =>
    Object.values(SYSTEM_VERBS).map((verb) => `${entityTypeOf(collection)}:${verb}`),
  )

export const entityTypeOf = (collection: string): string => TYPES[collection] ?? collection.replaceAll('_', '-')
export const isNote = (collection: string): boolean => NOTES.has(collection)
export const isChangedBySystem = (collection: string): boolean => CHANGED_BY_SYSTEM.has(collection)
