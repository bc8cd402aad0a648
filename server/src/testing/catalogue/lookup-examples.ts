import { type Example, nothing } from './catalogue-world.ts'

const asked =
  (kind: string): Example =>
  async ({ make }) => {
    const { id, draft } = await make(kind)
    return { params: { idOrName: id, name: String(draft['name']) }, query: { key: 'a' } }
  }

export const lookupExamples: Readonly<Record<string, Example>> = {
  'lookup_tables.list': () => ({ query: { resolve: 'true' } }),
  'lookup_tables.query': asked('lookup_tables'),
  'lookup_tables.purge': asked('lookup_tables'),
  'lookup.error_states': () => ({ body: { tables: [], caches: [], data_adapters: [] } }),
  'lookup_caches.types': nothing,
  'lookup_adapters.types': nothing,
  'lookup_adapters.query': asked('lookup_adapters'),
}
