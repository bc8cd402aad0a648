import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import {
  createDataAdapter,
  deleteDataAdapter,
  getDataAdapter,
  listAdapterForms,
  listDataAdapters,
  updateDataAdapter,
  validateDataAdapter,
} from '@logyard/contract/lookup/data-adapters'
import { routes } from '../../../base/routes/routes.ts'
import type { PartDraft, PartKind } from './part-kind.ts'

const bodyOf = (draft: PartDraft) => ({
  ...(draft.id === undefined ? {} : { id: draft.id, content_pack: draft.content_pack ?? null }),
  title: draft.title,
  description: draft.description,
  name: draft.name,
  custom_error_ttl_enabled: draft.custom_error_ttl_enabled ?? false,
  custom_error_ttl: draft.custom_error_ttl ?? null,
  custom_error_ttl_unit: draft.custom_error_ttl_unit ?? null,
  config: draft.config,
})

export const adapterKind: PartKind = {
  kind: 'adapter',
  plural: 'adapters',
  requests: {
    async list(call, query) {
      const { data_adapters: rows, total } = await call(listDataAdapters, { query })
      return { rows, total }
    },
    get: (call, name) => call(getDataAdapter, { params: { idOrName: name } }),
    types: (call) => call(listAdapterForms),
    validate: (call, draft) => call(validateDataAdapter, { body: bodyOf(draft) }),
    create: (call, draft) => call(createDataAdapter, { body: bodyOf(draft) }),
    update: (call, id, draft) => call(updateDataAdapter, { params: { idOrName: id }, body: bodyOf(draft) }),
    remove: (call, id) => call(deleteDataAdapter, { params: { idOrName: id } }),
  },
  operations: { create: createDataAdapter, update: updateDataAdapter, remove: deleteDataAdapter },
  ended: ['abuse-ch-ransom'],
  opensAfterCreation: (type) => type === LOGYARD_VALUES,
  routes: {
    list: routes.lookup.dataAdapters,
    create: routes.lookup.dataAdapterNew,
    show: routes.lookup.dataAdapter,
    edit: routes.lookup.dataAdapterEdit,
  },
}
