import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})
const rule = ({ unique }: CatalogueWorld) => ({ source: `rule "${unique('rule')}" when true then end` })
const pipeline = ({ unique }: CatalogueWorld) => ({
  source: `pipeline "${unique('pipeline')}" stage 0 match either end`,
})

async function create(world: CatalogueWorld, kind: 'rule' | 'pipeline'): Promise<string> {
  const body = kind === 'rule' ? rule(world) : pipeline(world)
  const answer = await world.call(world.admin, { method: 'POST', path: `/system/pipelines/${kind}` }, { body })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.json()['id'])
}

const ofRule: Example = async (world) => ({ params: { id: await create(world, 'rule') } })
const ofPipeline: Example = async (world) => ({ params: { id: await create(world, 'pipeline') } })
const connection = async (world: CatalogueWorld) => {
  const { id } = await world.createStream()
  return { stream_id: id, pipeline_ids: [await create(world, 'pipeline')] }
}

export const pipelineExamples: Readonly<Record<string, Example>> = {
  'rules.list': nothing,
  'rules.get': ofRule,
  'rules.create': (world) => ({ body: rule(world) }),
  'rules.update': async (world) => ({ ...(await ofRule(world)), body: rule(world) }),
  'rules.delete': ofRule,
  'rules.parse': (world) => ({ body: rule(world) }),
  'rules.multiple': () => ({ body: { rules: ['one', 'two'] } }),
  'rules.functions': nothing,
  'rules.get_metrics_config': nothing,
  'rules.set_metrics_config': () => ({ body: { metrics_enabled: false } }),

  'pipelines.list': nothing,
  'pipelines.get': ofPipeline,
  'pipelines.create': (world) => ({ body: pipeline(world) }),
  'pipelines.update': async (world) => ({ ...(await ofPipeline(world)), body: pipeline(world) }),
  'pipelines.delete': ofPipeline,
  'pipelines.parse': (world) => ({ body: pipeline(world) }),

  'pipeline_connections.list': nothing,
  async 'pipeline_connections.get'(world) {
    const body = await connection(world)
    const path = '/system/pipelines/connections/to_stream'
    const answer = await world.call(world.admin, { method: 'POST', path }, { body })
    expect(answer.status, answer.text).toBe(200)
    return { params: { streamId: body.stream_id } }
  },
  'pipeline_connections.to_stream': async (world) => ({ body: await connection(world) }),
  async 'pipeline_connections.to_pipeline'(world) {
    const { stream_id, pipeline_ids } = await connection(world)
    return { body: { pipeline_id: pipeline_ids[0], stream_ids: [stream_id] } }
  },
  'simulator.simulate': () => ({ body: { stream_id: DEFAULT_STREAM_ID, message: { _id: 'a', message: 'hello' } } }),
}
