/** The mutations of a cache or a data adapter, with their toasts. Refusals that name fields are shown at the fields. */
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { isAtFields } from '../../../ui/form/api-field-errors.ts'
import type { Part, PartDraft, PartKind } from './part-kind.ts'

/** Creates a cache or a data adapter, or replaces the one with this id. */
export const useSavePart = ({ kind, requests }: PartKind, id: string | undefined) =>
  useAction({
    run: (call, draft: PartDraft) =>
      id === undefined ? requests.create(call, draft) : requests.update(call, id, draft),
    texts: id === undefined ? `lookup.toast.${kind}Create` : `lookup.toast.${kind}Update`,
    changes: [LOOKUP_KEY],
    isShown: isAtFields,
  })

export const useDeletePart = ({ kind, plural, requests }: PartKind) =>
  useAskedAction({
    run: (call, { id }: Part) => requests.remove(call, id),
    texts: `lookup.toast.${kind}Delete`,
    question: `lookup.${plural}.delete`,
    changes: [LOOKUP_KEY],
  })
