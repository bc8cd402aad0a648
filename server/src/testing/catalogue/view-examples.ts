/** Creates views for examples: each example gets its own. */
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const list: Example = () => ({ query: { query: 'title:board' } })

async function make(world: CatalogueWorld, path: string, body: unknown): Promise<string> {
  const answer = await world.call(world.admin, { method: 'POST', path }, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.json()['id'])
}

/** Every user may save it. */
const draft = async (world: CatalogueWorld) => ({
  type: 'SEARCH',
  title: world.unique('board'),
  search_id: await make(world, '/views/search', { queries: [] }),
  state: { q: { widgets: [], widget_mapping: {}, positions: {} } },
})
const stored: Example = async (world) => ({ params: { id: await make(world, '/views', await draft(world)) } })

export const viewExamples: Readonly<Record<string, Example>> = {
  'views.list': list,
  'dashboards.list': list,
  'saved_searches.list': list,
  'views.get': stored,
  'views.create': async (world) => ({ body: await draft(world) }),
  'views.update': async (world) => ({ ...(await stored(world)), body: await draft(world) }),
  'views.set_default': stored,
  'views.delete': stored,
  'views.for_value': () => ({}),
}
