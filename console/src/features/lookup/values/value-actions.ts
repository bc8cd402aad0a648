/** Reading and changing the values of a data adapter that Logyard keeps, with their toasts. */
import {
  deleteLookupValue,
  deleteLookupValues,
  importLookupValues,
  type LookupValueDraft,
  type LookupValuesImport,
  listLookupValues,
  putLookupValue,
} from '@logyard/contract/lookup/lookup-values'
import type { Call } from '../../../api/api-client.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageQuery } from '../../../ui/data-table/page-query.ts'

const valuesKey = (adapterId: string) => [...LOOKUP_KEY, 'values', adapterId] as const

export const valuesQuery = (call: Call, adapterId: string, position: ListPosition) =>
  pageQuery(call, valuesKey(adapterId), position, async (call, query) => {
    const { values, total } = await call(listLookupValues, { params: { idOrName: adapterId }, query })
    return { rows: values, total }
  })

export const usePutValue = (adapterId: string) =>
  useAction({
    run: (call, body: LookupValueDraft) => call(putLookupValue, { params: { idOrName: adapterId }, body }),
    texts: 'lookup.toast.valueSave',
    changes: [valuesKey(adapterId)],
  })

/** Deletes the value of a key. */
export const useDeleteValue = (adapterId: string) =>
  useAskedAction({
    run: (call, key: string) => call(deleteLookupValue, { params: { idOrName: adapterId }, query: { key } }),
    texts: 'lookup.toast.valueDelete',
    question: 'lookup.values.delete',
    values: () => ({ count: 1 }),
    changes: [valuesKey(adapterId)],
  })

/** Deletes the values of several keys. */
export const useDeleteValues = (adapterId: string) =>
  useAskedAction({
    run: (call, keys: readonly string[]) =>
      call(deleteLookupValues, { params: { idOrName: adapterId }, body: { keys: [...keys] } }),
    texts: 'lookup.toast.valueDelete',
    done: 'lookup.toast.valuesDeleted',
    question: 'lookup.values.delete',
    values: (keys, done) => ({ count: done?.deleted ?? keys.length }),
    changes: [valuesKey(adapterId)],
  })

/** Imports values. The dialog shows why an import failed, so there is no toast. */
export const useImportValues = (adapterId: string) =>
  useAction({
    run: (call, body: LookupValuesImport) => call(importLookupValues, { params: { idOrName: adapterId }, body }),
    texts: 'lookup.values.import',
    done: 'lookup.toast.valuesImported',
    values: (_, done) => ({ ...done }),
    changes: [valuesKey(adapterId)],
    isShown: () => true,
  })
