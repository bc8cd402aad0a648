/** The changes of many sidecars at once. */
import { assignConfigurations, requestActions, type TagRequest, tagSidecars } from '@logyard/contract/sidecars/sidecars'
import { useAction } from '../../../ui/action/use-action.ts'
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

export const useAssign = () =>
  useAction({
    run: (call, { rows, collectorId, configurationId, mode }: Assignment) => {
      const nodes = sidecarsOf(rows).map(({ node_id, assignments }) => ({
        node_id,
        assignments: [...changedAssignments(assignments, collectorId, configurationId, mode)],
      }))
      return call(assignConfigurations, { body: { nodes } })
    },
    texts: 'sidecars.toast.assign',
    values: ({ rows }) => ({ count: rows.length }),
    changes: [SIDECARS_KEY],
  })

export const useRequestAction = (action: ProcessAction) =>
  useAction({
    run: (call, rows: readonly AdministeredRow[]) =>
      call(requestActions, { body: { action, collectors: collectorsBySidecar(rows) } }),
    texts: `sidecars.process.${action}`,
    values: (rows) => ({ count: collectorsBySidecar(rows).length }),
    changes: [SIDECARS_KEY],
  })

export const useTag = () =>
  useAction({
    run: (call, body: TagRequest) => call(tagSidecars, { body }),
    texts: 'sidecars.toast.tag',
    values: ({ node_ids: ids }) => ({ count: ids.length }),
    changes: [SIDECARS_KEY],
  })
