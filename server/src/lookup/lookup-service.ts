/** The rules for stored lookup tables, caches and data adapters, and what is live of them. */

import type { DataAdapter, DataAdapterDraft } from '@logyard/contract/lookup/data-adapters'
import type { LookupCacheDraft } from '@logyard/contract/lookup/lookup-caches'
import type { ErrorStates, ErrorStatesRequest } from '@logyard/contract/lookup/lookup-errors'
import type { LookupTable, LookupTableDraft } from '@logyard/contract/lookup/lookup-tables'
import type { Caller } from '../http/caller.ts'
import { validationAnswer } from '../http/validation-answer.ts'
import type { Ids } from '../platform/ids.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { adapterKind } from './adapter-kind.ts'
import { maskSecrets, retainMasked } from './adapter-secrets.ts'
import type { AdapterDeps } from './adapters/adapter.ts'
import { findAdapterType } from './adapters/adapter-types.ts'
import { cacheKind } from './cache-kind.ts'
import { findCacheErrors } from './caches/cache-types.ts'
import type { LookupRegistry } from './live/lookup-registry.ts'
import { adapterNotLive, liveTableNotFound } from './lookup-errors.ts'
import { lookUpNow } from './lookup-now.ts'
import { ERROR_TTL_MS, errorResult } from './lookup-results.ts'
import { adapterOf, type LookupStores, type StoredAdapter } from './lookup-stores.ts'
import { findDefaultErrors } from './table-defaults.ts'
import { tableKind } from './table-kind.ts'

export type LookupService = ReturnType<typeof createLookupService>

export interface LookupServiceDeps extends AdapterDeps {
  readonly stores: LookupStores
  readonly registry: LookupRegistry
  readonly settings: SettingsStore
  readonly ids: Ids
}

export function createLookupService(deps: LookupServiceDeps) {
  const { stores, registry } = deps
  const kindDeps = { ...deps, follow: registry.follow }
  const tables = tableKind(kindDeps, stores)
  const caches = cacheKind(kindDeps, stores)
  const adapters = adapterKind(kindDeps, stores)

  return {
    tables,
    caches,
    adapters,
    shownAdapter,
    /** The caches and data adapters of these tables that the caller may read, by id. */
    async resolve(listed: readonly LookupTable[], caller: Caller) {
      const mayRead = ({ id }: { readonly id: string }) => caller.holds(`lookuptables:read:${id}`)
      const cacheIds = new Set(listed.map(({ cache_id }) => cache_id))
      const adapterIds = new Set(listed.map(({ data_adapter_id }) => data_adapter_id))
      const found = (await stores.caches.findMany([...cacheIds])).filter(mayRead)
      const foundAdapters = (await stores.adapters.findMany([...adapterIds])).filter(mayRead)
      return {
        caches: Object.fromEntries(found.map((cache) => [cache.id, cache])),
        data_adapters: Object.fromEntries(foundAdapters.map((one) => [one.id, shownAdapter(one, caller)])),
      }
    },
    async validateTable(draft: LookupTableDraft) {
      const { single, multi } = findDefaultErrors(draft)
      const errors = {
        ...(await tables.nameProblems(draft)),
        ...(single === undefined ? {} : { default_single_value: [single] }),
        ...(multi === undefined ? {} : { default_multi_value: [multi] }),
      }
      return validationAnswer(errors)
    },
    async validateCache(draft: LookupCacheDraft) {
      return validationAnswer({ ...(await caches.nameProblems(draft)), ...findCacheErrors(draft.config) })
    },
    async validateAdapter(draft: DataAdapterDraft) {
      const errors = await adapters.nameProblems(draft)
      const before = draft.id == null ? undefined : await stores.adapters.find(draft.id)
      const config = retainMasked(draft.config, before && adapterOf(before).config)
      const own = await findAdapterType(config.type)?.validate(config, deps)
      return validationAnswer({ ...errors, ...own })
    },
    async queryTable(name: string, key: string, signal: AbortSignal) {
      const table = registry.lookups.find(name)
      return table === undefined ? errorResult(ERROR_TTL_MS) : lookUpNow(table, key, signal)
    },
    async queryAdapter(name: string, key: string) {
      const live = registry.adapter(name)
      if (live === undefined) throw adapterNotLive(name)
      return (await live.runner.lookUp(key)).result
    },
    purge(idOrName: string, key: string | undefined) {
      const table = registry.tables().find(({ id, name }) => id === idOrName || name === idOrName)
      if (table === undefined) throw liveTableNotFound(idOrName)
      registry.purge(table.data_adapter_id, key === '' ? undefined : key)
    },
    errorStates: (request: ErrorStatesRequest) => errorStatesOf(registry, request),
  }
}

/** Adapter with secrets only for callers who may edit it. */
function shownAdapter(stored: StoredAdapter, caller: Caller): DataAdapter {
  const adapter = adapterOf(stored)
  if (caller.holds(`lookuptables:edit:${stored.id}`)) return adapter
  return { ...adapter, config: maskSecrets(adapter.config) }
}

function errorStatesOf(registry: LookupRegistry, request: ErrorStatesRequest): ErrorStates {
  const tables = registry.tables().filter(({ name }) => request.tables?.includes(name))
  const problemsOf = ({ data_adapter_id, cache_id }: LookupTable) =>
    [registry.adapterById(data_adapter_id)?.runner.problem(), registry.cacheById(cache_id)?.problem]
      .filter((problem) => problem !== undefined)
      .join('\n')
  const caches = (request.caches ?? []).flatMap((name) => registry.cache(name) ?? [])
  const adapters = (request.data_adapters ?? []).flatMap((name) => registry.adapter(name) ?? [])
  const isOff = ({ data_adapter_id, cache_id }: LookupTable) =>
    registry.adapterById(data_adapter_id)?.runner.isOff() === true &&
    registry.cacheById(cache_id)?.problem === undefined
  return {
    off: {
      tables: tables.filter(isOff).map(({ name }) => name),
      data_adapters: adapters.filter(({ runner }) => runner.isOff()).map(({ stored }) => stored.name),
    },
    tables: Object.fromEntries(tables.map((table) => [table.name, problemsOf(table)])),
    caches: Object.fromEntries(caches.map(({ stored, problem }) => [stored.name, problem ?? null])),
    data_adapters: Object.fromEntries(adapters.map(({ stored, runner }) => [stored.name, runner.problem() ?? null])),
  }
}
