/** Creates views for examples: each example gets its own. */
import type { CatalogueWorld, Example } from './catalogue-world.ts'

const list: Example = () => ({ query: { query: 'title:board' } })

/** Every user may save it. */
const draft = async ({ ask, unique }: CatalogueWorld) => ({
  type: 'SEARCH',
  title: unique('board'),
  search_id: (await ask('POST', '/views/search', { queries: [] }))['id'],
  state: { q: { widgets: [], widget_mapping: {}, positions: {} } },
})
const stored: Example = async (world) => {
  const { id } = await world.ask('POST', '/views', await draft(world))
  return { params: { id: String(id) } }
}

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
