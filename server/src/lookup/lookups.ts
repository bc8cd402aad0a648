/** The lookup tables of this node: stored ones, those that are live, and the values that Logyard stores itself. */
import { createTableOfFile as tableOfFileOperation } from '@logyard/contract/lookup/tables-of-files'
import type { FastifyInstance } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import { createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { UrlWhitelist } from '../url-whitelist/url-whitelist.ts'
import type { AdapterDeps } from './adapters/adapter.ts'
import { type AdapterFiles, createAdapterFiles } from './adapters/adapter-files.ts'
import { createListLoads } from './adapters/loading-in-thread.ts'
import { OUTSIDE_ADDRESSES } from './adapters/outside-addresses.ts'
import { createTableOfFile } from './create-table-of-file.ts'
import { createLookupRegistry, type LookupRegistry } from './live/lookup-registry.ts'
import { lookupRoutes } from './lookup-routes.ts'
import { createLookupService, type LookupService } from './lookup-service.ts'
import { adapterCollection, cacheCollection, openLookupStores, tableCollection } from './lookup-stores.ts'
import { createThreatIntelTables } from './threat-intelligence/first-start.ts'
import { createThreatIntelSettings, type ThreatIntelSettings } from './threat-intelligence/threat-intel-settings.ts'
import { lookupValueRoutes } from './values/lookup-value-routes.ts'
import { createLookupValues } from './values/lookup-values.ts'
import { createValueTables } from './values/value-tables.ts'

export interface Lookups extends AsyncDisposable {
  readonly service: LookupService
  /** The tables of the main thread, and the connections of other threads. */
  readonly registry: Pick<LookupRegistry, 'lookups' | 'connect'>
  readonly threatIntel: ThreatIntelSettings
  /** The files that settings of lookups may name. */
  readonly files: Pick<AdapterFiles, 'resolve'>
  /** Whether there is a live table of this name that the caller may read. */
  isReadable(name: string, caller: Pick<Caller, 'holds'>): boolean
  /** The id of the stored table of this name. */
  tableId(name: string): Promise<string | undefined>
  /** The live tables that the caller may read, by title. */
  readable(caller: Pick<Caller, 'holds'>): readonly { readonly name: string; readonly title: string }[]
  routes(api: FastifyInstance): void
}

export async function createLookups(deps: {
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly notifications: Pick<Notifications, 'raise'>
  readonly urlWhitelist: Pick<UrlWhitelist, 'isAllowed' | 'fetch'>
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
  /** The folders that data adapters may read files of; any folder if there are none. */
  readonly allowedFolders: readonly string[]
  /** Folders of the server itself, which data adapters never read. */
  readonly privateFolders: readonly string[]
  readonly clock: Clock
  readonly isClockSteady?: () => boolean
  readonly ids: Ids
  readonly log: Log
}): Promise<Lookups> {
  const { settings, clock, allowedFolders, privateFolders } = deps
  await using starting = new AsyncDisposableStack()
  const builds = starting.use(createBoundedRuns(clock))
  const valueTables = starting.use(createValueTables(deps))
  const threatIntel = starting.use(await createThreatIntelSettings(deps))
  const adapterDeps: AdapterDeps = {
    ...deps,
    files: createAdapterFiles(allowedFolders, privateFolders),
    builds,
    listLoads: createListLoads(clock),
    valueTables,
    threatIntel,
    outside: OUTSIDE_ADDRESSES,
  }
  const stores = openLookupStores(settings)
  await createThreatIntelTables({ settings, stores, ids: deps.ids })
  const registry = starting.use(await createLookupRegistry({ ...adapterDeps, stores, metrics: deps.metrics }))
  starting.use(followOthers(settings, registry, deps))
  const service = createLookupService({ ...adapterDeps, stores, registry, settings, ids: deps.ids })
  const values = createLookupValues({ adapters: service.adapters, valueTables, clock })
  const readable = (caller: Pick<Caller, 'holds'>) =>
    registry.tables().filter(({ id }) => caller.holds(`lookuptables:read:${id}`))

  const running = starting.move()
  return {
    service,
    registry,
    threatIntel,
    files: adapterDeps.files,
    isReadable: (name, caller) => readable(caller).some((table) => table.name === name),
    tableId: async (name) => (await stores.tables.findBy('name', name))?.id,
    readable: (caller) => readable(caller).toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    routes(api) {
      lookupRoutes(api, service)
      lookupValueRoutes(api, values)
      serve(api, tableOfFileOperation, ({ body, caller }) =>
        createTableOfFile({ service, stores, valueTables, settings, clock }, caller, body),
      )
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Then a save of this node has taken effect, and there is nothing to do. */
const FOLLOW_AFTER_MS = 200

/** Tables, caches and data adapters that another node has changed. */
function followOthers(
  settings: SettingsStore,
  registry: Pick<LookupRegistry, 'follow'>,
  { clock }: { readonly clock: Clock },
): Disposable {
  const stopping = new AbortController()
  let isDue = false
  async function changed(): Promise<void> {
    if (isDue) return
    isDue = true
    await clock.sleep(FOLLOW_AFTER_MS, stopping.signal).catch(() => undefined)
    isDue = false
    if (!stopping.signal.aborted) await registry.follow()
  }
  const listening = new DisposableStack()
  for (const { name } of [tableCollection, cacheCollection, adapterCollection]) {
    listening.use(settings.onChange(name, changed))
  }
  listening.defer(() => stopping.abort())
  return listening
}
