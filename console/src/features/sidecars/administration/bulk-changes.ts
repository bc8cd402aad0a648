/** The changes of many sidecars at once, with their toasts. */
import { assignConfigurations, requestActions, type TagRequest, tagSidecars } from '@logyard/contract/sidecars/sidecars'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'
import type { AdministeredRow } from './administration-query.ts'
import { type AssignmentMode, changedAssignments, collectorsBySidecar, sidecarsOf } from './assignment-changes.ts'

export type ProcessAction = 'start' | 'restart' | 'stop'

interface Assignment {
  readonly rows: readonly AdministeredRow[]
  readonly collectorId: string
  /** Without a configuration, those of the collector are removed. */
  readonly configurationId: string | undefined
  readonly mode: AssignmentMode
}

export function useAssign() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ rows, collectorId, configurationId, mode }: Assignment) => {
      const nodes = sidecarsOf(rows).map(({ node_id, assignments }) => ({
        node_id,
        assignments: [...changedAssignments(assignments, collectorId, configurationId, mode)],
      }))
      return call(assignConfigurations, { body: { nodes } })
    },
    succeeded: ({ rows }) => t('sidecars.toast.assigned', { count: rows.length }),
    failed: (_, status) => ({
      title: t('sidecars.toast.assignFailed.title'),
      text: t('sidecars.toast.assignFailed', { status }),
    }),
    changes: [SIDECARS_KEY],
  })
}

export function useRequestAction() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ rows, action }: { readonly rows: readonly AdministeredRow[]; readonly action: ProcessAction }) =>
      call(requestActions, { body: { action, collectors: collectorsBySidecar(rows) } }),
    succeeded: ({ rows, action }) => t(`sidecars.toast.${action}`, { count: collectorsBySidecar(rows).length }),
    failed: ({ action }, status) => ({
      title: t(`sidecars.toast.${action}Failed.title`),
      text: t('sidecars.toast.actionFailed', { status }),
    }),
    changes: [SIDECARS_KEY],
  })
}

export function useTag() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: TagRequest) => call(tagSidecars, { body }),
    succeeded: ({ node_ids: ids }) => t('sidecars.toast.tagged', { count: ids.length }),
    failed: (_, status) => ({
      title: t('sidecars.toast.tagFailed.title'),
      text: t('sidecars.toast.tagFailed', { status }),
    }),
    changes: [SIDECARS_KEY],
  })
}
