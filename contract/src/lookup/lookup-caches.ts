/** Caches of lookup results. */
import { type Static, Type } from 'typebox'
import { ApiError, BeanValidationErrors, nullable, page, pageQuery, ValidationResult } from '../http/envelope.ts'
import { holds, operation, ownerDecides, READS_ONLY } from '../http/operation.ts'
import { CacheConfig } from './cache-configs.ts'
import { area, namedDraft, namedFacts } from './lookup-texts.ts'

export const LookupCacheDraft = Type.Object(
  { ...namedDraft, config: CacheConfig },
  { title: 'LookupCacheDraft', additionalProperties: false },
)
export type LookupCacheDraft = Static<typeof LookupCacheDraft>

export const LookupCache = Type.Object({ ...namedFacts, config: CacheConfig }, { title: 'LookupCache' })
export type LookupCache = Static<typeof LookupCache>

const cachePage = page({ query: nullable(Type.String()), caches: Type.Array(LookupCache) })
export const LookupCachePage = Type.Object(cachePage.properties, { title: 'LookupCachePage' })
export type LookupCachePage = Static<typeof LookupCachePage>

const CacheTypeInfo = Type.Object(
  { type: Type.String(), config_class: Type.String(), default_config: CacheConfig },
  { title: 'CacheTypeInfo' },
)
export const CacheTypes = Type.Record(Type.String(), CacheTypeInfo, { title: 'CacheTypes', description: 'By type' })
export type CacheTypes = Static<typeof CacheTypes>

const refused = Type.Union([ApiError, BeanValidationErrors])

export const listLookupCaches = operation({
  id: 'lookup_caches.list',
  area,
  method: 'GET',
  path: '/system/lookup/caches',
  summary: 'A page of caches',
  access: holds('lookuptables:read'),
  query: Type.Object(pageQuery),
  answers: { 200: LookupCachePage, 400: ApiError },
})

export const getLookupCache = operation({
  id: 'lookup_caches.get',
  area,
  method: 'GET',
  path: '/system/lookup/caches/{idOrName}',
  summary: 'One cache',
  access: ownerDecides('lookuptables:read:<id>'),
  answers: { 200: LookupCache, 404: ApiError },
})

export const createLookupCache = operation({
  id: 'lookup_caches.create',
  area,
  method: 'POST',
  path: '/system/lookup/caches',
  summary: 'Create a cache',
  access: holds('lookuptables:create'),
  audit: 'lookup-cache:create',
  created: 'id',
  body: LookupCacheDraft,
  answers: { 200: LookupCache, 400: refused },
})

export const updateLookupCache = operation({
  id: 'lookup_caches.update',
  area,
  method: 'PUT',
  path: '/system/lookup/caches/{idOrName}',
  summary: 'Change a cache, which is then empty',
  access: ownerDecides('lookuptables:edit:<body id>'),
  audit: 'lookup-cache:update',
  body: LookupCacheDraft,
  answers: { 200: LookupCache, 400: refused, 404: ApiError },
})

export const deleteLookupCache = operation({
  id: 'lookup_caches.delete',
  area,
  method: 'DELETE',
  path: '/system/lookup/caches/{idOrName}',
  summary: 'Delete a cache that no lookup table uses',
  access: ownerDecides('lookuptables:delete:<id>'),
  audit: 'lookup-cache:delete',
  answers: { 200: LookupCache, 400: ApiError, 404: ApiError },
})

export const validateLookupCache = operation({
  id: 'lookup_caches.validate',
  area,
  method: 'POST',
  path: '/system/lookup/caches/validate',
  summary: 'Check a cache without storing it',
  access: holds('lookuptables:read'),
  audit: READS_ONLY,
  body: LookupCacheDraft,
  answers: { 200: ValidationResult, 400: refused },
})

export const listCacheTypes = operation({
  id: 'lookup_caches.types',
  area,
  method: 'GET',
  path: '/system/lookup/types/caches',
  summary: 'The types of caches, with a configuration to begin with',
  access: holds('lookuptables:read'),
  answers: { 200: CacheTypes },
})

export const lookupCacheOperations = [
  listLookupCaches,
  getLookupCache,
  createLookupCache,
  updateLookupCache,
  deleteLookupCache,
  validateLookupCache,
  listCacheTypes,
]
