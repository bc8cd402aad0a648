/** The mutations of an event definition, with their toasts. */
import {
  createEventDefinition,
  deleteEventDefinition,
  duplicateEventDefinition,
  type EventDefinition,
  type EventDefinitionDraft,
  scheduleEventDefinition,
  unscheduleEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { EVENT_DEFINITIONS_KEY } from '../../alerting/alerting-keys.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'

/** Creating and deleting changes the user's permissions. */
const WITH_OWNERSHIP = [EVENT_DEFINITIONS_KEY, ['current-user']] as const

export interface SavedDefinition {
  readonly draft: EventDefinitionDraft
  readonly isScheduled: boolean
}

export function useCreateDefinition() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ draft, isScheduled }: SavedDefinition) =>
      call(createEventDefinition, { query: { schedule: isScheduled }, body: draft }),
    succeeded: ({ draft }) => t('definitions.toast.created', { title: draft.title }),
    failed: (_, status, error) =>
      apiFieldErrors(error) === undefined
        ? { title: t('definitions.toast.saveFailed.title'), text: t('definitions.toast.saveFailed', { status }) }
        : undefined,
    changes: WITH_OWNERSHIP,
  })
}

export function useUpdateDefinition(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ draft, isScheduled }: SavedDefinition) =>
      call(updateEventDefinition, {
        params: { id },
        query: { schedule: isScheduled },
        body: { ...draft, id },
      }),
    succeeded: ({ draft }) => t('definitions.toast.updated', { title: draft.title }),
    failed: (_, status, error) =>
      apiFieldErrors(error) === undefined
        ? { title: t('definitions.toast.updateFailed.title'), text: t('definitions.toast.updateFailed', { status }) }
        : undefined,
    changes: [EVENT_DEFINITIONS_KEY],
  })
}

export function useDeleteDefinition() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: EventDefinition) => call(deleteEventDefinition, { params: { id } }),
    succeeded: ({ title }) => t('definitions.toast.deleted', { title }),
    failed: (_, status) => ({
      title: t('definitions.toast.deleteFailed.title'),
      text: t('definitions.toast.deleteFailed', { status }),
    }),
    changes: WITH_OWNERSHIP,
  })
}

export interface DefinitionSwitch {
  readonly definition: EventDefinition
  readonly to: 'enabled' | 'disabled'
}

export function useSwitchDefinition() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ definition: { id }, to }: DefinitionSwitch) =>
      call(to === 'enabled' ? scheduleEventDefinition : unscheduleEventDefinition, { params: { id } }),
    succeeded: ({ definition: { title }, to }) => t(`definitions.toast.${to}`, { title }),
    failed: ({ to }, status) => ({
      title: t(`definitions.toast.${to}Failed.title`),
      text: t(`definitions.toast.${to}Failed`, { status }),
    }),
    changes: [EVENT_DEFINITIONS_KEY],
  })
}

export function useDuplicateDefinition() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: EventDefinition) => call(duplicateEventDefinition, { params: { id } }),
    succeeded: (_, copy) => t('definitions.toast.duplicated', { title: copy.title }),
    failed: (_, status) => ({
      title: t('definitions.toast.duplicateFailed.title'),
      text: t('definitions.toast.duplicateFailed', { status }),
    }),
    changes: WITH_OWNERSHIP,
  })
}
