/** Creates the tables of threat intelligence, with their caches and data adapters, at the first start of a cluster. */
import type { AdapterConfig } from '@logyard/contract/lookup/adapter-configs'
import { type CacheConfig, MEMORY_CACHE, NO_CACHE } from '@logyard/contract/lookup/cache-configs'
import { Type } from 'typebox'
import type { Ids } from '../../platform/ids.ts'
import { defineCollection, type SettingsStore, type Write } from '../../platform/settings/settings-store.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'
import { type LookupStores, storedAdapter } from '../lookup-stores.ts'
import { THREAT_INTEL_TABLES as NAMES } from './threat-intel-tables.ts'

/** The tables that were created at the first start: they are not created again once an administrator deletes them. */
const firstStarts = defineCollection({
  name: 'lookup_first_starts',
  audit: { type: 'lookup-first-starts' },
  schema: Type.Object({ id: Type.String() }),
})
const MARK = 'threat-intelligence'

interface NewCache {
  readonly name: string
  readonly title: string
  readonly config: CacheConfig
}

interface NewTable {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly cache: NewCache
  readonly adapter: AdapterConfig
}

const inMemory = (name: string, title: string, hours: number): NewCache => ({
  name,
  title,
  config: {
    type: MEMORY_CACHE,
    max_size: 10_000,
    expire_after_access: 0,
    expire_after_access_unit: null,
    expire_after_write: hours,
    expire_after_write_unit: 'HOURS',
  },
})

/** Cache for data adapters that have all values in memory. */
const UNCACHED: NewCache = {
  name: 'threat-intel-uncached-adapters',
  title: 'Threat Intel Uncached Adapters',
  config: { type: NO_CACHE },
}

const otx = (indicator: 'IPAutoDetect' | 'domain'): AdapterConfig => ({
  type: 'otx-api',
  indicator,
  api_key: null,
  api_url: 'https://otx.alienvault.com',
  http_user_agent: 'Logyard Lookup',
  http_connect_timeout: 10_000,
  http_write_timeout: 10_000,
  http_read_timeout: 60_000,
})

const TABLES: readonly NewTable[] = [
  {
    name: NAMES.otxAddresses,
    title: 'Alienvault OTX IP',
    description: 'Threats that the Open Threat Exchange knows for an IP address',
    cache: inMemory('otx-api-ip-cache', 'OTX IP Cache', 1),
    adapter: otx('IPAutoDetect'),
  },
  {
    name: NAMES.otxDomains,
    title: 'Alienvault OTX Domain',
    description: 'Threats that the Open Threat Exchange knows for a domain',
    cache: inMemory('otx-api-domain-cache', 'OTX Domain Cache', 1),
    adapter: otx('domain'),
  },
  {
    name: NAMES.tor,
    title: 'Tor Exit Node List',
    description: 'Exit nodes of Tor by IP address',
    cache: UNCACHED,
    adapter: { type: 'torexitnode' },
  },
  {
    name: NAMES.spamhaus,
    title: 'Spamhaus DROP',
    description: 'Networks that Spamhaus advises to drop, by IP address',
    cache: UNCACHED,
    adapter: { type: 'spamhaus-edrop', refresh_interval: 14_400 },
  },
  {
    name: NAMES.whois,
    title: 'Whois',
    description: 'Organization and country that hold an IP address',
    cache: inMemory('whois-cache', 'Whois Cache', 24),
    adapter: { type: 'whois', registry: 'ARIN', connect_timeout: 1000, read_timeout: 1000 },
  },
]

export async function createThreatIntelTables(deps: {
  readonly settings: SettingsStore
  readonly stores: LookupStores
  readonly ids: Pick<Ids, 'next'>
}): Promise<void> {
  const { settings, stores, ids } = deps
  const marks = settings.collection(firstStarts)
  if ((await marks.find(MARK)) !== undefined) return
  const writes: Write[] = [marks.inserting({ id: MARK })]
  const cacheIds = new Map<string, string>()
  const cacheId = async ({ name, title, config }: NewCache): Promise<string> => {
    const known = cacheIds.get(name) ?? (await stores.caches.findBy('name', name))?.id
    if (known !== undefined) return known
    const id = ids.next()
    cacheIds.set(name, id)
    writes.push(stores.caches.inserting({ id, title, name, description: '', content_pack: null, config }))
    return id
  }
  const adapterId = async ({ name, title, description, adapter }: NewTable): Promise<string> => {
    const known = await stores.adapters.findBy('name', name)
    if (known !== undefined) return known.id
    const id = ids.next()
    const custom = { custom_error_ttl_enabled: false, custom_error_ttl: null, custom_error_ttl_unit: null }
    const document = { id, title, name, description, content_pack: null, ...custom, config: adapter }
    writes.push(stores.adapters.inserting(storedAdapter(document)))
    return id
  }
  for (const table of TABLES) {
    const { name, title, description } = table
    if ((await stores.tables.findBy('name', name)) !== undefined) continue
    writes.push(
      stores.tables.inserting({
        id: ids.next(),
        title,
        name,
        description,
        content_pack: null,
        cache_id: await cacheId(table.cache),
        data_adapter_id: await adapterId(table),
        default_single_value: '',
        default_single_value_type: 'NULL',
        default_multi_value: '',
        default_multi_value_type: 'NULL',
      }),
    )
  }
  // Another node that starts at the same moment may create them.
  await unlessTaken(settings.commit(writes))
}
