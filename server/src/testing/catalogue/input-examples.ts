import { expect } from 'vitest'
import { type Example, nothing } from './catalogue-world.ts'
import { ofKind } from './kind-examples.ts'

const ofInput = ofKind('inputs')
const ofLaunchedInput: Example = async (world) => {
  const request = await ofInput(world)
  const state = { method: 'GET', path: '/system/inputstates/{id}' }
  await expect.poll(async () => (await world.call(world.admin, state, request)).status).toBe(200)
  return request
}
const FIELD = { key: 'env', value: 'test' }

export const inputExamples: Readonly<Record<string, Example>> = {
  'input_types.list': nothing,
  'input_types.all': nothing,
  'input_types.get': () => ({ params: { type: 'org.graylog2.inputs.raw.tcp.RawTCPInput' } }),
  'input_states.list_local': nothing,
  'input_states.get_local': ofLaunchedInput,
  'input_states.start_local': ofLaunchedInput,
  'input_states.stop_local': ofLaunchedInput,
  'input_states.list': nothing,
  'static_fields.add': async (world) => ({ ...(await ofInput(world)), body: FIELD }),
  'static_fields.remove': async ({ ask, make }) => {
    const { id } = await make('inputs')
    await ask('POST', `/system/inputs/${id}/staticfields`, FIELD)
    return { params: { id, key: FIELD.key } }
  },
  'codecs.types': nothing,

  'extractors.order': async ({ make }) => {
    const { id, owner } = await make('extractors')
    return { params: owner, body: { order: { 1: id } } }
  },
}
