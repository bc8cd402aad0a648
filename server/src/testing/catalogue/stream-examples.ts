import { STDOUT_OUTPUT } from '@logyard/contract/outputs/outputs'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})
const ofStream: Example = async (world) => ({ params: await world.createStream() })
const withBody =
  (body: unknown): Example =>
  async (world) => ({ ...(await ofStream(world)), body })

const ofOutput: Example = async (world) => ({ params: { id: await world.createOutput() } })
const ofStreamOutput: Example = async (world) => {
  const { id } = await world.createStream()
  return { params: { id, outputId: await world.createOutput(id) } }
}

const A_RULE = { type: 1, field: 'level', value: 'error', inverted: false }

export const streamExamples: Readonly<Record<string, Example>> = {
  'streams.list': nothing,
  'streams.enabled': nothing,
  'streams.paginated': nothing,
  'streams.get': ofStream,
  'streams.create': async (world) => ({
    body: { title: 'Errors', index_set_id: await world.defaultIndexSetId(), rules: [A_RULE] },
  }),
  'streams.update': withBody({ title: 'Changed' }),
  'streams.delete': ofStream,
  'streams.pause': ofStream,
  'streams.resume': ofStream,
  'streams.test_match': withBody({ message: { level: 'error' } }),
  'streams.clone': async (world) => {
    const draft = { title: 'Copy', description: 'of it', remove_matches_from_default_stream: false }
    return { ...(await ofStream(world)), body: { ...draft, index_set_id: await world.defaultIndexSetId() } }
  },

  'stream_rules.types': () => ({ params: { id: 'null' } }),
  'stream_rules.list': ofStream,
  'stream_rules.get': ofStream,
  'stream_rules.create': withBody(A_RULE),
  'stream_rules.update': withBody(A_RULE),
  'stream_rules.update_post': withBody(A_RULE),
  'stream_rules.delete': ofStream,

  'outputs.list': nothing,
  'outputs.available': nothing,
  'outputs.get': ofOutput,
  'outputs.create': () => ({ body: { title: 'Console', type: STDOUT_OUTPUT, configuration: { prefix: 'seen: ' } } }),
  'outputs.update': async (world) => ({ ...(await ofOutput(world)), body: { title: 'Changed' } }),
  'outputs.delete': ofOutput,
  'stream_outputs.list': ofStreamOutput,
  'stream_outputs.get': ofStreamOutput,
  'stream_outputs.add': async (world) => ({
    ...(await ofStream(world)),
    body: { outputs: [await world.createOutput()] },
  }),
  'stream_outputs.remove': ofStreamOutput,
}
