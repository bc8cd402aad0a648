/** The catalog: the objects of this system that content packs can carry. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { refusedBody } from '../http/envelope.ts'
import { holds, inArea, READS_ONLY } from '../http/operation.ts'
import { EntityDescriptor, EntityExcerpt, PackEntity } from './model-types.ts'

export const CatalogIndex = Type.Object({ entities: Type.Array(EntityExcerpt) }, { title: 'CatalogIndex' })
export type CatalogIndex = Static<typeof CatalogIndex>

export const CatalogResolveRequest = Type.Object(
  { entities: Type.Array(EntityDescriptor, { maxItems: MAX_NAMED }) },
  { title: 'CatalogResolveRequest', additionalProperties: false },
)
export type CatalogResolveRequest = Static<typeof CatalogResolveRequest>

export const CatalogResolveResponse = Type.Object(
  {
    entities: Type.Array(PackEntity),
    left_out: Type.Array(EntityDescriptor, {
      description:
        'Objects that are missing in `entities`: they do not exist, or the caller may not read them. An object that another one uses by its name has it as its id',
    }),
  },
  { title: 'CatalogResolveResponse' },
)
export type CatalogResolveResponse = Static<typeof CatalogResolveResponse>

const { get, post } = inArea('content_packs')

export const listCatalog = get('/system/catalog', {
  id: 'catalog.list',
  summary: 'Every object that a content pack can carry and that the caller may read',
  access: holds('catalog:list'),
  answers: { 200: CatalogIndex },
})

export const resolveCatalog = post('/system/catalog', {
  id: 'catalog.resolve',
  summary:
    'These objects as entities of a pack, together with all that they depend on, as far as the caller may read them',
  access: holds('catalog:resolve'),
  audit: READS_ONLY,
  body: CatalogResolveRequest,
  answers: { 200: CatalogResolveResponse, 400: refusedBody },
})
