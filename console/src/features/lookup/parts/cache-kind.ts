import {
  createLookupCache,
  deleteLookupCache,
  getLookupCache,
  listCacheForms,
  listLookupCaches,
  updateLookupCache,
  validateLookupCache,
} from '@logyard/contract/lookup/lookup-caches'
import { routes } from '../../../base/routes/routes.ts'
import type { PartDraft, PartKind } from './part-kind.ts'

const bodyOf = ({ id, title, description, name, content_pack, config }: PartDraft) => ({
  ...(id === undefined ? {} : { id, content_pack: content_pack ?? null }),
  title,
  description,
  name,
  config,
})

export const cacheKind: PartKind = {
  kind: 'cache',
  plural: 'caches',
  requests: {
    async list(call, query) {
      const { caches, total } = await call(listLookupCaches, { query })
      return { rows: caches, total }
    },
    get: (call, name) => call(getLookupCache, { params: { idOrName: name } }),
    types: (call) => call(listCacheForms),
    validate: (call, draft) => call(validateLookupCache, { body: bodyOf(draft) }),
    create: (call, draft) => call(createLookupCache, { body: bodyOf(draft) }),
    update: (call, id, draft) => call(updateLookupCache, { params: { idOrName: id }, body: bodyOf(draft) }),
    remove: (call, id) => call(deleteLookupCache, { params: { idOrName: id } }),
  },
  operations: { create: createLookupCache, update: updateLookupCache, remove: deleteLookupCache },
  ended: [],
  opensAfterCreation: () => false,
  routes: {
    list: routes.lookup.caches,
    create: routes.lookup.cacheNew,
    show: routes.lookup.cache,
    edit: routes.lookup.cacheEdit,
  },
}
