/** The mutations of a lookup table, with their toasts. */
import {
  createLookupTable,
  deleteLookupTable,
  type LookupTable,
  type LookupTableDraft,
  purgeLookupTable,
  updateLookupTable,
} from '@logyard/contract/lookup/lookup-tables'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'

const CHANGED = [LOOKUP_KEY] as const

/** A refusal that names fields is shown at the fields, not in a toast. */
const namesFields = (error: Error) => apiFieldErrors(error) !== undefined

export function useCreateTable() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: LookupTableDraft) => call(createLookupTable, { body }),
    failed: ({ name }, status, error) =>
      namesFields(error)
        ? undefined
        : {
            title: t('lookup.toast.tableCreateFailed.title', { name }),
            text: t('lookup.toast.tableCreateFailed', { status }),
          },
    changes: CHANGED,
  })
}

export function useUpdateTable(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: LookupTableDraft) => call(updateLookupTable, { params: { idOrName: id }, body }),
    failed: ({ name }, status, error) =>
      namesFields(error)
        ? undefined
        : {
            title: t('lookup.toast.tableUpdateFailed.title', { name }),
            text: t('lookup.toast.tableUpdateFailed', { status }),
          },
    changes: CHANGED,
  })
}

export function useDeleteTable() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: LookupTable) => call(deleteLookupTable, { params: { idOrName: id } }),
    failed: ({ id }, status) => ({
      title: t('lookup.toast.tableDeleteFailed.title', { id }),
      text: t('lookup.toast.tableDeleteFailed', { status }),
    }),
    changes: CHANGED,
  })
}

/** Purges one key, or without a key everything. */
export function usePurgeTable({ id, name }: LookupTable) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (key: string | undefined) =>
      call(purgeLookupTable, { params: { idOrName: id }, query: key === undefined ? {} : { key } }),
    succeeded: (key) => ({
      title: t('ui.toast.done'),
      text: key === undefined ? t('lookup.toast.purged', { name }) : t('lookup.toast.purgedKey', { key, name }),
    }),
    failed: (key, status) => ({
      title: t('lookup.toast.purgeFailed.title'),
      text:
        key === undefined
          ? t('lookup.toast.purgeFailed', { name, status })
          : t('lookup.toast.purgeKeyFailed', { key, name, status }),
    }),
    changes: [],
  })
}
