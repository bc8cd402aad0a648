import { dataAdapters } from '@logyard/contract/lookup/data-adapters'
import { lookupCaches } from '@logyard/contract/lookup/lookup-caches'
import { lookupTables } from '@logyard/contract/lookup/lookup-tables'
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})
const cacheDraft = ({ unique }: CatalogueWorld) => ({ ...lookupCaches.example, name: unique('cache') })
const adapterDraft = ({ unique }: CatalogueWorld) => ({ ...dataAdapters.example, name: unique('adapter') })

async function make(world: CatalogueWorld, kind: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await world.call(world.admin, { method: 'POST', path: `/system/lookup/${kind}` }, { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

async function tableDraft(world: CatalogueWorld) {
  const cache = await make(world, 'caches', cacheDraft(world))
  const adapter = await make(world, 'adapters', adapterDraft(world))
  const references = { cache_id: cache['id'], data_adapter_id: adapter['id'] }
  return { ...lookupTables.example, name: world.unique('table'), ...references }
}

const ofKind =
  (kind: string, draft: (world: CatalogueWorld) => object | Promise<object>, withBody = false): Example =>
  async (world) => {
    const made = await make(world, kind, await draft(world))
    const params = { idOrName: String(made['id']), name: String(made['name']) }
    return withBody ? { params, body: made } : { params }
  }
const withKey =
  (example: Example): Example =>
  async (world) => ({ ...(await example(world)), query: { key: 'a' } })

const ofTable = ofKind('tables', tableDraft)
const ofCache = ofKind('caches', cacheDraft)
const ofAdapter = ofKind('adapters', adapterDraft)

export const lookupExamples: Readonly<Record<string, Example>> = {
  'lookup_tables.list': () => ({ query: { resolve: 'true' } }),
  'lookup_tables.get': ofTable,
  'lookup_tables.create': async (world) => ({ body: await tableDraft(world) }),
  'lookup_tables.update': ofKind('tables', tableDraft, true),
  'lookup_tables.delete': ofTable,
  'lookup_tables.validate': async (world) => ({ body: await tableDraft(world) }),
  'lookup_tables.query': withKey(ofTable),
  'lookup_tables.purge': ofTable,
  'lookup.error_states': () => ({ body: { tables: [], caches: [], data_adapters: [] } }),
  'lookup_caches.list': nothing,
  'lookup_caches.get': ofCache,
  'lookup_caches.create': (world) => ({ body: cacheDraft(world) }),
  'lookup_caches.update': ofKind('caches', cacheDraft, true),
  'lookup_caches.delete': ofCache,
  'lookup_caches.validate': (world) => ({ body: cacheDraft(world) }),
  'lookup_caches.types': nothing,
  'lookup_adapters.list': nothing,
  'lookup_adapters.get': ofAdapter,
  'lookup_adapters.create': (world) => ({ body: adapterDraft(world) }),
  'lookup_adapters.update': ofKind('adapters', adapterDraft, true),
  'lookup_adapters.delete': ofAdapter,
  'lookup_adapters.validate': (world) => ({ body: adapterDraft(world) }),
  'lookup_adapters.types': nothing,
  'lookup_adapters.query': withKey(ofAdapter),
}
