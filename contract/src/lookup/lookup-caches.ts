/** Caches of lookup results. */
import { type Static, Type } from 'typebox'
import { TypeForm } from '../configured/field.ts'
import { crud } from '../http/crud.ts'
import { ApiError, nullable, page, pageQuery, refusedBody } from '../http/envelope.ts'
import { holds, inArea, signedIn } from '../http/operation.ts'
import { CacheConfig } from './cache-configs.ts'
import { area, lookupAccess, namedDraft, namedFacts } from './lookup-texts.ts'

export const LookupCacheDraft = Type.Object(
  { ...namedDraft, config: CacheConfig },
  { title: 'LookupCacheDraft', additionalProperties: false },
)
export type LookupCacheDraft = Static<typeof LookupCacheDraft>

export const LookupCache = Type.Object({ ...namedFacts, config: CacheConfig }, { title: 'LookupCache' })
export type LookupCache = Static<typeof LookupCache>

export const LookupCachePage = page('LookupCachePage', {
  query: nullable(Type.String()),
  caches: Type.Array(LookupCache),
})

const typeFacts = { type: Type.String(), config_class: Type.String(), default_config: CacheConfig }
const CacheTypeInfo = Type.Object(typeFacts, { title: 'CacheTypeInfo' })
export const CacheTypes = Type.Record(Type.String(), CacheTypeInfo, { title: 'CacheTypes', description: 'By type' })

const CacheTypeForm = Type.Object({ ...typeFacts, form: TypeForm }, { title: 'CacheTypeForm' })
export const CacheForms = Type.Record(Type.String(), CacheTypeForm, { title: 'CacheForms', description: 'By type' })
export type CacheForms = Static<typeof CacheForms>

export const lookupCaches = crud({
  id: 'lookup_caches',
  area,
  path: '/system/lookup/caches',
  key: 'idOrName',
  one: 'cache',
  access: lookupAccess,
  audit: 'lookup-cache',
  entity: LookupCache,
  draft: LookupCacheDraft,
  refused: refusedBody,
  example: { title: 'Nothing is cached', description: '', name: 'no-cache', config: { type: 'none' } },
  list: {
    summary: 'A page of caches',
    query: Type.Object(pageQuery),
    answers: { 200: LookupCachePage, 400: ApiError },
  },
  get: {},
  create: {},
  update: { summary: 'Change a cache, which is then empty' },
  delete: {
    summary: 'Delete a cache that no lookup table uses',
    answers: { 200: LookupCache, 400: ApiError, 404: ApiError },
  },
  validate: {},
})
export const {
  list: listLookupCaches,
  get: getLookupCache,
  create: createLookupCache,
  update: updateLookupCache,
  delete: deleteLookupCache,
  validate: validateLookupCache,
} = lookupCaches

const { get } = inArea(area)

export const listCacheTypes = get('/system/lookup/types/caches', {
  id: 'lookup_caches.types',
  summary: 'The types of caches, with a configuration to begin with',
  access: holds('lookuptables:read'),
  answers: { 200: CacheTypes },
})

export const listCacheForms = get('/system/lookup/forms/caches', {
  id: 'lookup_caches.forms',
  summary: 'The types of caches, with their forms',
  access: signedIn,
  answers: { 200: CacheForms },
})
