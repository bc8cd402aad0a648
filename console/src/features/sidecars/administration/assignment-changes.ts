/** What bulk actions change on the sidecars of the selected rows. */
import type { ConfigurationAssignment, SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import type { AdministeredRow } from './administration-query.ts'

export type AssignmentMode = 'replace' | 'add'

/** The configurations of a collector on a sidecar, also those that a tag gives it. */
export const assignedTo = (
  { assignments, assigned_by_tags: byTags }: SidecarSummary,
  collectorId: string,
): readonly ConfigurationAssignment[] =>
  [...assignments, ...byTags].filter(({ collector_id: id }) => id === collectorId)

/** Assignments of other collectors stay. Without a configuration, those of the collector are removed. */
export function changedAssignments(
  assignments: readonly ConfigurationAssignment[],
  collectorId: string,
  configurationId: string | undefined,
  mode: AssignmentMode,
): readonly ConfigurationAssignment[] {
  const kept = assignments.filter(
    ({ collector_id, configuration_id }) =>
      configuration_id !== configurationId && (mode === 'add' || collector_id !== collectorId),
  )
  if (configurationId === undefined) return kept
  return [...kept, { collector_id: collectorId, configuration_id: configurationId }]
}

/** The one collector of all rows; undefined if there are several or none. */
export function commonCollector(rows: readonly AdministeredRow[]) {
  const [first] = rows
  const isCommon = rows.every(({ collector }) => collector?.id === first?.collector?.id)
  return isCommon ? first?.collector : undefined
}

/** The collectors of the rows by sidecar. */
export function collectorsBySidecar(rows: readonly AdministeredRow[]) {
  const bySidecar = Map.groupBy(
    rows.filter(({ collector }) => collector !== undefined),
    ({ sidecar }) => sidecar.node_id,
  )
  return [...bySidecar].map(([nodeId, ofOne]) => ({
    sidecar_id: nodeId,
    collector_ids: ofOne.flatMap(({ collector }) => collector?.id ?? []),
  }))
}

/** Each sidecar of the rows once. */
export const sidecarsOf = (rows: readonly AdministeredRow[]): readonly SidecarSummary[] => [
  ...new Map(rows.map(({ sidecar }) => [sidecar.node_id, sidecar])).values(),
]
