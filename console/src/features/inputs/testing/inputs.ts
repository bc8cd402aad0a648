/** Inputs, their types and their nodes, as responses of a small cluster. */
import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import type { ConfigField } from '@logyard/contract/configured/configuration'
import type { InputState, InputStateSummary, InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import type { Metric } from '@logyard/contract/metrics/metrics'

const NOW = '2026-03-01T09:00:00.000Z'

const field = (type: ConfigField['type'], human_name: string, given: Partial<ConfigField> = {}): ConfigField => ({
  type,
  human_name,
  description: null,
  default_value: null,
  is_optional: true,
  attributes: [],
  additional_info: {},
  position: 100,
  ...given,
})

export const gelfTcp: InputTypeInfo = {
  type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  name: 'GELF TCP',
  is_exclusive: false,
  link_to_docs: '',
  requested_configuration: {
    bind_address: field('text', 'Bind address', { default_value: '0.0.0.0', is_optional: false }),
    port: field('number', 'Port', { default_value: 12201, is_optional: false, attributes: ['is_port_number'] }),
    tls_key_password: field('text', 'TLS key password', { default_value: '', attributes: ['is_password'] }),
    tcp_keepalive: field('boolean', 'TCP keepalive', { default_value: false }),
  },
}

export const node = (id: string, hostname: string, is_master = false): NodeSummary => ({
  cluster_id: 'cluster',
  node_id: id,
  type: 'server',
  is_master,
  transport_address: 'http://127.0.0.1:9000/api/',
  last_seen: NOW,
  short_node_id: id,
  hostname,
  version: '0.1.0',
  is_active: true,
  has_left: false,
  clock_ahead_ms: 0,
})

export const globalInput: InputSummary = {
  id: '5f0000000000000000000011',
  title: 'Applications',
  type: gelfTcp.type,
  name: gelfTcp.name,
  global: true,
  node: null,
  content_pack: null,
  creator_user_id: 'ada',
  created_at: NOW,
  attributes: { bind_address: '0.0.0.0', port: 12201, tls_key_password: 'hunter2', tcp_keepalive: false, source: null },
  static_fields: { environment: 'production' },
}

export const localInput: InputSummary = {
  ...globalInput,
  id: '5f0000000000000000000012',
  title: 'Laboratory',
  global: false,
  node: 'node-a',
  static_fields: {},
}

export const stateOf = (input: InputSummary, state: InputState, reason: string | null = null): InputStateSummary => ({
  id: input.id,
  state,
  started_at: NOW,
  detailed_message: reason,
  message_input: input,
})

export const meter = (full_name: string, total: number, one_minute: number): Metric => ({
  full_name,
  name: full_name.slice(full_name.lastIndexOf('.') + 1),
  type: 'meter',
  metric: {
    rate: { total, mean: 1, one_minute, five_minute: 1, fifteen_minute: 1 },
    rate_unit: 'events/second',
  },
})
