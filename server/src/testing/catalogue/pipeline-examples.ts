import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { type CatalogueWorld, type Example, nothing } from './catalogue-world.ts'
import { draftOf } from './kind-examples.ts'

const connection = async ({ make }: CatalogueWorld) => ({
  stream_id: (await make('streams')).id,
  pipeline_ids: [(await make('pipelines')).id],
})

export const pipelineExamples: Readonly<Record<string, Example>> = {
  'rules.parse': draftOf('rules'),
  'rules.multiple': () => ({ body: { rules: ['one', 'two'] } }),
  'rules.functions': nothing,
  'rules.get_metrics_config': nothing,
  'rules.set_metrics_config': () => ({ body: { metrics_enabled: false } }),

  'pipelines.parse': draftOf('pipelines'),

  'pipeline_connections.list': nothing,
  async 'pipeline_connections.get'(world) {
    const body = await connection(world)
    await world.ask('POST', '/system/pipelines/connections/to_stream', body)
    return { params: { streamId: body.stream_id } }
  },
  'pipeline_connections.to_stream': async (world) => ({ body: await connection(world) }),
  async 'pipeline_connections.to_pipeline'(world) {
    const { stream_id, pipeline_ids } = await connection(world)
    return { body: { pipeline_id: pipeline_ids[0], stream_ids: [stream_id] } }
  },
  'simulator.simulate': () => ({ body: { stream_id: DEFAULT_STREAM_ID, message: { _id: 'a', message: 'hello' } } }),
}
