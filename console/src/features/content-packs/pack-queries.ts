import { listCatalog } from '@logyard/contract/content-packs/catalog'
import {
  type ContentPack,
  getContentPack,
  getUninstallDetails,
  listInstallations,
  listLatestContentPacks,
} from '@logyard/contract/content-packs/content-packs'
import { getGallery } from '@logyard/contract/content-packs/gallery'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'

export const CONTENT_PACKS_KEY = ['content-packs'] as const

export const latestPacksQuery = (call: Call) =>
  callQuery(call, [...CONTENT_PACKS_KEY, 'latest'], listLatestContentPacks)

export const packQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...CONTENT_PACKS_KEY, 'pack', id], getContentPack, { params: { id } }),
  retry: false,
})

export const installationsQuery = (call: Call, id: string) =>
  pickQuery(
    call,
    [...CONTENT_PACKS_KEY, 'installations', id],
    ({ installations }) => installations,
    listInstallations,
    {
      params: { id },
    },
  )

export const uninstallDetailsQuery = (call: Call, id: string, iid: string) => ({
  ...pickQuery(call, [...CONTENT_PACKS_KEY, 'uninstall', id, iid], ({ entities }) => entities, getUninstallDetails, {
    params: { id, iid },
  }),
  staleTime: 0,
})

export const galleryQuery = (call: Call) =>
  pickQuery(call, [...CONTENT_PACKS_KEY, 'gallery'], ({ packs }) => packs, getGallery)

/** Read again for each visit, because any page may add objects. */
export const catalogQuery = (call: Call) => ({
  ...pickQuery(call, [...CONTENT_PACKS_KEY, 'catalog'], ({ entities }) => entities, listCatalog),
  staleTime: 0,
})

/** The revisions of a pack, newest first. */
export const revisionsOf = (packs: Readonly<Record<string, ContentPack>>): readonly ContentPack[] =>
  Object.values(packs).toSorted((a, b) => b.rev - a.rev)
