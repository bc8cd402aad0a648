/** The mutations of a lookup table, with their toasts. */
import {
  createLookupTable,
  deleteLookupTable,
  type LookupTable,
  type LookupTableDraft,
  purgeLookupTable,
  updateLookupTable,
} from '@logyard/contract/lookup/lookup-tables'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { isAtFields } from '../../../ui/form/api-field-errors.ts'

/** Creates a table, or replaces the one with this id. */
export const useSaveTable = (id: string | undefined) =>
  useAction({
    run: (call, body: LookupTableDraft) =>
      id === undefined
        ? call(createLookupTable, { body })
        : call(updateLookupTable, { params: { idOrName: id }, body }),
    texts: id === undefined ? 'lookup.toast.tableCreate' : 'lookup.toast.tableUpdate',
    changes: [LOOKUP_KEY],
    isShown: isAtFields,
  })

export const useDeleteTable = () =>
  useAskedAction({
    run: (call, { id }: LookupTable) => call(deleteLookupTable, { params: { idOrName: id } }),
    texts: 'lookup.toast.tableDelete',
    question: 'lookup.tables.delete',
    changes: [LOOKUP_KEY],
  })

/** Purges one key, or without a key everything. */
export const usePurgeTable = ({ id, name }: LookupTable, what: 'Key' | 'All') =>
  useAction({
    run: (call, key: string | undefined) =>
      call(purgeLookupTable, { params: { idOrName: id }, query: key === undefined ? {} : { key } }),
    texts: `lookup.toast.purge${what}`,
    values: (key) => ({ key: key ?? '', name }),
    changes: [],
  })
