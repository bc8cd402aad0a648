/** Facts about the machine of a node. Unavailable numbers are -1. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { operation, signedIn } from '../http/operation.ts'

const numbers = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, Type.Number()])) as Record<
    Names[number],
    ReturnType<typeof Type.Number>
  >

export const FsStats = Type.Object(
  {
    filesystems: Type.Record(
      Type.String(),
      Type.Object({
        path: Type.String(),
        mount: nullable(Type.String()),
        dev: nullable(Type.String()),
        type_name: nullable(Type.String()),
        sys_type_name: nullable(Type.String()),
        ...numbers(['total', 'free', 'available', 'used', 'used_percent']),
        ...numbers(['inodes_total', 'inodes_free', 'inodes_used', 'inodes_used_percent']),
        ...numbers(['disk_reads', 'disk_writes', 'disk_read_bytes', 'disk_write_bytes']),
        ...numbers(['disk_queue', 'disk_service_time']),
      }),
    ),
  },
  { title: 'FsStats' },
)
export type FsStats = Static<typeof FsStats>

export const RuntimeStats = Type.Object(
  {
    version: Type.String(),
    vm_name: Type.String(),
    vm_version: Type.String(),
    vm_vendor: Type.String(),
    spec_name: Type.String(),
    spec_version: Type.String(),
    spec_vendor: Type.String(),
    start_time: Type.Number({ description: 'Milliseconds since 1970' }),
    mem: Type.Object(numbers(['heap_init', 'heap_max', 'non_heap_init', 'non_heap_max', 'direct_memory_max'])),
    input_arguments: Type.Array(Type.String()),
    boot_class_path: Type.String(),
    class_path: Type.String(),
    system_properties: Type.Record(Type.String(), Type.String()),
    garbage_collectors: Type.Array(Type.String()),
    memory_pools: Type.Array(Type.String()),
  },
  { title: 'RuntimeStats' },
)
export type RuntimeStats = Static<typeof RuntimeStats>

export const InterfaceStats = Type.Object({
  ...numbers(['rx_packets', 'rx_errors', 'rx_dropped', 'rx_overruns', 'rx_frame', 'rx_bytes']),
  ...numbers(['tx_packets', 'tx_errors', 'tx_dropped', 'tx_overruns', 'tx_carrier', 'tx_collisions', 'tx_bytes']),
})
export type InterfaceStats = Static<typeof InterfaceStats>

export const TcpStats = Type.Object({
  ...numbers(['active_opens', 'passive_opens', 'attempt_fails', 'estab_resets', 'curr_estab']),
  ...numbers(['in_segs', 'out_segs', 'retrans_segs', 'in_errs', 'out_rsts']),
})
export type TcpStats = Static<typeof TcpStats>

export const NetworkStats = Type.Object(
  {
    primary_interface: nullable(Type.String()),
    interfaces: Type.Record(
      Type.String(),
      Type.Object({
        name: Type.String(),
        addresses: Type.Array(Type.String()),
        mac_address: Type.String(),
        mtu: Type.Number(),
        interface_stats: nullable(InterfaceStats),
      }),
    ),
    tcp: nullable(TcpStats),
  },
  { title: 'NetworkStats' },
)
export type NetworkStats = Static<typeof NetworkStats>

export const OsStats = Type.Object(
  {
    load_average: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
    uptime: Type.Number({ description: 'Seconds' }),
    processor: Type.Object({
      model: Type.String(),
      vendor: Type.String(),
      ...numbers(['mhz', 'total_cores', 'total_sockets', 'cores_per_socket', 'cache_size']),
      ...numbers(['sys', 'user', 'idle', 'stolen']),
    }),
    memory: Type.Object(
      numbers(['total', 'free', 'free_percent', 'used', 'used_percent', 'actual_free', 'actual_used']),
    ),
    swap: Type.Object(numbers(['total', 'free', 'used'])),
  },
  { title: 'OsStats' },
)
export type OsStats = Static<typeof OsStats>

export const ProcessStats = Type.Object(
  {
    ...numbers(['pid', 'open_file_descriptors', 'max_file_descriptors']),
    cpu: nullable(Type.Object(numbers(['percent', 'sys', 'user', 'total']))),
    memory: nullable(Type.Object(numbers(['total_virtual', 'resident', 'share']))),
  },
  { title: 'ProcessStats' },
)
export type ProcessStats = Static<typeof ProcessStats>

export const SystemStats = Type.Object(
  { fs: FsStats, jvm: RuntimeStats, network: NetworkStats, os: OsStats, process: ProcessStats },
  { title: 'SystemStats' },
)
export type SystemStats = Static<typeof SystemStats>

const shared = { area: 'cluster', method: 'GET', access: signedIn } as const

export const getSystemStats = operation({
  ...shared,
  id: 'stats.system',
  path: '/system/stats',
  node: 'this',
  summary: 'Everything that the machine of this node says about itself',
  answers: { 200: SystemStats },
})

export const getSystemStatsOfNode = operation({
  ...shared,
  id: 'stats.system_of_node',
  path: '/cluster/{nodeId}/stats',
  node: 'named',
  summary: 'Everything that the machine of one node says about itself',
  answers: { 200: SystemStats, 404: ApiError },
})

export const getFsStats = operation({
  ...shared,
  id: 'stats.fs',
  path: '/system/stats/fs',
  node: 'this',
  summary: 'File systems that Logyard keeps data on',
  answers: { 200: FsStats },
})

export const getRuntimeStats = operation({
  ...shared,
  id: 'stats.jvm',
  path: '/system/stats/jvm',
  node: 'this',
  summary: 'The runtime that Logyard runs on',
  answers: { 200: RuntimeStats },
})

export const getNetworkStats = operation({
  ...shared,
  id: 'stats.network',
  path: '/system/stats/network',
  node: 'this',
  summary: 'Network interfaces and TCP',
  answers: { 200: NetworkStats },
})

export const getOsStats = operation({
  ...shared,
  id: 'stats.os',
  path: '/system/stats/os',
  node: 'this',
  summary: 'Load, processors and memory of the machine',
  answers: { 200: OsStats },
})

export const getProcessStats = operation({
  ...shared,
  id: 'stats.process',
  path: '/system/stats/process',
  node: 'this',
  summary: 'The process of this node',
  answers: { 200: ProcessStats },
})
