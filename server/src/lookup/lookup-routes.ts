import * as adapterOperations from '@logyard/contract/lookup/data-adapters'
import * as cacheOperations from '@logyard/contract/lookup/lookup-caches'
import { getErrorStates } from '@logyard/contract/lookup/lookup-errors'
import type { LookupTable } from '@logyard/contract/lookup/lookup-tables'
import * as tableOperations from '@logyard/contract/lookup/lookup-tables'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { type ListOptions, type PageParameters, pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import { adapterTypes } from './adapters/adapter-types.ts'
import { cacheTypes } from './caches/cache-types.ts'
import type { LookupService } from './lookup-service.ts'
import { resultOnWire } from './result-on-wire.ts'

const LIST: ListOptions = {
  fields: ['id', 'title', 'description', 'name'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['title', 'description', 'name', 'id'],
}

/** These lists are in descending order unless the client says otherwise. */
const readLookupPage = (query: PageParameters) => readPage({ ...query, order: query.order ?? 'desc' }, LIST)

export function lookupRoutes(api: FastifyInstance, service: LookupService): void {
  tableRoutes(api, service)
  cacheRoutes(api, service)
  adapterRoutes(api, service)
  serve(api, getErrorStates, ({ body }) => service.errorStates(body))
}

function tableRoutes(api: FastifyInstance, service: LookupService): void {
  const { tables } = service
  const nothing = { caches: {}, data_adapters: {} }
  const resolved = (rows: readonly LookupTable[], caller: Caller, resolve: boolean | undefined) =>
    resolve === true ? service.resolve(rows, caller) : nothing

  serve(api, tableOperations.listLookupTables, async ({ query, caller }) => {
    const request = readLookupPage(query)
    const found = await tables.page(request)
    return {
      query: query.query ?? null,
      ...pageAnswer(request, found),
      lookup_tables: [...found.rows],
      ...(await resolved(found.rows, caller, query.resolve)),
    }
  })
  serve(api, tableOperations.getLookupTable, async ({ params, query, caller }) => {
    const table = await tables.get(caller, params.idOrName)
    const counts = { query: null, total: 1, count: 1, page: 1, per_page: 1 }
    return { ...counts, lookup_tables: [table], ...(await resolved([table], caller, query.resolve)) }
  })
  serve(api, tableOperations.createLookupTable, ({ body, caller }) => tables.create(body, caller))
  serve(api, tableOperations.updateLookupTable, ({ params, body, caller }) =>
    tables.update(caller, params.idOrName, body),
  )
  serve(api, tableOperations.deleteLookupTable, ({ params, caller }) => tables.delete(caller, params.idOrName))
  serve(api, tableOperations.validateLookupTable, ({ body }) => service.validateTable(body))
  serve(api, tableOperations.queryLookupTable, async ({ params, query, signal }) =>
    resultOnWire(await service.queryTable(params.name, query.key, signal)),
  )
  serve(api, tableOperations.purgeLookupTable, ({ params, query }) => service.purge(params.idOrName, query.key), {
    // Each node has caches of its own.
    merge: (own) => own,
  })
}

function cacheRoutes(api: FastifyInstance, { caches, ...service }: LookupService): void {
  serve(api, cacheOperations.listLookupCaches, async ({ query }) => {
    const request = readLookupPage(query)
    const found = await caches.page(request)
    return { query: query.query ?? null, ...pageAnswer(request, found), caches: [...found.rows] }
  })
  serve(api, cacheOperations.getLookupCache, ({ params, caller }) => caches.get(caller, params.idOrName))
  serve(api, cacheOperations.createLookupCache, ({ body, caller }) => caches.create(body, caller))
  serve(api, cacheOperations.updateLookupCache, ({ params, body, caller }) =>
    caches.update(caller, params.idOrName, body),
  )
  serve(api, cacheOperations.deleteLookupCache, ({ params, caller }) => caches.delete(caller, params.idOrName))
  serve(api, cacheOperations.validateLookupCache, ({ body }) => service.validateCache(body))
  serve(api, cacheOperations.listCacheTypes, () => cacheTypes)
  serve(api, cacheOperations.listCacheForms, () => cacheTypes)
}

const adapterForms = Object.fromEntries(
  adapterTypes.map(({ type, configClass, defaultConfig, form }) => [
    type,
    { type, config_class: configClass, default_config: defaultConfig, form },
  ]),
)

function adapterRoutes(api: FastifyInstance, { adapters, shownAdapter, ...service }: LookupService): void {
  serve(api, adapterOperations.listDataAdapters, async ({ query, caller }) => {
    const request = readLookupPage(query)
    const found = await adapters.page(request)
    const rows = found.rows.map((row) => shownAdapter(row, caller))
    return { query: query.query ?? null, ...pageAnswer(request, found), data_adapters: rows }
  })
  serve(api, adapterOperations.getDataAdapter, async ({ params, caller }) =>
    shownAdapter(await adapters.get(caller, params.idOrName), caller),
  )
  serve(api, adapterOperations.createDataAdapter, async ({ body, caller }) => {
    const adapter = await adapters.create(body, caller)
    return shownAdapter(adapter, caller)
  })
  serve(api, adapterOperations.updateDataAdapter, async ({ params, body, caller }) => {
    const adapter = await adapters.update(caller, params.idOrName, body)
    return shownAdapter(adapter, caller)
  })
  serve(api, adapterOperations.deleteDataAdapter, async ({ params, caller }) => {
    const adapter = await adapters.delete(caller, params.idOrName)
    return shownAdapter(adapter, caller)
  })
  serve(api, adapterOperations.validateDataAdapter, ({ body }) => service.validateAdapter(body))
  // The responses have what their schemas say: only the second one has the forms.
  serve(api, adapterOperations.listAdapterTypes, () => adapterForms)
  serve(api, adapterOperations.listAdapterForms, () => adapterForms)
  serve(api, adapterOperations.queryDataAdapter, async ({ params, query }) =>
    resultOnWire(await service.queryAdapter(params.name, query.key)),
  )
}
