/** Responses of a cluster with two nodes. */
import type { NodeSummary, RuntimeInfo, SystemOverview } from '@logyard/contract/cluster/cluster'
import type { JournalSummary } from '@logyard/contract/ingest/journal'
import type { Metric } from '@logyard/contract/metrics/metrics'

const NOW = '2026-03-01T09:00:00.000Z'

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

export const overview: SystemOverview = {
  facility: 'logyard-server',
  codename: 'First',
  node_id: 'a',
  cluster_id: 'cluster',
  version: '0.1.0',
  started_at: NOW,
  is_processing: true,
  hostname: 'log-1',
  lifecycle: 'running',
  lb_status: 'alive',
  timezone: 'Europe/Berlin',
  operating_system: 'Linux 6.1',
}

const bytes = (count: number) => ({ bytes: count, kilobytes: 1, megabytes: 1 })
export const runtime: RuntimeInfo = {
  free_memory: bytes(1),
  max_memory: bytes(4),
  total_memory: bytes(3),
  used_memory: bytes(2),
  node_id: 'a',
  pid: '4711',
  info: 'Node.js 26.10.0',
}

export const journal: JournalSummary = {
  enabled: true,
  append_events_per_second: 12,
  read_events_per_second: 10,
  uncommitted_journal_entries: 345,
  journal_size: 4_000_000_000,
  journal_size_limit: 5_000_000_000,
  number_of_segments: 1,
  oldest_segment: NOW,
  journal_config: {
    directory: 'file:///var/lib/log%20yard/journal/',
    segment_size: 104_857_600,
    segment_age: 3_600_000,
    max_size: 5_000_000_000,
    max_age: 43_200_000,
    flush_interval: 1_000_000,
    flush_age: 60_000,
  },
}

export const gauge = (full_name: string, value: number): Metric => ({
  full_name,
  name: full_name.slice(full_name.lastIndexOf('.') + 1),
  type: 'gauge',
  metric: { value },
})

const meter = (full_name: string, one_minute: number): Metric => ({
  ...{ full_name, name: full_name.slice(full_name.lastIndexOf('.') + 1), type: 'meter' },
  metric: {
    rate: { total: 420, mean: one_minute, one_minute, five_minute: one_minute, fifteen_minute: one_minute },
    rate_unit: 'events/second',
  },
})

export const figures: readonly Metric[] = [
  meter('logyard.throughput.input', 7),
  meter('logyard.throughput.output', 6),
  gauge('org.graylog2.journal.append.1-sec-rate', 12),
  gauge('org.graylog2.journal.read.1-sec-rate', 1),
  gauge('org.graylog2.journal.segments', 2),
  gauge('org.graylog2.journal.entries-uncommitted', 1),
  gauge('org.graylog2.journal.size', 1),
  gauge('org.graylog2.journal.size-limit', 4),
  gauge('jvm.memory.heap.used', 100_000_000),
  gauge('jvm.memory.heap.committed', 200_000_000),
  gauge('jvm.memory.heap.max', 400_000_000),
]
