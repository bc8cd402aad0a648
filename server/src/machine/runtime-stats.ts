import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import type { RuntimeInfo } from '@logyard/contract/cluster/cluster'
import type { RuntimeStats } from '@logyard/contract/machine/system-stats'
import { UNKNOWN } from './proc-files.ts'

/** The runtime in the terms of the API, which were made for a JVM. */
export function readRuntimeStats(startedAt: Date): RuntimeStats {
  const heap = getHeapStatistics()
  return {
    version: process.versions.node,
    vm_name: 'Node.js',
    vm_version: `V8 ${process.versions.v8}`,
    vm_vendor: 'OpenJS Foundation',
    spec_name: 'ECMAScript',
    spec_version: UNKNOWN.toString(),
    spec_vendor: 'Ecma International',
    start_time: startedAt.getTime(),
    mem: {
      heap_init: UNKNOWN,
      heap_max: heap.heap_size_limit,
      non_heap_init: UNKNOWN,
      non_heap_max: UNKNOWN,
      direct_memory_max: UNKNOWN,
    },
    input_arguments: process.execArgv,
    boot_class_path: '',
    class_path: '',
    // The environment may contain secrets, so none of it is returned.
    system_properties: {},
    garbage_collectors: ['Scavenger', 'Mark-Compact'],
    memory_pools: getHeapSpaceStatistics().map(({ space_name }) => space_name),
  }
}

export function readRuntimeInfo(nodeId: string, operatingSystem: string): RuntimeInfo {
  const heap = getHeapStatistics()
  return {
    free_memory: bytes(heap.total_heap_size - heap.used_heap_size),
    max_memory: bytes(heap.heap_size_limit),
    total_memory: bytes(heap.total_heap_size),
    used_memory: bytes(heap.used_heap_size),
    node_id: nodeId,
    pid: String(process.pid),
    info: `Node.js ${process.versions.node} on ${operatingSystem}`,
  }
}

const bytes = (count: number) => ({
  bytes: count,
  kilobytes: Math.floor(count / 1024),
  megabytes: Math.floor(count / 1024 / 1024),
})
