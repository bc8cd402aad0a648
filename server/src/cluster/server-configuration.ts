import { join, resolve } from 'node:path'
import type { ServerConfiguration } from '@logyard/contract/cluster/server-configuration'
import type { Config } from '../platform/config.ts'
import { NODE_ID_FILE } from './node-id.ts'
import { MISSABLE_BEATS } from './node-sightings.ts'

export interface ProcessingSetup {
  readonly threads: number
  readonly insertsAtOnce: number
  readonly bufferEntries: number
  readonly regexLimitMs: number
  readonly maxFaults: number
  readonly outputLimitMs: number
  readonly heartbeatMs: number
}

const PROGRAM_FOLDER = resolve(import.meta.dirname, '..', '..', '..', 'bin')

type Configured = Pick<Config, 'LOGYARD_DATA' | 'LOGYARD_HIGHLIGHTING' | 'LOGYARD_LEADING_WILDCARDS'>

export function describeConfiguration(config: Configured, processing: ProcessingSetup): ServerConfiguration {
  const folder = resolve(config.LOGYARD_DATA)
  return {
    inputbuffer_processors: 1,
    processbuffer_processors: processing.threads,
    outputbuffer_processors: processing.insertsAtOnce,
    processor_wait_strategy: 'blocking',
    inputbuffer_wait_strategy: 'blocking',
    inputbuffer_ring_size: processing.bufferEntries,
    ring_size: processing.bufferEntries,
    bin_dir: PROGRAM_FOLDER,
    data_dir: folder,
    plugin_dir: '',
    node_id_file: join(folder, NODE_ID_FILE),
    allow_highlighting: config.LOGYARD_HIGHLIGHTING,
    allow_leading_wildcard_searches: config.LOGYARD_LEADING_WILDCARDS,
    stream_processing_timeout: processing.regexLimitMs,
    stream_processing_max_faults: processing.maxFaults,
    output_module_timeout: processing.outputLimitMs,
    stale_master_timeout: MISSABLE_BEATS * processing.heartbeatMs,
    gc_warning_threshold: '',
  }
}
