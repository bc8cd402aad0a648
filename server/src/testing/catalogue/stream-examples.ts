import { type Example, nothing } from './catalogue-world.ts'
import { ofKind } from './kind-examples.ts'

const ofStream = ofKind('streams')
const ofStreamOutput: Example = async ({ ask, make }) => {
  const [{ id }, { id: outputId }] = [await make('streams'), await make('outputs')]
  await ask('POST', `/streams/${id}/outputs`, { outputs: [outputId] })
  return { params: { id, outputId } }
}

export const streamExamples: Readonly<Record<string, Example>> = {
  'streams.enabled': nothing,
  'streams.paginated': nothing,
  'streams.pause': ofStream,
  'streams.resume': ofStream,
  'streams.test_match': async (world) => ({ ...(await ofStream(world)), body: { message: { level: 'error' } } }),
  'streams.clone': async (world) => {
    const draft = { title: 'Copy', description: 'of it', remove_matches_from_default_stream: false }
    return { ...(await ofStream(world)), body: { ...draft, index_set_id: await world.defaultIndexSet() } }
  },

  'stream_rules.types': () => ({ params: { id: 'null' } }),
  'stream_rules.update_post': async (world) => ({
    ...(await ofKind('stream_rules')(world)),
    body: { type: 1, field: 'level', value: 'error', inverted: false },
  }),

  'outputs.available': nothing,
  'stream_outputs.list': ofStreamOutput,
  'stream_outputs.get': ofStreamOutput,
  'stream_outputs.add': async ({ make }) => ({
    params: { id: (await make('streams')).id },
    body: { outputs: [(await make('outputs')).id] },
  }),
  'stream_outputs.remove': ofStreamOutput,
}
