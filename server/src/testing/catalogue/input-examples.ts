import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const draft = () => ({
  title: 'Lines',
  type: RAW_TCP,
  global: true,
  configuration: { bind_address: '127.0.0.1', port: 0 },
})

const nothing: Example = () => ({})
const ofInput: Example = async (world) => {
  const made = await world.call(world.admin, { method: 'POST', path: '/system/inputs' }, { body: draft() })
  const id = String(made.json()['id'])
  const state = { method: 'GET', path: '/system/inputstates/{id}' }
  await expect.poll(async () => (await world.call(world.admin, state, { params: { id } })).status).toBe(200)
  return { params: { id } }
}
const withBody =
  (body: unknown): Example =>
  async (world) => ({ ...(await ofInput(world)), body })

const EXTRACTOR = {
  title: 'User id',
  cut_or_copy: 'copy',
  source_field: 'message',
  target_field: 'user_id',
  extractor_type: 'regex',
  extractor_config: { regex_value: 'id:(\\d+)' },
  converters: { numeric: {} },
  condition_type: 'none',
  condition_value: '',
  order: 0,
}
const ofInputById: Example = async (world) => {
  const { params } = await ofInput(world)
  return { params: { inputId: params?.['id'] ?? '' } }
}
const ofExtractor: Example = async (world) => {
  const { params = {} } = await ofInputById(world)
  const create = { method: 'POST', path: '/system/inputs/{inputId}/extractors' }
  const created = (await world.call(world.admin, create, { params, body: EXTRACTOR })).json()
  return { params: { ...params, extractorId: String(created['extractor_id']) } }
}

export const inputExamples: Readonly<Record<string, Example>> = {
  'inputs.list': nothing,
  'inputs.create': () => ({ body: draft() }),
  'inputs.get': ofInput,
  'inputs.update': withBody(draft()),
  'inputs.delete': ofInput,
  'input_types.list': nothing,
  'input_types.all': nothing,
  'input_types.get': () => ({ params: { type: RAW_TCP } }),
  'input_states.list_local': nothing,
  'input_states.get_local': ofInput,
  'input_states.start_local': ofInput,
  'input_states.stop_local': ofInput,
  'input_states.list': nothing,
  'static_fields.add': withBody({ key: 'env', value: 'test' }),
  'static_fields.remove': async (world) => {
    const { params } = await ofInput(world)
    const add = { method: 'POST', path: '/system/inputs/{id}/staticfields' }
    await world.call(world.admin, add, { params: params ?? {}, body: { key: 'env', value: 'test' } })
    return { params: { ...params, key: 'env' } }
  },
  'codecs.types': nothing,

  'extractors.list': ofExtractor,
  'extractors.get': ofExtractor,
  'extractors.create': async (world) => ({ ...(await ofInputById(world)), body: EXTRACTOR }),
  'extractors.update': async (world) => ({ ...(await ofExtractor(world)), body: EXTRACTOR }),
  'extractors.delete': ofExtractor,
  'extractors.order': async (world) => {
    const { params = {} } = await ofExtractor(world)
    return { params, body: { order: { 1: params['extractorId'] } } }
  },
}
