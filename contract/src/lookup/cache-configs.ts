/** The configurations of caches, by type. */
import { type Static, Type } from 'typebox'
import { optionalUnit } from '../configured/duration-units.ts'
import { int } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'

export const NO_CACHE = 'none'
export const MEMORY_CACHE = 'guava_cache'

const closed = { additionalProperties: false } as const

export const NoCacheConfig = Type.Object({ type: Type.Literal(NO_CACHE) }, closed)
export type NoCacheConfig = Static<typeof NoCacheConfig>

const life = (description: string) => int({ description })

export const MemoryCacheConfig = Type.Object(
  {
    type: Type.Literal(MEMORY_CACHE),
    max_size: int({ description: 'Entries; with 0 nothing is cached' }),
    expire_after_access: life('Each read starts it again; 0 switches it off'),
    expire_after_access_unit: optionalUnit,
    expire_after_write: life('Of results without a time to live of their own; 0 switches it off'),
    expire_after_write_unit: optionalUnit,
  },
  closed,
)
export type MemoryCacheConfig = Static<typeof MemoryCacheConfig>

/** The configuration of a type that is not installed: nothing but its type is known. */
export interface UnknownConfig {
  readonly type: string
}

export type CacheConfig = NoCacheConfig | MemoryCacheConfig | UnknownConfig

export const CacheConfig = byType<CacheConfig>(
  'CacheConfig',
  { [NO_CACHE]: NoCacheConfig, [MEMORY_CACHE]: MemoryCacheConfig },
  { isOpen: true, others: 'Of an unknown type: only the type is stored' },
)
