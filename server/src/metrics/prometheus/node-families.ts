/** Facts about the node besides the metrics of areas: version, process, state, notices, jobs, disk. */
import type { StoreServer } from '@logyard/contract/store/indexer'
import type { MetricFamily } from './metric-family.ts'

export interface NodeFacts {
  readonly version: string
  readonly nodeId: string
  readonly startedAt: Date
  readonly isProcessing: boolean
  readonly isAlive: boolean
  readonly isStoreUp: boolean
  /** None for the embedded engine. */
  readonly storeServers: readonly StoreServer[]
  /** The types of the open notices. */
  readonly notices: readonly string[]
  readonly jobs: number
  readonly inputs: Readonly<Record<string, number>>
  readonly cpuSeconds: number
  readonly residentBytes: number
  /** Negative if the system does not tell them. */
  readonly openFiles: number
  readonly maxOpenFiles: number
  readonly disk: { readonly totalBytes: number; readonly freeBytes: number }
}

type Described = Pick<MetricFamily, 'name' | 'type' | 'help'>

/** Families in the order of `familiesOfNode`; the page of the documents lists them. */
export const NODE_FAMILIES = [
  { name: 'logyard_build_info', type: 'gauge', help: 'Always 1; the labels have the version and the node.' },
  {
    name: 'logyard_processing_enabled',
    type: 'gauge',
    help: '1 if messages are processed, 0 if processing is paused.',
  },
  { name: 'logyard_load_balancer_alive', type: 'gauge', help: '1 if load balancers may use the node.' },
  { name: 'logyard_store_up', type: 'gauge', help: '1 if the message store is up.' },
  { name: 'logyard_store_server_up', type: 'gauge', help: '1 if a ClickHouse server responds.' },
  { name: 'logyard_store_server_complete', type: 'gauge', help: '1 if a ClickHouse server has all messages.' },
  { name: 'logyard_store_server_rows', type: 'gauge', help: 'Messages on a ClickHouse server.' },
  { name: 'logyard_store_server_disk_bytes', type: 'gauge', help: 'Size of the disks of a ClickHouse server.' },
  { name: 'logyard_store_server_disk_free_bytes', type: 'gauge', help: 'Free space on these disks.' },
  { name: 'logyard_notice', type: 'gauge', help: '1 for each open notice of the system, by type.' },
  { name: 'logyard_system_jobs', type: 'gauge', help: 'System jobs that wait or run.' },
  { name: 'logyard_inputs', type: 'gauge', help: 'Inputs on the node, by state.' },
  { name: 'logyard_disk_bytes', type: 'gauge', help: 'Size of the disk with the data folder.' },
  { name: 'logyard_disk_free_bytes', type: 'gauge', help: 'Free space on the disk with the data folder.' },
  { name: 'process_start_time_seconds', type: 'gauge', help: 'When the server started, in seconds since 1970.' },
  { name: 'process_cpu_seconds_total', type: 'counter', help: 'Processor time of the server, without the engine.' },
  { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of the server, without the engine.' },
  { name: 'process_open_fds', type: 'gauge', help: 'Open files and connections of the server.' },
  { name: 'process_max_fds', type: 'gauge', help: 'Limit of open files and connections.' },
] as const satisfies readonly Described[]

type NodeFamilyName = (typeof NODE_FAMILIES)[number]['name']

const MS_PER_SECOND = 1000

export function familiesOfNode(facts: NodeFacts): readonly MetricFamily[] {
  const samples: Record<NodeFamilyName, MetricFamily['samples']> = {
    logyard_build_info: [{ labels: { version: facts.version, node_id: facts.nodeId }, value: 1 }],
    logyard_processing_enabled: flag(facts.isProcessing),
    logyard_load_balancer_alive: flag(facts.isAlive),
    logyard_store_up: flag(facts.isStoreUp),
    ...samplesOfServers(facts.storeServers.slice(0, MAX_SERVERS)),
    logyard_notice: facts.notices.map((type) => ({ labels: { type }, value: 1 })),
    logyard_system_jobs: plain(facts.jobs),
    logyard_inputs: Object.entries(facts.inputs).map(([state, value]) => ({ labels: { state }, value })),
    logyard_disk_bytes: plain(facts.disk.totalBytes),
    logyard_disk_free_bytes: plain(facts.disk.freeBytes),
    process_start_time_seconds: plain(facts.startedAt.getTime() / MS_PER_SECOND),
    process_cpu_seconds_total: plain(facts.cpuSeconds),
    process_resident_memory_bytes: plain(facts.residentBytes),
    process_open_fds: plain(facts.openFiles),
    process_max_fds: plain(facts.maxOpenFiles),
  }
  return NODE_FAMILIES.map((family) => ({ ...family, samples: samples[family.name] }))
}

type ServerFamilyName = Extract<NodeFamilyName, `logyard_store_server_${string}`>

/** Each has its labels and is asked at each scrape. */
const MAX_SERVERS = 200

function samplesOfServers(servers: readonly StoreServer[]): Record<ServerFamilyName, MetricFamily['samples']> {
  const samples = (read: (server: StoreServer) => number | null) =>
    servers.flatMap((server) => {
      const value = read(server)
      return value === null ? [] : [{ labels: { server: server.address, shard: String(server.shard) }, value }]
    })
  return {
    logyard_store_server_up: samples(({ state }) => (state === 'up' ? 1 : 0)),
    logyard_store_server_complete: samples(({ messages }) => (messages === 'complete' ? 1 : 0)),
    logyard_store_server_rows: samples(({ rows }) => rows),
    logyard_store_server_disk_bytes: samples((server) => server.disk_total),
    logyard_store_server_disk_free_bytes: samples((server) => server.disk_free),
  }
}

const flag = (isSet: boolean) => plain(isSet ? 1 : 0)

/** Without a sample if the value is unknown. */
const plain = (value: number) => (value < 0 ? [] : [{ labels: {}, value }])
