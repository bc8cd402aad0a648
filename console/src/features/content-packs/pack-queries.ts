import { listCatalog } from '@logyard/contract/content-packs/catalog'
import {
  getContentPack,
  getUninstallDetails,
  listInstallations,
  listLatestContentPacks,
} from '@logyard/contract/content-packs/content-packs'
import { getGallery } from '@logyard/contract/content-packs/gallery'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

export const CONTENT_PACKS_KEY = ['content-packs'] as const

export const latestPacksQuery = (call: Call) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'latest'],
    queryFn: ({ signal }) => call(listLatestContentPacks, { signal }),
  })

export const packQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'pack', id],
    queryFn: ({ signal }) => call(getContentPack, { params: { id }, signal }),
    retry: false,
  })

export const installationsQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'installations', id],
    queryFn: async ({ signal }) => (await call(listInstallations, { params: { id }, signal })).installations,
  })

export const uninstallDetailsQuery = (call: Call, id: string, iid: string) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'uninstall', id, iid],
    queryFn: async ({ signal }) => (await call(getUninstallDetails, { params: { id, iid }, signal })).entities,
    staleTime: 0,
  })

export const galleryQuery = (call: Call) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'gallery'],
    queryFn: async ({ signal }) => (await call(getGallery, { signal })).packs,
  })

/** Read again for each visit, because any page may add objects. */
export const catalogQuery = (call: Call) =>
  queryOptions({
    queryKey: [...CONTENT_PACKS_KEY, 'catalog'],
    queryFn: async ({ signal }) => (await call(listCatalog, { signal })).entities,
    staleTime: 0,
  })
