/** Creates searches for examples: each example gets its own. */
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})

/** One search type fails, because an execution without errors has no list of errors. */
const FAILING = { id: 'unknown', type: 'unknown' }

const searchFor = (...search_types: readonly object[]) => ({
  parameters: [],
  queries: [
    {
      id: 'q1',
      query: { type: 'elasticsearch', query_string: '' },
      timerange: { type: 'relative', range: 300 },
      search_types,
    },
  ],
})

async function ask(world: CatalogueWorld, path: string, request: ExampleRequest): Promise<Record<string, unknown>> {
  const answer = await world.call(world.admin, { method: 'POST', path }, request)
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

/** It ends at once, however slow the machine is: the answer of an execution waits only for a moment. */
const stored: Example = async (world) => ({
  params: { id: String((await ask(world, '/views/search', { body: searchFor(FAILING) }))['id']) },
})

const executed: Example = async (world) => {
  const job = await ask(world, '/views/search/{id}/execute', await stored(world))
  return { params: { jobId: String(job['id']) } }
}

export const searchExamples: Readonly<Record<string, Example>> = {
  'views_search.create': () => ({ body: searchFor(FAILING) }),
  'views_search.list': nothing,
  'views_search.get': stored,
  'views_search.metadata': () => ({ body: searchFor(FAILING) }),
  'views_search.metadata_by_id': stored,
  'views_functions.list': nothing,
  'fields.list': nothing,
  'fields.for_streams': async (world) => ({ body: { streams: [(await world.createStream()).id] } }),
  'fields.names': nothing,
  'views_search.execute': stored,
  'views_search.status': executed,
  'views_search.sync': () => ({ body: searchFor({ id: 'messages', type: 'messages' }, FAILING) }),
}
