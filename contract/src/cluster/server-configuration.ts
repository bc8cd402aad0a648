/** The settings of this node, read-only. */
import { type Static, Type } from 'typebox'
import { inArea, signedIn } from '../http/operation.ts'

const nothingHere = (what: string) => ({ description: `${what}: this server has none, so it is empty or 0` })

export const ServerConfiguration = Type.Object(
  {
    inputbuffer_processors: Type.Integer({ description: 'Threads that write the journal' }),
    processbuffer_processors: Type.Integer({ description: 'Threads that process messages' }),
    outputbuffer_processors: Type.Integer({ description: 'Batches that are stored at a time' }),
    processor_wait_strategy: Type.String(),
    inputbuffer_wait_strategy: Type.String(),
    inputbuffer_ring_size: Type.Integer(),
    ring_size: Type.Integer(),
    bin_dir: Type.String(),
    data_dir: Type.String(),
    plugin_dir: Type.String(nothingHere('A folder of plugins')),
    node_id_file: Type.String(),
    allow_highlighting: Type.Boolean(),
    allow_leading_wildcard_searches: Type.Boolean(),
    stream_processing_timeout: Type.Integer({ description: 'Milliseconds' }),
    stream_processing_max_faults: Type.Integer(),
    output_module_timeout: Type.Integer({ description: 'Timeout of a write to an output, in milliseconds' }),
    stale_master_timeout: Type.Integer({ description: 'Milliseconds' }),
    gc_warning_threshold: Type.String(nothingHere('A warning about garbage collection')),
  },
  { title: 'ServerConfiguration' },
)
export type ServerConfiguration = Static<typeof ServerConfiguration>

const { get } = inArea('cluster')

export const getServerConfiguration = get('/system/configuration', {
  id: 'system.configuration',
  node: 'this',
  summary: 'How this node is set up',
  access: signedIn,
  answers: { 200: ServerConfiguration },
})
