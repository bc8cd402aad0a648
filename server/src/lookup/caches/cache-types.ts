/** The types of caches, and what is wrong with a configuration. */
import {
  type CacheConfig,
  MEMORY_CACHE,
  type MemoryCacheConfig,
  NO_CACHE,
} from '@logyard/contract/lookup/cache-configs'
import type { CacheTypes } from '@logyard/contract/lookup/lookup-caches'

const DEFAULT_MEMORY_CACHE: MemoryCacheConfig = {
  type: MEMORY_CACHE,
  max_size: 1000,
  expire_after_access: 60,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: null,
}

export const cacheTypes: CacheTypes = {
  [NO_CACHE]: {
    type: NO_CACHE,
    config_class: 'org.graylog2.lookup.caches.NullCache$Config',
    default_config: { type: NO_CACHE },
  },
  [MEMORY_CACHE]: {
    type: MEMORY_CACHE,
    config_class: 'org.graylog2.lookup.caches.CaffeineLookupCache$Config',
    default_config: DEFAULT_MEMORY_CACHE,
  },
}

export const isMemoryCache = (config: CacheConfig): config is MemoryCacheConfig => config.type === MEMORY_CACHE

const BOUNDED = ['max_size', 'expire_after_access', 'expire_after_write'] as const

/** By property. */
export function findCacheErrors(config: CacheConfig): Readonly<Record<string, readonly string[]>> {
  if (!isMemoryCache(config)) return {}
  const wrong = BOUNDED.filter((property) => config[property] < 0)
  return Object.fromEntries(wrong.map((property) => [property, ['Value cannot be smaller than 0']]))
}

/** Why a cache with this configuration does nothing. */
export function findCacheProblem(config: CacheConfig): string | undefined {
  if (!Object.hasOwn(cacheTypes, config.type)) return `Unknown cache type ${config.type}. Is the plugin missing?`
  const [error] = Object.entries(findCacheErrors(config))
  return error === undefined ? undefined : `${error[0]}: ${error[1].join(' ')}`
}

/** The configuration as it is stored: of an unknown type only the type. */
export const storedCacheConfig = (config: CacheConfig): CacheConfig =>
  Object.hasOwn(cacheTypes, config.type) ? config : { type: config.type }
