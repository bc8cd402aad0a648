/** The mutations of a cache or a data adapter, with their toasts. Refusals that name fields are shown at the fields. */

import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import type { Part, PartDraft, PartKind } from './part-kind.ts'

const CHANGED = [LOOKUP_KEY] as const

export function useCreatePart({ kind, requests }: PartKind) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (draft: PartDraft) => requests.create(call, draft),
    failed: ({ name }, status, error) =>
      apiFieldErrors(error) === undefined
        ? {
            title: t(`lookup.toast.${kind}CreateFailed.title`, { name }),
            text: t(`lookup.toast.${kind}CreateFailed`, { status }),
          }
        : undefined,
    changes: CHANGED,
  })
}

export function useUpdatePart({ kind, requests }: PartKind, id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (draft: PartDraft) => requests.update(call, id, draft),
    failed: ({ name }, status, error) =>
      apiFieldErrors(error) === undefined
        ? {
            title: t(`lookup.toast.${kind}UpdateFailed.title`, { name }),
            text: t(`lookup.toast.${kind}UpdateFailed`, { status }),
          }
        : undefined,
    changes: CHANGED,
  })
}

export function useDeletePart({ kind, requests }: PartKind) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: Part) => requests.remove(call, id),
    failed: ({ id }, status) => ({
      title: t(`lookup.toast.${kind}DeleteFailed.title`, { id }),
      text: t(`lookup.toast.${kind}DeleteFailed`, { status }),
    }),
    changes: CHANGED,
  })
}
