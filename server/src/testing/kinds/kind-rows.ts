/**
 * A row for each kind of object whose operations the contract describes with `crud`: a draft with every field, and the
 * differences from other kinds. `entities/all-kinds.test.ts` checks every kind by its row.
 */
import { EMAIL_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { ldapBackend } from '../../identity/auth-services/testing/backend-drafts.ts'

export type Json = Readonly<Record<string, unknown>>

/** The parts of the tested server that drafts need. */
export interface KindWorld {
  /** A name that no object has, of letters, digits and underscores. */
  unique(label: string): string
  /** Creates an object with the draft of its row, and returns it. */
  make(kind: string): Promise<Made>
  defaultIndexSet(): Promise<string>
}

export interface Made {
  readonly id: string
  readonly draft: Json
  /** The object to which it belongs. */
  readonly owner: Readonly<Record<string, string>>
}

export interface KindRow {
  draft(world: KindWorld): Json | Promise<Json>
  /** The values of the other parameters of its path. */
  owner?(world: KindWorld): Promise<Readonly<Record<string, string>>>
  /** Body of an update, if it is not the draft. */
  update?(draft: Json, id: string): Json
  /** The response to a second object with the same name; absent if names need not be unique. */
  readonly taken?: { readonly status: number; readonly text: string }
  /** The responses to calls of an object that does not exist, if they are not 404. */
  readonly unknown?: Readonly<Record<string, number>>
  /** Objects that a user may not see are as if they did not exist. */
  readonly isHidden?: true
  /** Name of the kind in content packs and configuration text; absent if they do not carry it. */
  readonly pack?: string
  /** Fields of the draft that are not read. */
  readonly notRead?: readonly string[]
  /** Fields that content packs do not carry. */
  readonly notCarried?: readonly string[]
}

const IGNORED = ['id', 'content_pack']

const ofStream: KindRow['owner'] = async ({ make }) => ({ id: (await make('streams')).id })

const lookupFacts = ({ unique }: KindWorld, kind: string) => {
  const name = unique(kind)
  return { name, title: `Title of ${name}`, description: `What ${name} is for` }
}

const LOOKUP: Pick<KindRow, 'taken' | 'update'> = {
  taken: { status: 400, text: 'is already in use' },
  update: (draft, id) => ({ ...draft, id }),
}

export const kindRows: Readonly<Record<string, KindRow>> = {
  roles: {
    draft: ({ unique }) => ({ name: unique('role'), description: 'For readers', permissions: ['streams:read'] }),
    taken: { status: 400, text: 'already exists' },
  },
  auth_backends: {
    draft: ({ unique }) => ldapBackend({ title: unique('directory'), description: 'Of the office' }),
  },
  oidc: {
    draft: ({ unique }) => ({
      id: unique('provider').replaceAll('_', '-'),
      ...{ title: 'A provider', description: 'Of the office', issuer: 'https://id.example.org' },
      ...{ client_id: 'logyard', client_secret: 'client-secret' },
    }),
    update: ({ id: _, ...draft }) => draft,
    taken: { status: 409, text: 'Another OpenID Connect provider has the id' },
  },
  index_sets: {
    draft({ unique }) {
      const title = unique('set')
      return {
        ...{ title, index_prefix: `${title}-x`, description: 'Of the office' },
        rotation_strategy_class: ROTATION_CLASSES.count,
        rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 1000 },
        retention_strategy_class: RETENTION_CLASSES.none,
        retention_strategy: { type: `${RETENTION_CLASSES.none}Config`, max_number_of_indices: 20 },
      }
    },
    taken: { status: 400, text: 'would conflict with an existing index set' },
  },
  streams: {
    draft: async (world) => ({
      ...{ title: world.unique('stream'), description: 'Of the web servers', matching_type: 'OR' },
      rules: [{ type: 2, field: 'source', value: '^web', inverted: true, description: 'Not the web' }],
      remove_matches_from_default_stream: true,
      index_set_id: await world.defaultIndexSet(),
    }),
    pack: 'stream',
    notRead: ['content_pack'],
    // Streams of packs always start.
    notCarried: ['disabled'],
  },
  stream_rules: {
    owner: ofStream,
    draft: () => ({ type: 2, field: 'source', value: '^web', inverted: true, description: 'Not the web' }),
  },
  outputs: {
    draft: ({ unique }) => ({
      ...{ title: unique('output'), type: 'org.graylog2.outputs.GelfOutput' },
      configuration: { hostname: '192.0.2.1', protocol: 'UDP', port: 12_999 },
    }),
    pack: 'output',
    notRead: ['streams', 'content_pack'],
  },
  inputs: {
    draft: ({ unique }) => ({
      ...{ title: unique('input'), type: 'org.graylog2.inputs.gelf.http.GELFHttpInput', global: true },
      configuration: { bind_address: '127.0.0.1', port: 0, recv_buffer_size: 262_144, idle_writer_timeout: 17 },
    }),
    pack: 'input',
    // An input of one node belongs to the node that applies the pack.
    notRead: ['node'],
  },
  extractors: {
    owner: async ({ make }) => ({ inputId: (await make('inputs')).id }),
    draft: ({ unique }) => ({
      ...{ title: unique('extractor'), cut_or_copy: 'copy', source_field: 'message', target_field: 'user_id' },
      ...{ extractor_type: 'regex', extractor_config: { regex_value: 'id:(\\d+)' }, converters: { numeric: {} } },
      ...{ condition_type: 'string', condition_value: 'id', order: 3 },
    }),
  },
  grok: {
    draft: ({ unique }) => ({ name: unique('PATTERN').toUpperCase(), pattern: '%{INT:apples}' }),
    update: (draft) => ({ ...draft, pattern: '%{INT:pears}' }),
    taken: { status: 400, text: 'already' },
    unknown: { update: 400 },
    pack: 'grok_pattern',
    notRead: IGNORED,
  },
  pipelines: {
    draft: ({ unique }) => ({
      source: `pipeline "${unique('pipeline')}"\nstage 3 match all\nend`,
      description: 'Of the web servers',
    }),
    pack: 'pipeline',
    notRead: ['title', 'id', 'created_at', 'modified_at', 'errors', 'stages'],
  },
  rules: {
    draft: ({ unique }) => ({
      source: `rule "${unique('rule')}"\nwhen true\nthen\n  set_field("seen", true);\nend`,
      description: 'Marks what was seen',
    }),
    pack: 'pipeline_rule',
    notRead: ['title', 'id', 'created_at', 'modified_at', 'errors', 'stages'],
  },
  lookup_caches: {
    draft: (world) => ({
      ...lookupFacts(world, 'cache'),
      config: {
        ...{ type: 'guava_cache', max_size: 77, expire_after_access: 3, expire_after_access_unit: 'MINUTES' },
        ...{ expire_after_write: 2, expire_after_write_unit: 'HOURS' },
      },
    }),
    ...LOOKUP,
    pack: 'lookup_cache',
    notRead: IGNORED,
  },
  lookup_adapters: {
    draft: (world) => ({
      ...lookupFacts(world, 'adapter'),
      ...{ custom_error_ttl_enabled: true, custom_error_ttl: 5, custom_error_ttl_unit: 'MINUTES' },
      config: {
        ...{ type: 'logyard-values', time_to_live: 3, time_to_live_unit: 'HOURS', case_insensitive_lookup: true },
      },
    }),
    ...LOOKUP,
    pack: 'lookup_adapter',
    notRead: IGNORED,
    notCarried: ['custom_error_ttl_enabled', 'custom_error_ttl', 'custom_error_ttl_unit'],
  },
  lookup_tables: {
    draft: async (world) => ({
      ...lookupFacts(world, 'table'),
      cache_id: (await world.make('lookup_caches')).id,
      data_adapter_id: (await world.make('lookup_adapters')).id,
      ...{ default_single_value: '7', default_single_value_type: 'NUMBER' },
      ...{ default_multi_value: '{"a":1}', default_multi_value_type: 'OBJECT' },
    }),
    ...LOOKUP,
    pack: 'lookup_table',
    notRead: IGNORED,
  },
  event_notifications: {
    draft: ({ unique }) => ({
      ...{ title: unique('notification'), description: 'Tells the office' },
      config: {
        ...{ type: 'http-notification-v2', url: 'https://hook.example.org/a', method: 'PUT' },
        ...{ content_type: 'text/plain', body_template: 'Alert' },
        ...{ timeout_seconds: 5, retries: 2, retry_delay_seconds: 11 },
      },
    }),
    unknown: { delete: 204 },
    pack: 'notification',
    notRead: ['id'],
  },
  event_definitions: {
    draft: async (world) => ({
      ...{ title: world.unique('definition'), description: 'Too many errors', priority: 3, alert: true },
      config: {
        ...{
          type: 'aggregation-v1',
          query: 'level:3',
          query_parameters: [],
          streams: [(await world.make('streams')).id],
        },
        ...{ group_by: ['source'], series: [{ id: 'count-', function: 'count', field: null }] },
        conditions: {
          expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 5 } },
        },
        ...{ search_within_ms: 120_000, execute_every_ms: 60_000 },
      },
      key_spec: ['who'],
      field_spec: {
        who: { data_type: 'string', providers: [{ type: 'template-v1', template: 'user', require_values: true }] },
      },
      notification_settings: { grace_period_ms: 60_000, backlog_size: 7 },
      notifications: [{ notification_id: (await world.make('event_notifications')).id, notification_parameters: null }],
      ...{ tags: ['night'], remediation_steps: 'Restart it', event_summary_template: 'Errors' },
      ...{ recovery: { notify: true, after_ms: 300_000 }, notification_limit: { count: 3, per_ms: 60_000 } },
    }),
    unknown: { delete: 204 },
    pack: 'event_definition',
    notRead: ['id', 'storage', 'updated_at'],
  },
  quiet_times: {
    draft: ({ unique }) => ({
      ...{ title: unique('quiet time'), event_definitions: [], tags: ['night'], at_end: 'notify_open' },
      schedule: { type: 'once', from: '2040-01-01T00:00:00.000Z', to: '2040-01-02T00:00:00.000Z' },
    }),
    isHidden: true,
  },
  decorators: {
    draft: async ({ make }) => ({
      type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
      config: { source_field: 'level', target_field: 'severity' },
      ...{ stream: (await make('streams')).id, order: 1 },
    }),
  },
  alert_conditions: {
    owner: ofStream,
    draft: ({ unique }) => ({
      ...{ type: 'message_count', title: unique('condition') },
      parameters: { time: 1, threshold_type: 'LESS', threshold: 1, grace: 0, backlog: 0 },
    }),
    unknown: { delete: 204 },
  },
  alarm_callbacks: {
    owner: ofStream,
    draft: ({ unique }) => ({
      ...{ type: EMAIL_ALARM_CALLBACK, title: unique('callback') },
      configuration: { sender: 'logyard@example.org', subject: 'An alert', email_receivers: ['ada@example.org'] },
    }),
  },
  sidecar_collectors: {
    draft: ({ unique }) => ({
      ...{ name: unique('collector'), service_type: 'svc', node_operating_system: 'windows' },
      ...{ executable_path: 'C:\\shipper.exe', execute_parameters: '-c "%s"', validation_parameters: '-t "%s"' },
      default_template: 'output: logyard',
    }),
    taken: { status: 400, text: 'already exists for the' },
    unknown: { delete: 304 },
    pack: 'sidecar_collector',
    notRead: ['id'],
  },
  sidecar_configurations: {
    draft: async ({ unique, make }) => ({
      ...{ name: unique('configuration'), collector_id: (await make('sidecar_collectors')).id, color: '#00AAFF' },
      ...{ template: 'output: logyard', tags: ['dmz'] },
    }),
    taken: { status: 400, text: 'already exists' },
    unknown: { delete: 304 },
    pack: 'sidecar_collector_configuration',
    notRead: ['id'],
  },
  sidecar_variables: {
    draft: ({ unique }) => ({ name: unique('variable'), description: 'Where logs go', content: 'logs.example.org' }),
    taken: { status: 400, text: 'A variable with that name already exists' },
  },
}
