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
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { type ListPosition, pageQueryOf } from '../../../ui/data-table/list-state.ts'

const valuesKey = (adapterId: string) => [...LOOKUP_KEY, 'values', adapterId] as const

export const valuesQuery = (call: Call, adapterId: string, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...valuesKey(adapterId), query],
    queryFn: async ({ signal }) => {
      const { values, total } = await call(listLookupValues, { params: { idOrName: adapterId }, query, signal })
      return { rows: values, total }
    },
    placeholderData: keepPreviousData,
  })
}

export function usePutValue(adapterId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: LookupValueDraft) => call(putLookupValue, { params: { idOrName: adapterId }, body }),
    failed: (_, status) => ({
      title: t('lookup.toast.valueSaveFailed.title'),
      text: t('lookup.toast.valueSaveFailed', { status }),
    }),
    changes: [valuesKey(adapterId)],
  })
}

export function useDeleteValue(adapterId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (key: string) => call(deleteLookupValue, { params: { idOrName: adapterId }, query: { key } }),
    failed: (_, status) => ({
      title: t('lookup.toast.valueDeleteFailed.title'),
      text: t('lookup.toast.valueDeleteFailed', { status }),
    }),
    changes: [valuesKey(adapterId)],
  })
}

/** Deletes the values of these keys, or `'all'`. */
export function useDeleteValues(adapterId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (keys: readonly string[] | 'all') =>
      call(deleteLookupValues, {
        params: { idOrName: adapterId },
        body: keys === 'all' ? { all: true } : { keys: [...keys] },
      }),
    succeeded: (_, { deleted }) => t('lookup.toast.valuesDeleted', { count: deleted }),
    failed: (_, status) => ({
      title: t('lookup.toast.valueDeleteFailed.title'),
      text: t('lookup.toast.valueDeleteFailed', { status }),
    }),
    changes: [valuesKey(adapterId)],
  })
}

export function useImportValues(adapterId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: LookupValuesImport) => call(importLookupValues, { params: { idOrName: adapterId }, body }),
    succeeded: (_, { added, changed, deleted }) => t('lookup.toast.valuesImported', { added, changed, deleted }),
    // The dialog shows why.
    failed: () => undefined,
    changes: [valuesKey(adapterId)],
  })
}
