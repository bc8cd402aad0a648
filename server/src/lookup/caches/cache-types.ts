/** The types of caches, and what is wrong with a configuration. */
import type { TypeFormOf } from '@logyard/contract/configured/field'
import {
  type CacheConfig,
  MEMORY_CACHE,
  type MemoryCacheConfig,
  NO_CACHE,
} from '@logyard/contract/lookup/cache-configs'
import type { CacheForms } from '@logyard/contract/lookup/lookup-caches'

const DEFAULT_MEMORY_CACHE: MemoryCacheConfig = {
  type: MEMORY_CACHE,
  max_size: 1000,
  expire_after_access: 60,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: null,
}

const MEMORY_CACHE_FORM: TypeFormOf<MemoryCacheConfig> = {
  title: 'Node-local, in-memory cache',
  docs: [
    'Keeps answers in the memory of each node. A restart or a change of the cache empties it.',
    'With 0 as maximum nothing is kept.',
    'Expire after write: an answer is asked for again after this time. Expire after access: each lookup starts the time again, so busy keys stay. An answer with its own time to live, such as from DNS, expires by that.',
  ],
  fields: [
    {
      kind: 'number',
      name: 'max_size',
      label: 'Maximum entries',
      help: 'The least useful entries are removed first.',
      min: 0,
    },
    {
      kind: 'period',
      name: 'expire_after_access',
      unit_name: 'expire_after_access_unit',
      label: 'Expire after access',
      help: 'Time after the last lookup of a key',
      off: 0,
      initial: { amount: 60, unit: 'SECONDS' },
    },
    {
      kind: 'period',
      name: 'expire_after_write',
      unit_name: 'expire_after_write_unit',
      label: 'Expire after write',
      help: 'Time after a value was stored',
      off: 0,
      initial: { amount: 60, unit: 'SECONDS' },
    },
  ],
}

export const cacheTypes: CacheForms = {
  [NO_CACHE]: {
    type: NO_CACHE,
    config_class: 'org.graylog2.lookup.caches.NullCache$Config',
    default_config: { type: NO_CACHE },
    form: {
      title: 'Do not cache values',
      docs: [
        'Every lookup asks the data adapter. Use it for adapters that answer from memory, such as files and values kept in Logyard.',
      ],
      fields: [],
    },
  },
  [MEMORY_CACHE]: {
    type: MEMORY_CACHE,
    config_class: 'org.graylog2.lookup.caches.CaffeineLookupCache$Config',
    default_config: DEFAULT_MEMORY_CACHE,
    form: { ...MEMORY_CACHE_FORM, fields: [...MEMORY_CACHE_FORM.fields] },
  },
}

export const isMemoryCache = (config: CacheConfig): config is MemoryCacheConfig => config.type === MEMORY_CACHE

const BOUNDED = ['max_size', 'expire_after_access', 'expire_after_write'] as const

/** Errors by property. */
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
