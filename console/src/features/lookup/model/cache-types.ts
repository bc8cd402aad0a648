/** The types of caches, as their forms show them. */
import type { TypeInfos } from './settings.ts'

const ONE_MINUTE = { amount: 60, unit: 'SECONDS' } as const

export const CACHE_TYPES: TypeInfos = {
  none: { label: 'lookup.cache.none', settings: [], docs: ['lookup.docs.none'] },
  guava_cache: {
    label: 'lookup.cache.guava_cache',
    settings: [
      {
        kind: 'number',
        name: 'max_size',
        label: 'lookup.cache.maxSize',
        help: 'lookup.cache.maxSize.help',
        min: 0,
      },
      {
        kind: 'period',
        name: 'expire_after_access',
        unitName: 'expire_after_access_unit',
        label: 'lookup.cache.expireAfterAccess',
        help: 'lookup.cache.expireAfterAccess.help',
        off: 0,
        initial: ONE_MINUTE,
      },
      {
        kind: 'period',
        name: 'expire_after_write',
        unitName: 'expire_after_write_unit',
        label: 'lookup.cache.expireAfterWrite',
        help: 'lookup.cache.expireAfterWrite.help',
        off: 0,
        initial: ONE_MINUTE,
      },
    ],
    docs: ['lookup.docs.guava_cache', 'lookup.docs.guava_cache.size', 'lookup.docs.guava_cache.expiry'],
  },
}
